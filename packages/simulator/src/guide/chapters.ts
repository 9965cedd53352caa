import type { ScriptedTurn } from '../model/scripted.ts'
import { logCount, logPath, lostVoucher, rightSum, wrongSum } from './guide-files.ts'

/** The guide's knowledge when it speaks. */
export interface ToldChapter {
  /** The user's last message. */
  readonly words: string
  /** Calls of this chapter that were answered so far. */
  readonly step: number
  /** The last answer of the tools. */
  readonly results: string
  /** True when the first log is in the window: once read, only a compaction removes it. */
  readonly showsFirstLog: boolean
}

/** A part of the tour: what is said at each of its steps. A turn without calls ends it. */
type Chapter = (heard: ToldChapter) => ScriptedTurn

/** The tour, in order: one chapter for each message of the user. */
export const chapters: readonly Chapter[] = [lookAround, mendBug, fillWindow, recallLine, farewell]

function lookAround({ step }: ToldChapter): ScriptedTurn {
  if (step === 0)
    return {
      text: 'Welcome! I am a script that plays the model, so that you need no key. Everything around me is real: the tools, the store, the compaction, the prompt cache and its bill. I work in a made-up shop in a temporary folder. First I look around.',
      calls: [
        { name: 'list_files', input: {} },
        { name: 'read_file', input: { path: 'README.md' } },
      ],
    }
  return {
    text: 'Those were two tool calls, and what they printed now fills a part of the window. My window is small for this tour: 16,384 tokens. Long agent sessions fill large ones the same way, mostly with what tools print.\n\nType `/context` to see what is in it. Then say `next`.',
  }
}

function mendBug({ step, results }: ToldChapter): ScriptedTurn {
  if (step === 0)
    return { text: 'An order of three lamps costs as much as one. Let me see.', calls: [readFile('src/price.js')] }
  if (step === 1)
    return {
      text: 'The sum forgets how many of each were ordered. I would like to change that line. Changes are shown to you before they happen, and only happen when you agree.',
      calls: [{ name: 'patch', input: { path: 'src/price.js', edits: [{ old: wrongSum, new: rightSum }] } }],
    }
  const outcome = results.startsWith('Changed')
    ? 'Changed, as you agreed.'
    : 'You did not agree, so the file is as it was. That is fine: nothing happens behind your back.'
  return {
    text: `${outcome}\n\nNow tell me a rule for this work, for instance: \`Always write amounts in cents.\` Then I read the logs of the shop until the window is half full, which is where Palimpsest compacts. Watch what becomes of your rule.`,
  }
}

function fillWindow({ words, step, showsFirstLog }: ToldChapter): ScriptedTurn {
  if (step === 0)
    return {
      text: `${isNext(words) ? 'Without a rule, then.' : 'Noted. Your own words are kept to the letter through every compaction.'} I read the logs, day by day.`,
      calls: [readFile(logPath(0))],
    }
  if (step < logCount && showsFirstLog) return { calls: [readFile(logPath(step))] }
  if (showsFirstLog)
    return { text: 'The window is still not half full, so nothing had to be compacted. Say `next` to go on.' }
  return {
    text: `That was a compaction. The window had reached its threshold, so the older logs left it: each is now one line that says what was read. Where that is not enough, a structured summary takes the place of the middle of the conversation. What you said stays to the letter, and neither of us had to start anew.\n\n- \`/receipt\` says what was done and what it saved.\n- \`/context\` shows the window now${isNext(words) ? '' : ', and your rule under "Task"'}.\n\nThen say \`next\`, and I show that nothing was lost.`,
  }
}

function recallLine({ step, results }: ToldChapter): ScriptedTurn {
  if (step === 0)
    return {
      text: 'On the first day a voucher was refused. That log is no longer in front of me, so I look it up in the archive.',
      calls: [{ name: 'recall', input: { query: 'voucher expired', limit: 3 } }],
    }
  const [line] = /order \d+ refused: voucher \S+ expired on \S+/.exec(results) ?? []
  const found = line === undefined ? 'It was not found, which should not happen.' : `Here it is:\n\n    ${line}`
  return {
    text: `${found}\n\nEverything that was ever said stays in the store, to the letter. You can search it too: \`/search ${lostVoucher}\`.\n\nA compaction can also be taken back. Type \`/undo\`, and \`/context\` to see the window as it was. The next message compacts again, because the window is too full once more. Then say \`next\` one last time.`,
  }
}

function farewell(): ScriptedTurn {
  return {
    text: 'That was the tour. `/usage` shows what it would have cost, and which share of the prompts came from the cache.\n\nTo talk with a real model, set a key and name a model:\n\n    export ANTHROPIC_API_KEY=…\n    palimpsest chat --model claude-sonnet-5\n\nAsk me about compaction, undo, recall, caching, costs, tools, privacy or engines, say `again` to start over, or leave with `/quit`. The folder of the tour is removed then; your own home was not touched.',
  }
}

/** True when the user only wants to continue. */
export function isNext(words: string): boolean {
  return /^\W*(?:next|go on|continue|ok(?:ay)?|yes)?\W*$/i.test(words.slice(0, 40))
}

function readFile(path: string) {
  return { name: 'read_file', input: { path } }
}
