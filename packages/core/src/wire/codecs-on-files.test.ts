import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Json } from '../json.ts'
import type { Format } from '../message/message.ts'
import { crossingFaults } from '../testing/check-codec.ts'
import { checkAiSdk, checkAnthropic, checkOpenAiChat, checkOpenAiResponses } from '../testing/index.ts'
import { codecs, formats } from './codecs.ts'
import { readTranscript } from './transcript/read-transcript.ts'
import { writeTranscript } from './transcript/write-transcript.ts'

const folder = process.env.PALIMPSEST_TRANSCRIPTS
const files = folder === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.jsonl'))

const oracles: Partial<Record<Format, (value: Json) => readonly unknown[]>> = {
  anthropic: checkAnthropic,
  'openai-chat': checkOpenAiChat,
  'openai-responses': checkOpenAiResponses,
  'ai-sdk': checkAiSdk,
}

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

// Real transcripts are not ours to ship.
const reason = files.length > 0 ? '' : ' (skipped: PALIMPSEST_TRANSCRIPTS names no folder of JSONL files)'

describe.skipIf(files.length === 0)(`real transcripts${reason}`, () => {
  test.each(files)('%s goes through every format and back', { timeout: 120_000 }, (file) => {
    const text = readFileSync(join(folder ?? '', file), 'utf8')
    const { transcript, format } = readTranscript(text)
    expect(linesOf(writeTranscript(transcript, format).text)).toEqual(linesOf(text))
    for (const to of formats.filter((other) => other !== format)) {
      const { value } = codecs[to].encode(transcript)
      expect(crossingFaults(transcript, codecs[to])).toEqual([])
      expect(oracles[to]?.(value) ?? []).toEqual([])
      const back = codecs[format].encode(codecs[to].decode(value)).value
      expect(oracles[format]?.(back) ?? []).toEqual([])
    }
  })
})
