/** Seeded generators for content that no installed package ships: logs, hex, ids, tables, terminal output. */

/** @typedef {{ int(below: number): number, pick<T>(list: readonly T[]): T }} Chance */

/** @param {number} seed @returns {Chance} */
export function chance(seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let z = Math.imul(state ^ (state >>> 15), state | 1)
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61)
    return (z ^ (z >>> 14)) >>> 0
  }
  return { int: (below) => next() % below, pick: (list) => list[next() % list.length] }
}

const nouns =
  'user order session cache worker request token payment invoice bucket shard replica queue job config schema index cursor account webhook message upload report device tenant policy retry batch stream lease volume snapshot gateway customer product'.split(
    ' ',
  )
const verbs =
  'started finished failed retried skipped created deleted updated expired rejected accepted connected closed flushed loaded parsed resolved scheduled dropped timed-out acquired released'.split(
    ' ',
  )
const names =
  'Amelia Jorge Priya Wei Fatima Lukas Noor Sofia Kenji Olga Tunde Marta Ibrahim Chloe Rahul Ingrid Mateo Yuki Anders Leila'.split(
    ' ',
  )
const emoji =
  '😀 😂 🤣 😊 😍 🙏 🔥 🎉 👍 👍🏽 ❤️ 💔 😭 😅 🤔 🙄 ✨ 🚀 ✅ ❌ ⚠️ 🐛 📦 🎶 ☕ 🍕 🌍 👩‍💻 👨‍👩‍👧 🇫🇷 🇯🇵 🏳️‍🌈 🥳 🤷‍♀️ 💯 👀 🧪 🛠️ 📈 🌙 ⭐ 🐈 🌮 🏆'.split(
    ' ',
  )
const replies =
  'ok cool|on my way|see you at eight|that was amazing|no idea honestly|thank you so much|can we move it to friday?|lol same|happy birthday!!|did the build pass|shipping it now|call me later|best coffee in town|we are out of milk'.split(
    '|',
  )

