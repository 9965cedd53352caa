import { expect, test } from 'vitest'
import { Failure } from '../errors.ts'
import { user } from '../testing/build.ts'
import { ask, ledger, model, perfect, portsWith, run, show, signal, type Timer, talk } from './fake-model.arbitrary.ts'
import { headings } from './sections/headings.ts'
import { summarise } from './summarise.ts'

test('when one model is down the next one writes', async () => {
  const down = model(() => {
    throw Object.assign(new Error('fetch failed'), { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') })
  })
  const { note, failures } = await run(ask(), down, model(perfect, 100_000, 'main'))
  expect(note).toMatchObject({ by: 'model', model: 'main' })
  expect(failures).toMatchObject([{ model: 'aux', cause: 'network' }])
})

test.each([
  ['empty', () => ''],
  ['nothing but thinking', () => '<think>\nLet me see.\n</think>'],
  ['thinking that never ends', () => '<think>\nLet me see.'],
  ['empty sections', () => headings.map((heading) => `## ${heading}\nNone.`).join('\n')],
  ['a refusal', () => "I'm sorry, but I can't help with that."],
  ['a refusal in Chinese', () => '抱歉,我无法协助完成这个请求。'],
  ['an echo of the prompt', (prompt: string) => prompt],
  ['an echo of the material', (prompt: string) => prompt.split('#0: user]')[1]?.replaceAll('[src-', '[') ?? ''],
  ['an error page', () => '<!DOCTYPE html><html><body>502 Bad Gateway</body></html>'],
  ['an error body', () => '{"error":{"message":"model not loaded","type":"server_error"}}'],
  [
    'a stranger’s text',
    () =>
      'Preheat your oven, butter twelve muffin tins thoroughly, whisk eggs, flour, sugar, vanilla; bake until golden brown and serve warm with jam.',
  ],
  ['babble that is longer than the material', () => 'look into the words '.repeat(2_000)],
])('%s is asked for once more, then code writes the summary', async (_, reply) => {
  const bad = model(reply)
  const { note, failures, body } = await run(ask({ ledger }), bad)
  expect(note.by).toBe('mechanical')
  expect(bad.prompts).toHaveLength(2)
  expect(bad.prompts[1]).toContain('An earlier attempt could not be used')
  expect(failures).toMatchObject([{ model: 'aux', cause: 'invalid-output' }])
  expect(body).toContain('Never push to main.')
})

test('a model that has too much to do is asked again after a rest, twice, and for nothing else', async () => {
  const busy = (times: number) =>
    model((prompt, n, s) => {
      if (n <= times) throw Object.assign(new Error('overloaded'), { status: 529 })
      return perfect(prompt, n, s)
    })
  const [twice, thrice] = [busy(2), busy(3)]
  const timers: Timer[] = []
  const { note, failures } = await summarise(ask(), portsWith([twice], timers), signal())
  expect([note.by, failures, twice.prompts.length]).toEqual(['model', [], 3])
  expect(timers.map(({ ms }) => ms).filter((ms) => ms < 60_000)).toEqual([2_000, 8_000])
  expect((await run(ask(), thrice)).note.by).toBe('mechanical')
  expect(thrice.prompts).toHaveLength(3)
})

test('a failure of ours is told in its own words, and sorted by what caused it', async () => {
  const cause = Object.assign(new Error('401 {"type":"error"}'), { name: 'AuthenticationError', status: 401 })
  const facts = { status: 401, message: 'invalid x-api-key' }
  const refused = new Failure('provider/refused', 'invalid x-api-key', { facts }, cause)
  const locked = model(() => {
    throw refused
  })
  expect((await run(ask(), locked)).failures).toEqual([{ model: 'aux', cause: 'auth', message: 'invalid x-api-key' }])
})

test('half a summary is asked for once more, shorter; one that is cut off again is not kept', async () => {
  const cut = (until: number) =>
    model(async function* (prompt, n, s) {
      yield perfect(prompt, n, s) as string
      if (n <= until) throw new Error('The answer was cut off at 4000 tokens.')
    })
  const once = cut(1)
  expect((await run(ask(), once)).note.by).toBe('model')
  expect(once.prompts[1]).toContain('Write half as much')
  const { note, failures } = await run(ask({ ledger }), cut(2))
  expect(note.by).toBe('mechanical')
  expect(failures).toMatchObject([{ cause: 'invalid-output', message: expect.stringContaining('cut off') }])
})

test('a bad answer is made good by a better one', async () => {
  const { note, failures } = await run(
    ask(),
    model((prompt, n, s) => (n === 1 ? '' : perfect(prompt, n, s))),
  )
  expect(note.by).toBe('model')
  expect(failures).toEqual([])
})

test('secrets that a model returns are taken out', async () => {
  const key = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`
  const { body } = await run(
    ask(),
    model((prompt, n, s) => `${perfect(prompt, n, s)}\n- token ${key}`),
  )
  expect(body).not.toContain(key)
})

test('secrets that a model returns reach neither its next prompt nor a flag', async () => {
  const key = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`
  const leaky = model((prompt, n, s) => `${perfect(prompt, n, s)}\n- https://example.org/${key}/x and ${key}`, 8_000)
  const { body, flags } = await run(
    ask({ messages: talk(60).messages, previous: '## Goal\nShip.', targetTokens: 600 }),
    leaky,
  )
  expect(leaky.prompts.length).toBeGreaterThan(3)
  for (const text of [...leaky.prompts, ...flags, body]) expect(text).not.toContain(key)
})

test('secrets in the earlier summary, the task and the focus are never shown or kept', async () => {
  const key = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`
  const writer = model(perfect)
  const said = `use ${key} please`
  const { body } = await run(ask({ previous: `## Goal\n${said}`, activeTask: said, focus: said }), writer)
  expect(writer.prompts.join('')).not.toContain(key)
  expect(body).not.toContain(key)
})

test('a chunk that fails is told by code and lowers the coverage', async () => {
  const { messages } = talk(60)
  const flaky = model((prompt, n, s) => {
    if (prompt.includes('stretch 2 of')) throw new Error('HTTP 429 too many requests')
    return perfect(prompt, n, s)
  }, 6_000)
  const { note, failures, flags } = await run(ask({ messages }), flaky)
  expect(note.by).toBe('model')
  expect(note.coverage).toBeGreaterThan(0.5)
  expect(note.coverage).toBeLessThan(1)
  expect(failures).toMatchObject([{ cause: 'rate-limit' }])
  expect(flags.some((flag) => flag.startsWith('partly-mechanical'))).toBe(true)
})

test('a model without a valid key is not asked chunk after chunk', async () => {
  const locked = model(() => {
    throw Object.assign(new Error('invalid x-api-key'), { status: 401 })
  }, 6_000)
  const { note, failures } = await run(ask({ messages: talk(60).messages, ledger }), locked)
  expect(note.by).toBe('mechanical')
  expect(locked.prompts.length).toBeLessThanOrEqual(4)
  expect(failures.every(({ cause }) => cause === 'auth')).toBe(true)
})

test.each([
  ['no known reason', new Error('The summarizer command ended with exit code 1 and gave no reason.'), 'unknown', 5],
  ['its rate limit', Object.assign(new Error('slow down'), { status: 429 }), 'rate-limit', 15],
])('a model that fails for %s is not asked chunk after chunk, and that is told once', async (_, error, cause, most) => {
  const failing = model(() => {
    throw error
  }, 6_000)
  const { messages } = talk(200)
  const { note, failures } = await run(ask({ messages, ledger }), failing)
  expect(note.by).toBe('mechanical')
  expect(failing.prompts.length).toBeLessThanOrEqual(most)
  expect(failures).toMatchObject([{ model: 'aux', cause }])
})

test('a model that goes down half-way keeps what it wrote; code writes the rest, and that is told once', async () => {
  const failing = model((prompt, n, s) => {
    if (n > 20) throw new Error('The summarizer command ended with exit code 1 and gave no reason.')
    return perfect(prompt, n, s)
  }, 6_000)
  const { note, failures, flags } = await run(ask({ messages: talk(200).messages, ledger }), failing)
  expect(note).toMatchObject({ by: 'model', model: 'aux' })
  expect(note.chunks).toBeGreaterThan(30)
  expect(failing.prompts.filter((prompt) => /stretch \d+ of/.test(prompt)).length).toBeLessThanOrEqual(25)
  expect(failures).toMatchObject([{ cause: 'unknown' }])
  expect(flags.filter((flag) => flag.startsWith('partly-mechanical'))).toHaveLength(1)
})

test('a model that fails now and then is asked for every chunk', async () => {
  const flaky = model((prompt, n, s) => {
    if (/stretch \d*[05] of/.test(prompt)) throw new Error('HTTP 429 too many requests')
    return perfect(prompt, n, s)
  }, 6_000)
  const { note, failures } = await run(ask({ messages: talk(60).messages }), flaky)
  const asked = new Set(flaky.prompts.flatMap((prompt) => prompt.match(/stretch \d+ of/) ?? []))
  expect(asked.size).toBe(note.chunks)
  expect(failures).toMatchObject([{ cause: 'rate-limit' }])
})

test('a model whose window is smaller than stated gets smaller pieces', async () => {
  const { messages, facts } = talk(30)
  const small = model((prompt, n, s) => {
    if (prompt.length > 40_000) throw new Error('400 prompt is too long: maximum context length is 10000 tokens')
    return perfect(prompt, n, s)
  }, 100_000)
  const { body, note } = await run(ask({ messages }), small)
  expect(note.by).toBe('model')
  expect(facts.filter((fact) => !body.includes(fact))).toEqual([])
})

test('a chunk that is too long after all is halved once', async () => {
  const { messages, facts } = talk(30)
  const small = model((prompt, n, s) => {
    if (prompt.length > 13_000) throw new Error('400 prompt is too long')
    return perfect(prompt, n, s)
  }, 8_000)
  const { body, note, failures } = await run(ask({ messages }), small)
  expect(small.prompts.some((prompt) => prompt.length > 13_000)).toBe(true)
  expect([note.coverage, failures]).toEqual([1, []])
  expect(facts.filter((fact) => !body.includes(fact))).toEqual([])
})

test('a window too small for any prompt is said to be, without a call', async () => {
  const tiny = model(perfect, 600)
  const { note, failures } = await run(ask({ ledger }), tiny)
  expect(note.by).toBe('mechanical')
  expect(tiny.prompts).toHaveLength(0)
  expect(failures).toMatchObject([{ cause: 'overflow' }])
})

const ringAll = (timers: readonly Timer[], ms: number) => {
  for (const timer of timers) if (timer.ms === ms) timer.ring()
}
const never = () => new Promise<never>(() => undefined)

test.each([
  ['never answers', 180_000, []],
  ['falls silent in the middle', 90_000, ['## Goal\n', 'FACT-']],
])('a model that %s is given up', async (_, ms, pieces) => {
  const timers: Timer[] = []
  const hanging = model(async function* () {
    yield* pieces
    setTimeout(() => ringAll(timers, ms), 1)
    await never()
  })
  const { note, failures } = await summarise(
    ask(),
    portsWith([hanging, model(perfect, 100_000, 'main')], timers),
    signal(),
  )
  expect(failures).toMatchObject([{ model: 'aux', cause: 'timeout' }])
  expect(note.model).toBe('main')
})

test('a stream that breaks off fails, however much it said', async () => {
  const broken = model(async function* (prompt) {
    yield perfect(prompt, 1, signal()) as string
    throw new Error('stream ended early')
  })
  expect((await run(ask(), broken)).failures).toMatchObject([{ cause: 'network' }])
})

test('a stream without end is cut off', async () => {
  const endless = model(async function* () {
    for (;;) yield 'look into the words '.repeat(1_000)
  })
  expect((await run(ask(), endless)).failures).toMatchObject([
    { cause: 'invalid-output', message: 'the answer does not end' },
  ])
})

test('an abort ends the work with the signal’s reason, even when the model does not listen', async () => {
  const controller = new AbortController()
  const deaf = model(async function* () {
    yield '## Goal'
    setTimeout(() => controller.abort(new Error('stop')), 1)
    await never()
  })
  await expect(summarise(ask(), portsWith([deaf]), controller.signal)).rejects.toThrow('stop')
  await expect(summarise(ask(), portsWith([]), controller.signal)).rejects.toThrow('stop')
})

test('no messages, or messages without text, end in a summary all the same', async () => {
  for (const messages of [[], show([user('')])])
    expect(
      (
        await run(
          ask({ messages }),
          model(() => ''),
        )
      ).note.by,
    ).toBe('mechanical')
})
