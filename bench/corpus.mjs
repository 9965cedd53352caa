/**
 * The text that the estimator is measured on: real files of installed packages, words of Node's own locale data,
 * generated logs and ids, and short passages of prose. It needs no network.
 *
 * A document is either fitted on or held out, decided by a hash of its name, and never both. The weights of the
 * estimator were fitted on the former, with more text of the same kinds in 90 languages that is not shipped here; the
 * benchmark reports on the latter. It was looked at while the model was chosen, and generated text has one generator for
 * both parts, so expect a little more error elsewhere.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generate, kinds } from './generate.mjs'
import { passages } from './passages.mjs'

/**
 * @typedef {object} Document
 * @property {string} kind the class it is reported under
 * @property {string} name
 * @property {string} text
 * @property {'fit' | 'held-out'} part
 */

const modules = fileURLToPath(new URL('../node_modules', import.meta.url))
const maxChars = 60_000

/** Where each class of real text is found: a folder under node_modules and a pattern for paths within it. */
const sources = /** @type {const} */ ({
  'markdown en': [
    ['ai/docs', /\.mdx$/, 40],
    ['', /(README|CHANGELOG|Readme)\.md$/, 40],
    ['undici/docs', /\.md$/, 20],
  ],
  'licences en': [['', /(LICENSE|NOTICE)[^/]*$/, 40]],
  typescript: [
    ['ai/src', /(?<!test)\.ts$/, 40],
    ['zod/src/v4', /\.ts$/, 30],
    ['@ai-sdk/provider-utils/src', /\.ts$/, 30],
  ],
  'type declarations': [
    ['@typescript', /lib\.[^/]*\.d\.ts$/, 24],
    ['vitest/dist', /\.d\.ts$/, 12],
    ['@types/node', /\.d\.ts$/, 20],
  ],
  javascript: [
    ['vite/dist', /\.js$/, 12],
    ['vitest/dist', /\.js$/, 30],
    ['fast-check/lib', /\.js$/, 40],
    ['undici/lib', /\.js$/, 40],
  ],
  json: [
    ['', /package\.json$/, 60],
    ['@biomejs', /configuration_schema\.json$/, 1],
  ],
  'source maps': [['', /\.map$/, 16]],
})

/** Locales whose words Node's own Intl spells out, by script. */
const locales = /** @type {const} */ ({
  han: ['zh', 'zh-Hant', 'yue'],
  japanese: ['ja'],
  korean: ['ko'],
  cyrillic: ['ru', 'uk', 'bg', 'sr', 'be', 'kk', 'mn'],
  arabic: ['ar', 'fa', 'ur', 'ps'],
  hebrew: ['he', 'yi'],
  devanagari: ['hi', 'mr', 'ne'],
  'indic, other': ['bn', 'ta', 'te', 'gu', 'kn', 'ml', 'pa', 'si'],
  'thai, lao, khmer, burmese': ['th', 'lo', 'km', 'my'],
  'greek, armenian, georgian': ['el', 'hy', 'ka'],
  ethiopic: ['am', 'ti'],
  'latin, western': ['es', 'fr', 'de', 'pt', 'it', 'nl', 'sv', 'id'],
  'latin, eastern': ['pl', 'cs', 'hu', 'tr', 'ro', 'hr', 'lt', 'vi', 'az', 'fi'],
})

/** Every document of the corpus, in a fixed order. */
export function corpus() {
  return [...packageText(), ...translations(), ...localeWords(), ...generated(), ...prose()]
}

/** @returns {Document[]} */
function packageText() {
  return Object.entries(sources).flatMap(([kind, places]) =>
    places.flatMap(([folder, pattern, limit]) =>
      files(folder, pattern, limit).map((path) => document(kind, path, read(path))),
    ),
  )
}

