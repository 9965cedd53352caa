import type { CodePointSet } from './code-point-set.ts'

/** `^` and `$` are the starts and ends of lines, not of the text. */
export type PatternAssertion = 'line-start' | 'line-end' | 'word-edge' | 'no-word-edge'

/** A part of a pattern. `canBeEmpty` says that it may match without taking a character. */
export type PatternNode = { readonly canBeEmpty: boolean } & (
  | {
      readonly kind: 'character'
      readonly set: CodePointSet
      /** The character that it takes, where it is always the same one; folded where case is ignored. */
      readonly only?: string
    }
  | { readonly kind: 'assertion'; readonly assertion: PatternAssertion }
  | { readonly kind: 'sequence'; readonly nodes: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly nodes: readonly PatternNode[] }
  | PatternRepeat
)

/** What is repeated, how often, and where the quantifier stands in the source. */
export interface PatternRepeat {
  readonly kind: 'repeat'
  readonly node: PatternNode
  readonly least: number
  readonly most: number
  readonly isGreedy: boolean
  readonly offset: number
}

export const emptyNode: PatternNode = { kind: 'sequence', nodes: [], canBeEmpty: true }

export function assertionNode(assertion: PatternAssertion): PatternNode {
  return { kind: 'assertion', assertion, canBeEmpty: true }
}

export function sequenceNode(nodes: readonly PatternNode[]): PatternNode {
  const [first = emptyNode, second] = nodes
  if (second === undefined) return first
  return { kind: 'sequence', nodes, canBeEmpty: nodes.every(({ canBeEmpty }) => canBeEmpty) }
}

export function choiceNode(nodes: readonly PatternNode[]): PatternNode {
  const [first = emptyNode, second] = nodes
  if (second === undefined) return first
  return { kind: 'choice', nodes, canBeEmpty: nodes.some(({ canBeEmpty }) => canBeEmpty) }
}

export function repeatNode(repeat: Omit<PatternRepeat, 'kind'>): PatternNode {
  return { kind: 'repeat', ...repeat, canBeEmpty: repeat.least === 0 || repeat.node.canBeEmpty }
}
