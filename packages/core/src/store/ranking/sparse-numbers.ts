/** Goes through numbers by place. */
export type EachNumber = (visit: (place: number, value: number) => void) => void

/** Numbers by place, 0 where none was set. */
export interface SparseNumbers {
  get(place: number): number
  set(place: number, value: number): void
  /** Goes through those that are not 0. */
  readonly each: EachNumber
}

/** An array of so many numbers is made, and gone through, in less than a millisecond. */
const mostInArray = 2 ** 20

/** Numbers for places from 0 up to but without `range`; others are neither kept nor found. */
export function createSparseNumbers(range: number): SparseNumbers {
  return range <= mostInArray ? inArray(new Float64Array(range)) : inMap(new Map(), range)
}

function inArray(numbers: Float64Array): SparseNumbers {
  return {
    get: (place) => numbers[place] ?? 0,
    set: (place, value) => {
      if (place >= 0 && place < numbers.length) numbers[place] = value
    },
    each: (visit) => {
      for (let place = 0; place < numbers.length; place++) {
        const value = numbers[place] ?? 0
        if (value !== 0) visit(place, value)
      }
    },
  }
}

function inMap(numbers: Map<number, number>, range: number): SparseNumbers {
  return {
    get: (place) => numbers.get(place) ?? 0,
    set: (place, value) => {
      if (place >= 0 && place < range) numbers.set(place, value)
    },
    each: (visit) => {
      for (const [place, value] of numbers) if (value !== 0) visit(place, value)
    },
  }
}