/** Messages of zod and the translated introductions of biome: what people wrote, in many languages. */
function translations() {
  const messages = files('zod/v4/locales', /\.js$/, 100).map((path) => {
    const strings = [...read(path).matchAll(/(["`])((?:(?!\1).)*[^\x20-\x7e](?:(?!\1).)*)\1/g)].map(
      ([, , text]) => text,
    )
    const text = strings.join('\n').repeat(2)
    return heldOut(`messages, ${script(text)}`, path, text)
  })
  const readmes = files('@biomejs/biome', /README\..*\.md$/, 100).map((path) => {
    const text = read(path)
    return heldOut(`readme, ${script(text)}`, path, text)
  })
  return [...messages.filter(({ text }) => text.length > 500), ...readmes]
}

/** Names of regions and languages, with dates: every other line is held out. @returns {Document[]} */
function localeWords() {
  return Object.entries(locales).flatMap(([group, tags]) =>
    tags.flatMap((tag) => {
      const lines = words(tag)
      const half = (/** @type {number} */ odd) => lines.filter((_, i) => i % 2 === odd).join('\n')
      const kind = `names, ${group}`
      return /** @type {Document[]} */ ([
        { kind, name: `intl/${tag}/1`, text: half(0), part: 'fit' },
        { kind, name: `intl/${tag}/2`, text: half(1), part: 'held-out' },
      ])
    }),
  )
}

/** @param {string} tag */
function words(tag) {
  const regions = new Intl.DisplayNames(tag, { type: 'region', fallback: 'none' })
  const languages = new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' })
  const dates = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })
  const ago = new Intl.RelativeTimeFormat(tag)
  const list = new Intl.ListFormat(tag)
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((a) => letters.map((b) => a + b))
  return codes.flatMap((code, i) => {
    const names = [regions.of(code), languages.of(code.toLowerCase())].filter((name) => name !== undefined)
    const when = i % 9 ? '' : `: ${dates.format(i * 86_400_000 * 3.3)}, ${ago.format(-i, 'day')}`
    return names.length === 0 ? [] : [list.format(names) + when]
  })
}

/** Two seeds a kind, so that each half of the corpus has its own. @returns {Document[]} */
function generated() {
  return kinds.flatMap((kind) => [
    { kind, name: `${kind}/1`, text: generate(kind, 1, maxChars / 2), part: 'fit' },
    { kind, name: `${kind}/2`, text: generate(kind, 2, maxChars), part: 'held-out' },
  ])
}

/** @returns {Document[]} */
function prose() {
  return Object.entries(passages).map(([language, paragraphs]) => ({
    kind: `prose ${language}`,
    name: `passages/${language}`,
    text: paragraphs.join('\n\n'),
    part: 'held-out',
  }))
}

/**
 * Chat transcripts (`*.jsonl`, a header and then one OpenAI message a line) as documents by speaker and language.
 *
 * @param {string} folder
 * @returns {Document[]}
 */
export function transcripts(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => {
      const [header, ...messages] = readFileSync(`${folder}/${name}`, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
      const language = header.languages?.[0] ?? 'en'
      const said = messages.flatMap(utterances)
      return [...new Set(said.map(({ kind }) => kind))].map((kind) => {
        const texts = said.filter((each) => each.kind === kind).map(({ text }) => text)
        const label = `transcript ${language}, ${kind}`
        // A licence for evaluation alone forbids fitting, whatever the hash says.
        const make = /NC/.test(header.license ?? '') ? heldOut : document
        return make(label, name, texts.join('\n'))
      })
    })
}

/** @param {any} message */
function utterances({ role, content, tool_calls }) {
  const parts = typeof content === 'string' ? [content] : (content ?? []).map((/** @type {any} */ { text }) => text)
  const kind = { user: 'user', assistant: 'assistant', tool: 'tool results' }[/** @type {string} */ (role)] ?? 'system'
  const calls = (tool_calls ?? []).map((/** @type {any} */ call) => call.function.arguments)
  return [
    ...parts.filter((/** @type {unknown} */ text) => text).map((/** @type {string} */ text) => ({ kind, text })),
    ...calls.map((/** @type {string} */ text) => ({ kind: 'tool arguments', text })),
  ]
}

/** @param {string} kind @param {string} name @param {string} text @returns {Document} */
function document(kind, name, text) {
  return { kind, name, text, part: digest(name) % 2 === 0 ? 'fit' : 'held-out' }
}

/** @param {string} kind @param {string} name @param {string} text @returns {Document} */
function heldOut(kind, name, text) {
  return { kind, name, text, part: 'held-out' }
}

/** The salt leaves something of every language on both sides. @param {string} name */
function digest(name) {
  return createHash('sha256').update(`5/${name}`).digest()[0]
}

/** Tokenizers are left out: their files are vocabularies, not text. @param {string} folder @param {RegExp} pattern @param {number} limit */
function files(folder, pattern, limit) {
  const skipped = /(^|\/)(gpt-tokenizer|bpe-lite|@palimpsest)\//
  return readdirSync(`${modules}/${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(modules.length + 1).replace(/^\//, ''))
    .filter((path) => pattern.test(path) && !skipped.test(path))
    .sort((a, b) => digest(a) - digest(b) || (a < b ? -1 : 1))
    .slice(0, limit)
}

/** @param {string} path */
function read(path) {
  return readFileSync(`${modules}/${path}`, 'utf8').slice(0, maxChars)
}

/** The script, if not Latin, that much of a text is written in. @param {string} text */
function script(text) {
  const scripts = ['Han', 'Hiragana', 'Hangul', 'Cyrillic', 'Arabic', 'Hebrew', 'Devanagari', 'Thai', 'Greek']
  const found = scripts.map((name) => ({
    name: name.toLowerCase(),
    count: text.match(new RegExp(`\\p{Script=${name}}`, 'gu'))?.length ?? 0,
  }))
  const [most] = found.sort((a, b) => b.count - a.count)
  return most !== undefined && most.count > text.length / 12 ? most.name : 'latin and other'
}
