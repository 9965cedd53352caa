import { setImmediate as breathe } from 'node:timers/promises'
import {
  type Clue,
  type DraftRanking,
  draftRanking,
  indexTerms,
  type Message,
  mostSignWords,
  type NearbyMessage,
  rankExactly,
  readSigns,
  searchText,
  weighClues,
} from '@palimpsest/core/store'
import { unpackPostgresId } from '../schema/pack-id.ts'
import { unpackPostgresMessage } from '../schema/pack-message.ts'
import { type CluedLine, cluedLine } from './clued-line.ts'
import { readClued } from './read-clued.ts'
import type { Searched } from './searched.ts'
import { textPieces } from './term-keys.ts'

/** A message that has some of the clues, itself or by its neighbours; the score is below 1. */
export interface PostgresLooseMatch {
  readonly no: number
  readonly score: number
  /** It has a telling word itself. */
  readonly isNamed: boolean
}

/** Messages that have the most telling words of a query, themselves or by their neighbours within a segment, best first. */
export async function searchLooselyInPostgres(
  searched: Searched,
  clues: readonly Clue[],
  query: string,
): Promise<readonly PostgresLooseMatch[]> {
  const line = cluedLine(await readClued(searched, clues), clues)
  const draft = draftRanking(weighClues(line.found, searched.messages), line)
  const ranked = rankExactly(draft, await readNearby(searched, draft, line), new Set(indexTerms(query)))
  return ranked.flatMap(({ place, score, isNamed }) => {
    const no = line.numberAt(place)
    return no === undefined ? [] : [{ no, score, isNamed }]
  })
}

interface NearbyRow extends Record<string, unknown> {
  readonly no: string
  readonly conversation: Buffer
  readonly body: Buffer | null
}

/** Texts are read for their signs, and where joined words were looked up by their halves. */
async function readNearby(searched: Searched, draft: DraftRanking, line: CluedLine) {
  const sizes = line.sizesOf(draft.nearby)
  const unsure = new Set(draft.clues.flatMap(({ surelyFrom = 0, exact }) => (surelyFrom > 0 ? exact : [])))
  const isRead = (place: number) =>
    unsure.has(place) || (draft.signed.has(place) && (sizes.get(place) ?? 0) <= mostSignWords)
  const read = [...sizes.keys()].filter(isRead)
  // Within one conversation all are of it.
  const named = searched.conversation === undefined ? [...sizes.keys()] : read
  const numbers = (places: readonly number[]) => places.flatMap((place) => line.numberAt(place) ?? [])
  const rows = await searched.run<NearbyRow>(
    `SELECT m.no, o.conversation, CASE WHEN m.no = ANY ($2::bigint[]) THEN m.body END AS body
      FROM @messages m JOIN @origins o ON o.no = m.origin WHERE m.no = ANY ($1::bigint[])`,
    [numbers(named), numbers(read)],
  )
  const byNumber = new Map(rows.map((row) => [Number(row.no), row]))
  const nearby = new Map<number, NearbyMessage>()
  for (const [place, words] of sizes) {
    const row = byNumber.get(line.numberAt(place) ?? -1)
    const conversation = searched.conversation ?? (row && unpackPostgresId(row.conversation)) ?? ''
    nearby.set(place, { words, conversation, ...(await signsOf(row?.body, words, unsure.size > 0)) })
  }
  return nearby
}

/** A damaged message has no signs, and does not keep others from being found. */
async function signsOf(
  body: Buffer | null | undefined,
  words: number,
  withTerms: boolean,
): Promise<Partial<NearbyMessage>> {
  const message = body ? readable(body) : undefined
  if (message === undefined) return {}
  const text = searchText(message)
  return {
    ...(words <= mostSignWords && readSigns(message, text)),
    ...(withTerms && { terms: await termsOf(text) }),
  }
}

function readable(body: Buffer): Message | undefined {
  try {
    return unpackPostgresMessage(body)
  } catch {
    return undefined
  }
}

/** Long texts are read in pieces, between which others get their turn. */
async function termsOf(text: string): Promise<ReadonlySet<string>> {
  const terms = new Set<string>()
  for (const piece of textPieces(text)) {
    if (piece.length < text.length) await breathe()
    for (const term of indexTerms(piece)) terms.add(term)
  }
  return terms
}

/** Returns true when a text has a telling word of the query after all: keys may collide, so the text has the last word. */
export async function hasTellingClue(text: string, clues: readonly Clue[]): Promise<boolean> {
  const terms = await termsOf(text)
  return clues.some(
    ({ anyOf, isFunctionWord }) => isFunctionWord !== true && anyOf.some((all) => all.every((term) => terms.has(term))),
  )
}
