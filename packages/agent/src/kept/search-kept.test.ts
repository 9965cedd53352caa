import { readdirSync } from 'node:fs'
import { searchText } from '@palimpsest/core/store'
import { scripted } from '@palimpsest/simulator'
import { expect, test } from 'vitest'
import { readFile } from '../tools/files/read-file.ts'
import { recall } from '../tools/memory/recall.ts'
import { createAgentDesk, ways } from '../turn/agent-desk.arbitrary.ts'

const [way] = ways
const never = new AbortController().signal
const needle = 'Zephyr-4711 failed: disk sda9 is full'

/** A conversation in which one output was too long to be shown; the needle stands in its middle. */
async function createSpilled() {
  // Put together when it runs, so that it stands nowhere in what was said.
  const made = "['Zep', 'hyr-4711 failed: disk sd', 'a9 is full'].join('')"
  const script = `for (let n = 0; n < 9000; n++) console.log(n === 4500 ? ${made} : 'line ' + n + ' ääß')`
  const desk = await createAgentDesk(way, {
    simulator: {
      model: scripted([
        { calls: [{ name: 'write_file', input: { path: 'a.mjs', content: script } }] },
        { calls: [{ name: 'terminal', input: { command: 'node a.mjs' } }] },
        'Done.',
      ]),
    },
  })
  await desk.turn('Run it.')
  const call = async (tool: typeof recall, input: object) => (await tool.run(input, desk.parts.toolContext, never)).text
  return { ...desk, call }
}

test('recall finds what stands only in a kept output, and says where', async () => {
  const { call, store, session, resultsFolder } = await createSpilled()
  const said = (await store.view(session)).map(({ message }) => (message.role === 'tool' ? searchText(message) : ''))
  expect(said.join('\n')).not.toContain('sda9')
  const found = await call(recall, { query: 'zephyr-4711 "DISK sda9"' })
  const [file = ''] = readdirSync(resultsFolder)
  expect(found).toMatch(
    new RegExp(`^kept output of #4, ${resultsFolder}/${file} \\(\\d+\\.\\d KB\\), line 4501: Zephyr`),
  )
  expect(found).toContain('read_file that of a kept output')
  expect(await call(recall, { query: 'zephyr-4711 nowhere' })).toMatch(/^\[Nothing found; 6 messages and 1 kept output/)
})

test('a kept output is read to the byte, page by page', async () => {
  const { call, resultsFolder, parts } = await createSpilled()
  const [file = ''] = readdirSync(resultsFolder)
  const small = { ...parts.toolContext, maxChars: 7_000 }
  let text = ''
  let next: { readonly offset: number; readonly column?: number } | undefined = { offset: 1 }
  for (let pages = 0; next !== undefined && pages < 100; pages++) {
    const page: string = (await readFile.run({ path: `${resultsFolder}/${file}`, ...next }, small, never)).text
    text += `${page.slice(0, page.lastIndexOf('\n['))}\n`
    const goOn = /Read on with offset (\d+)\.\]$/.exec(page)?.[1]
    next = goOn === undefined ? undefined : { offset: Number(goOn) }
  }
  const whole = Array.from({ length: 9_000 }, (_, n) => (n === 4_500 ? needle : `line ${n} ääß`)).join('\n')
  expect(text).toBe(`${whole}\n`)
  expect(await call(recall, { query: 'sda9' })).toContain('line 4501')
})

test('without kept outputs only what was said is searched', async () => {
  const { parts, turn } = await createAgentDesk(way, { simulator: { model: scripted(['Hi.']) } })
  await turn('Hello.')
  const { text } = await recall.run({ query: 'Hello' }, parts.toolContext, never)
  expect(text.replace(/, \d{4}-\d\d-\d\d \d\d:\d\d UTC/, '')).toBe(
    '#0 user: Hello.\n[1 hit; 2 messages of this conversation searched. read_original gives the whole.]',
  )
})
