import type { Replayed } from '../compose.ts'
import { type CompressDesk, createCompressDesk } from '../compress/compress-desk.arbitrary.ts'

/** A desk on which transcripts are replayed in this process. */
export interface ReplayDesk extends CompressDesk {
  /** What `palimpsest replay --json` prints for a file of the desk. */
  replayed(name: string, args?: readonly string[]): Promise<Replayed>
  /** What it prints for several. */
  replayedAll(names: readonly string[], args?: readonly string[]): Promise<readonly Replayed[]>
}

export function createReplayDesk(): ReplayDesk {
  const desk = createCompressDesk()
  const replay = async (names: readonly string[], args: readonly string[]) => {
    const { out, err, code } = await desk.here(['replay', ...names.map(desk.path), '--json', ...args])
    if (code !== 0) throw new Error(`exit ${code}: ${err}`)
    return JSON.parse(out)
  }
  return {
    ...desk,
    replayed: (name, args = []) => replay([name], args),
    replayedAll: (names, args = []) => replay(names, args),
  }
}

/** A talk of so many turns with a tool call each; every result has so many words. */
export function toolTalk(turns: number, words: number): readonly object[] {
  return [
    { role: 'user', content: 'Look at all of it. Never touch the main branch.' },
    ...Array.from({ length: turns }, (_, n) => [
      {
        role: 'assistant',
        content: `Part ${n}.`,
        tool_calls: [
          { id: `c${n}`, type: 'function', function: { name: 'bash', arguments: `{"command":"cat ${n}"}` } },
        ],
      },
      { role: 'tool', tool_call_id: `c${n}`, content: `line of part ${n}\n`.repeat(words) },
    ]).flat(),
    { role: 'assistant', content: 'That was all of it.' },
  ]
}
