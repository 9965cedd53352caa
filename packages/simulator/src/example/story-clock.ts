/** The time inside the story: it passes only when the story says so. */
export interface StoryClock {
  pass(minutes: number): void
  /** `2026-03-02` */
  day(): string
  /** `2026-03-02T09:14:37Z` */
  stamp(): string
}

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const minutesPerDay = 1440
/** The second of March, nine in the morning. */
const storyBegins = { day: 31 + 28 + 1, minute: 540 }

/** A clock that starts on the morning of 2 March 2026. */
export function createStoryClock(): StoryClock {
  let minutes = storyBegins.minute
  const day = () => dateOf(storyBegins.day + Math.floor(minutes / minutesPerDay))
  return {
    day,
    pass: (more) => {
      minutes += more
    },
    stamp: () => `${day()}T${timeOf(minutes % minutesPerDay)}:${two((minutes * 37) % 60)}Z`,
  }
}

function dateOf(dayOfYear: number): string {
  let left = dayOfYear
  let month = 0
  for (const days of monthDays) {
    if (left < days) break
    left -= days
    month++
  }
  return `2026-${two(month + 1)}-${two(left + 1)}`
}

function timeOf(minute: number): string {
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