/** @type {Readonly<Record<string, (chance: Chance) => string>>} One line or paragraph of each kind. */
const lines = {
  log: (c) =>
    c.pick([
      () =>
        `${time(c)} ${c.pick(['INFO', 'WARN', 'ERROR', 'DEBUG'])} [${c.pick(nouns)}-${c.int(9)}] ${c.pick(nouns)} ${c.pick(verbs)} id=${hex(c, 8)} took=${c.int(5000)}ms status=${c.pick([200, 201, 404, 500, 503])}`,
      () =>
        `${ip(c)} - - [${time(c)}] "${c.pick(['GET', 'POST', 'PUT'])} /api/v${c.int(3)}/${c.pick(nouns)}s/${c.int(99999)} HTTP/1.1" ${c.pick([200, 304, 404, 502])} ${c.int(90000)} "-" "Mozilla/5.0 (X11; Linux x86_64)"`,
      () =>
        `{"level":"${c.pick(['info', 'warn', 'error'])}","ts":${1_700_000_000 + c.int(9_999_999)}.${c.int(999)},"msg":"${c.pick(nouns)} ${c.pick(verbs)}","trace_id":"${hex(c, 32)}","attempt":${c.int(5)}}`,
      () =>
        `Nov ${1 + c.int(28)} ${clock(c)} host-${c.int(40)} ${c.pick(nouns)}d[${c.int(32000)}]: ${c.pick(nouns)} ${c.pick(verbs)} from ${ip(c)} port ${c.int(65535)}`,
    ])(),
  'stack trace': (c) =>
    `${c.pick(['TypeError', 'RangeError', 'Error [ERR_HTTP2_STREAM_CANCEL]', 'java.lang.IllegalStateException'])}: Cannot read properties of undefined (reading '${c.pick(nouns)}Id')\n${many(4 + c.int(5), () => c.pick([`    at ${camel(c)} (/srv/app/packages/${c.pick(nouns)}/src/${c.pick(nouns)}-${c.pick(nouns)}.ts:${c.int(900)}:${c.int(80)})`, `    at async ${pascal(c)}.${camel(c)} (file:///home/ci/build/node_modules/${c.pick(nouns)}/dist/index.js:${c.int(9000)}:${c.int(90)})`, `\tat com.example.${c.pick(nouns)}.${pascal(c)}.${camel(c)}(${pascal(c)}.java:${c.int(700)})`, `  File "/usr/lib/python3.11/site-packages/${c.pick(nouns)}/${c.pick(nouns)}_${c.pick(nouns)}.py", line ${c.int(900)}, in ${c.pick(nouns)}_${c.pick(nouns)}`]))}`,
  diff: (c) =>
    `@@ -${c.int(400)},${c.int(20)} +${c.int(400)},${c.int(20)} @@ export function ${camel(c)}(${c.pick(nouns)}: ${pascal(c)}) {\n${many(5 + c.int(4), () => `${c.pick(['+', '-', ' ', ' '])}${c.pick([`  const ${camel(c)} = await ${camel(c)}(${c.pick(nouns)}.${c.pick(nouns)}Id, { limit: ${c.int(100)} })`, `  if (!${c.pick(nouns)}) return undefined`, `    expect(${camel(c)}).toBe(${c.int(50)})`, '  }', `import { ${camel(c)} } from './${c.pick(nouns)}-${c.pick(nouns)}.ts'`])}`)}`,
  hex: (c) =>
    c.pick([
      () => hex(c, 64),
      () => `${hex(c, 8)}: ${many(8, () => hex(c, 4), ' ')}`,
      () => `${hex(c, 40)}  ${c.pick(nouns)}-${c.int(20)}.tar.gz`,
      () => `0x${hex(c, 16).toUpperCase()} 0x${hex(c, 40)}`,
    ])(),
  base64: (c) => base64(c, 76),
  'ids (uuid, ulid, keys)': (c) =>
    c.pick([
      () => `${hex(c, 8)}-${hex(c, 4)}-4${hex(c, 3)}-a${hex(c, 3)}-${hex(c, 12)}`,
      () => `01H${letters(c, 23, '0123456789ABCDEFGHJKMNPQRSTVWXYZ')}`,
      () => `${c.pick(['call_', 'toolu_01', 'req_', 'msg_'])}${letters(c, 22, alphanumeric)}`,
      () => `sha256:${hex(c, 64)}`,
    ])(),
  csv: (c) =>
    `${c.int(99999)},${c.pick(names)},${c.pick(names).toLowerCase()}.${c.int(99)}@example.com,${date(c)},${c.int(900)}.${10 + c.int(89)},${c.pick(['active', 'pending', 'closed'])},${c.pick(['true', 'false', ''])},"${c.pick(nouns)}, ${c.pick(nouns)}"`,
  table: (c) =>
    `| ${c.pick(nouns).padEnd(12)} | ${String(c.int(100000)).padStart(8)} | ${c.pick(verbs).padEnd(10)} | ${date(c)} | ${(c.int(10000) / 100).toFixed(2).padStart(7)} |`,
  'emoji chat': (c) =>
    `${c.pick(names)}: ${c.pick(replies)} ${many(1 + c.int(4), () => c.pick(emoji), c.pick(['', '', ' ']))}`,
  emoji: (c) => many(12, () => c.pick(emoji), ''),
  'tool result json': (c) =>
    JSON.stringify(
      {
        id: `${c.pick(nouns)}_${hex(c, 12)}`,
        type: c.pick(nouns),
        createdAt: `${date(c)}T${clock(c)}.${c.int(999)}Z`,
        owner: { name: c.pick(names), email: `${c.pick(names).toLowerCase()}@example.org`, admin: c.int(2) === 0 },
        [camel(c)]: c.int(1e6),
        tags: [c.pick(nouns), c.pick(verbs), `${c.pick(nouns)}-${c.pick(nouns)}`],
        path: `/data/${c.pick(nouns)}/${c.pick(nouns)}.${c.pick(['json', 'ts', 'md'])}`,
        score: c.int(1e6) / 1e6,
        error: c.int(3) ? null : `${c.pick(nouns)} ${c.pick(verbs)}`,
      },
      undefined,
      c.pick([0, 0, 2]),
    ),
  terminal: (c) =>
    c.pick([
      () =>
        `-rw-r--r--  1 ${c.pick(names).toLowerCase()} staff ${String(c.int(99999)).padStart(8)} Nov ${1 + c.int(28)} ${clock(c).slice(0, 5)} ${c.pick(nouns)}-${c.pick(nouns)}.${c.pick(['ts', 'json', 'md', 'lock'])}`,
      () =>
        `\u001b[32m ✓\u001b[39m packages/${c.pick(nouns)}/src/${c.pick(nouns)}.test.ts \u001b[2m(${c.int(40)} tests)\u001b[22m \u001b[32m${c.int(900)}\u001b[2mms\u001b[22m\u001b[39m`,
      () =>
        `${'█'.repeat(c.int(30))}${'░'.repeat(c.int(30))} ${c.int(100)}% | ${c.int(900)}/${c.int(900)} | ETA ${c.int(60)}s`,
      () => `├── ${c.pick(nouns)}\n│   ├── ${c.pick(nouns)}.ts\n│   └── ${c.pick(nouns)}-${c.pick(nouns)}.ts`,
      () => `${c.pick(['-', '=', '─', '*'])}`.repeat(20 + c.int(60)),
      () =>
        `$ ${c.pick(['git', 'npm', 'docker', 'kubectl'])} ${c.pick(['run', 'get', 'push', 'logs'])} ${c.pick(nouns)} --${c.pick(nouns)}=${c.pick(nouns)} -n ${c.int(50)}`,
      () =>
        `${hex(c, 7)} ${date(c)} ${c.pick(names)} fix(${c.pick(nouns)}): ${c.pick(nouns)} ${c.pick(verbs)} twice (#${c.int(4000)})`,
    ])(),
}

/** The kinds of content that can be generated. */
export const kinds = Object.keys(lines)

/** At least `size` characters of a kind, the same for the same seed. @param {string} kind @param {number} seed @param {number} size */
export function generate(kind, seed, size) {
  const dice = chance(seed)
  let text = ''
  while (text.length < size) text += `${lines[kind](dice)}\n`
  return text
}

const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** @param {number} count @param {() => string} make */
function many(count, make, between = '\n') {
  return Array.from({ length: count }, () => make()).join(between)
}

/** @param {Chance} c @param {number} length @param {string} alphabet */
const letters = (c, length, alphabet) => many(length, () => alphabet[c.int(alphabet.length)], '')
/** @param {Chance} c @param {number} length */
const hex = (c, length) => letters(c, length, '0123456789abcdef')
/** @param {Chance} c @param {number} length */
const base64 = (c, length) => letters(c, length, `${alphanumeric}+/`)
/** @param {Chance} c */
const ip = (c) => `10.${c.int(256)}.${c.int(256)}.${c.int(256)}`
/** @param {Chance} c */
const clock = (c) => `${two(c.int(24))}:${two(c.int(60))}:${two(c.int(60))}`
/** @param {Chance} c */
const date = (c) => `20${10 + c.int(17)}-${two(1 + c.int(12))}-${two(1 + c.int(28))}`
/** @param {Chance} c */
const time = (c) => `${date(c)}T${clock(c)}.${100 + c.int(899)}Z`
/** @param {number} value */
const two = (value) => String(value).padStart(2, '0')
/** @param {Chance} c */
const pascal = (c) => many(2, () => capital(c.pick(nouns)), '')
/** @param {Chance} c */
const camel = (c) => c.pick(nouns) + capital(c.pick(nouns))
/** @param {string} word */
const capital = (word) => word[0].toUpperCase() + word.slice(1)
