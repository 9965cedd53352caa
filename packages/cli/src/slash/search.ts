import type { ConversationId, SearchHit } from '@palimpsest/core/store'
import { readCommand } from '../store/read-command.ts'
import { searchEverything } from '../store/search-everything.ts'
import { titleOf } from '../store/title-of.ts'
import { countNoun } from '../terminal/count-noun.ts'
import { shortId } from '../terminal/short-id.ts'
import { when } from '../terminal/when.ts'
import { clip, oneLine } from '../terminal/width.ts'
import type { SlashCommand, SlashSession } from './slash-command.ts'

const mostHits = 12

export const search: SlashCommand = {
  name: 'search',
  argument: 'TEXT',
  help: 'Find what was said, in this and all other conversations.',
  run: async (session, argument, signal) => {
    if (argument === '') return ['What for? E.g. /search connection pool']
    const here = session.runtime().conversation
    const notes = new Set<string>()
    const place = { store: session.store, results: session.results, signal, tell: (text: string) => notes.add(text) }
    const mine = await searchEverything(place, { text: argument, conversation: here, limit: mostHits })
    const all = await searchEverything(place, { text: argument, limit: mostHits * 2 })
    const others = all.hits.filter(({ conversation }) => conversation !== here).slice(0, mostHits)
    if (mine.hits.length + others.length === 0)
      return [
        `Nothing found for “${oneLine(argument)}” in ${countNoun(all.searched, 'message')}. Try other words.`,
        ...notes,
      ]
    const groups = await grouped(session, [...mine.hits, ...others], here)
    const more = mine.capped || all.capped ? ['There are more: add a word.'] : []
    return [...groups, ...more, ...notes]
  },
}

async function grouped(
  session: SlashSession,
  hits: readonly SearchHit[],
  here: ConversationId,
): Promise<readonly string[]> {
  const { colours } = session.look()
  const blocks: string[] = []
  for (const id of new Set(hits.map(({ conversation }) => conversation))) {
    const lines = hits.filter(({ conversation }) => conversation === id).map((hit) => hitLine(hit, session))
    const name = id === here ? 'This conversation' : await nameOf(session, id)
    blocks.push([colours.bold(name), ...lines].join('\n'))
  }
  return blocks
}

async function nameOf({ store }: SlashSession, id: ConversationId): Promise<string> {
  const conversation = await store.conversation(id)
  return `${conversation === undefined ? 'Untitled' : await titleOf(store, conversation)}  ${shortId(id)}`
}

function hitLine({ id, index, role, at, snippet }: SearchHit, session: SlashSession): string {
  const { colours, columns } = session.look()
  const room = Math.max(20, Math.min(columns, 120) - 39)
  const line = `  ${colours.dim(`#${index}`.padEnd(7))}${role.padEnd(11)}${when(at)}  ${clip(snippet, room)}`
  return `${line}\n         ${colours.dim(readCommand(id, session.database))}`
}
