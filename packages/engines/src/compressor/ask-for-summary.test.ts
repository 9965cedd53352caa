import { deriveBudget } from '@palimpsest/core/budget'
import type { SummaryModel } from '@palimpsest/core/engine'
import type { Message } from '@palimpsest/core/message'
import { assistant, call, result, user } from '@palimpsest/core/testing'
import { expect, test } from 'vitest'
import { createStand } from './stand.arbitrary.ts'

const budget = deriveBudget({ contextTokens: 200_000 })
const sentence = (i: number) => `Part ${i} of the importer reads rows, maps columns and writes them to the table. `

/** Turns of much output and some prose. */
function turns(count: number, outputLines: number, sentences: number): readonly Message[] {
  return Array.from({ length: count }, (_, i) => [
    assistant(sentence(i).repeat(sentences), call('terminal', { command: `cat part-${i}.log` }, `c${i}`)),
    result(`c${i}`, Array.from({ length: outputLines }, (_, n) => `row ${n} of part ${i} is fine`).join('\n')),
  ]).flat()
}

function listening(name: string): SummaryModel & { readonly prompts: string[] } {
  const prompts: string[] = []
  return {
    name,
    contextTokens: 200_000,
    prompts,
    async *write(prompt) {
      prompts.push(prompt)
      yield `## Goal\n${sentence(1)}\n## Completed Actions\n1. Read the parts of the importer: cat part-1.log.`
    },
  }
}

const askedFor = ({ prompts: [prompt = ''] }: { readonly prompts: readonly string[] }) =>
  Number(/\((\d+) tokens\)/.exec(prompt)?.[1])

async function compressed(messages: readonly Message[], live?: SummaryModel) {
  const writer = listening('aux')
  const stand = await createStand([writer])
  await stand.say([user('Never drop a row. Write the importer.'), ...messages])
  const outcome = await stand.compress(budget, live ? { live } : {})
  return { writer, stand, receipt: outcome.kind === 'committed' ? outcome.receipt : expect.unreachable() }
}

test('a summary is sized by what is left once results are cleared, not by what they said', async () => {
  const mostlyOutput = await compressed(turns(110, 80, 18))
  const mostlyProse = await compressed(turns(110, 8, 60))
  expect(mostlyOutput.receipt.saved.cleared).toBeGreaterThan(50_000)
  expect(askedFor(mostlyOutput.writer)).toBeLessThan(0.8 * askedFor(mostlyProse.writer))
  expect(askedFor(mostlyOutput.writer)).toBeGreaterThanOrEqual(2_000)
  expect(askedFor(mostlyProse.writer)).toBeLessThanOrEqual(10_000)
})

test('the model of the conversation is asked on top of it, where it can be, and nobody else', async () => {
  const live = { ...listening('main, live'), contextTokens: 100_000 }
  const { writer, receipt, stand } = await compressed(turns(110, 80, 20), live)
  expect([live.prompts.length, writer.prompts.length]).toEqual([1, 0])
  expect(receipt.summary).toMatchObject({ by: 'model', model: 'main, live' })
  expect(live.prompts[0]).toContain(`begins with "${sentence(1).slice(0, 4)}`)
  expect(live.prompts[0]?.length).toBeLessThan(5_000)
  expect(JSON.stringify(await stand.view())).toContain('Never drop a row.')
})
