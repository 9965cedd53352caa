import type { CharacterClasses, CharacterSide } from './character-classes.ts'
import { breakSide, otherSide } from './character-classes.ts'
import { deadState, type LazyAutomaton, unknownMove } from './lazy-automaton.ts'

/** All that finding a match takes. */
export interface PatternSearch {
  readonly classes: CharacterClasses
  readonly forward: LazyAutomaton
  readonly backward: LazyAutomaton
  /** What every match begins with, for jumping to it; empty if nothing is certain. */
  readonly prefix: string
}

/** Where a match begins, and where it ends: before that character. */
export interface PatternMatch {
  readonly start: number
  readonly end: number
}

/** Reads forwards to where the first match ends, then back from there to where it begins. */
export function findMatch(search: PatternSearch, text: string, from: number): PatternMatch | undefined {
  const end = findEnd(search, text, from)
  return end < 0 ? undefined : { start: findStart(search, text, { start: from, end }), end }
}

/** The loop is written for speed: moves that are known and lead to no match are all that most texts consist of. */
function findEnd(search: PatternSearch, text: string, from: number): number {
  const { classes, forward, prefix } = search
  const { ofUnit } = classes
  let at = prefix === '' ? from : text.indexOf(prefix, from)
  if (at < 0) return at
  let { moves } = forward
  let state = forward.firstState(sideBefore(classes, text, at))
  let end = -1
  for (;;) {
    let move = at < text.length ? (moves[state + (ofUnit[text.charCodeAt(at)] ?? 0)] ?? unknownMove) : unknownMove
    let width = 1
    if (move === unknownMove) {
      const codePoint = text.codePointAt(at)
      if (codePoint !== undefined && codePoint > 0xffff) width = 2
      move = forward.moveFrom(state, classOf(classes, codePoint))
      moves = forward.moves
    }
    if (move > 0) {
      state = move
      at += width
      continue
    }
    const bits = ~move
    if ((bits & 1) === 1) end = at
    state = bits >> 2
    if (state === deadState) return end
    at += width
    if ((bits & 2) === 2 && prefix !== '') {
      at = text.indexOf(prefix, at)
      if (at < 0) return at
      state = forward.firstState(sideBefore(classes, text, at))
    }
  }
}

/** The least place, not before `start`, from which a match reaches to `end`. */
function findStart({ classes, backward }: PatternSearch, text: string, { start, end }: PatternMatch): number {
  const { ofUnit } = classes
  let { moves } = backward
  let state = backward.firstState(sideOf(classes, text.codePointAt(end)))
  let at = end
  let found = end
  for (;;) {
    let move = at > start ? (moves[state + (ofUnit[text.charCodeAt(at - 1)] ?? 0)] ?? unknownMove) : unknownMove
    let width = 1
    if (move === unknownMove) {
      const codePoint = codePointBefore(text, at)
      if (codePoint !== undefined && codePoint > 0xffff) width = 2
      move = backward.moveFrom(state, classOf(classes, codePoint))
      moves = backward.moves
    }
    const bits = move > 0 ? move << 2 : ~move
    if ((bits & 1) === 1) found = at
    state = bits >> 2
    if (state === deadState || at <= start) return found
    at -= width
  }
}

function classOf(classes: CharacterClasses, codePoint: number | undefined): number {
  return codePoint === undefined ? classes.count - 1 : classes.ofCodePoint(codePoint)
}

function sideBefore(classes: CharacterClasses, text: string, at: number): CharacterSide {
  return sideOf(classes, codePointBefore(text, at))
}

function sideOf(classes: CharacterClasses, codePoint: number | undefined): CharacterSide {
  return codePoint === undefined ? breakSide : (classes.sideOf[classOf(classes, codePoint)] ?? otherSide)
}

/** The character before a place, of which a surrogate pair is one; none at the start. */
function codePointBefore(text: string, at: number): number | undefined {
  if (at <= 0) return undefined
  const pair = at > 1 ? text.codePointAt(at - 2) : undefined
  return pair !== undefined && pair > 0xffff ? pair : text.charCodeAt(at - 1)
}
