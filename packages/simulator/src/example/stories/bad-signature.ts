import { environmentDump } from '../bulk/secrets.ts'
import type { Scene } from '../scene.ts'
import { usePatch, useReadFile } from '../use-files.ts'
import { webFetch, webFetchFailed } from '../use-others.ts'
import { check, commit, terminalTimeout, test, useTerminal } from '../use-terminal.ts'
import type { Story } from './story.ts'

const file = 'src/payments/webhook.ts'
const title = 'accepts a body whose spaces differ from ours'

const processorPage = `# Verifying webhooks

Every request carries the header \`x-signature\`: a hex HMAC-SHA256 of the **raw request body** under your endpoint secret.

1. Read the body as bytes, before any JSON middleware.
2. Compute the HMAC over exactly these bytes.
3. Compare in constant time.

Common mistakes: verifying a body that was parsed and serialised again (spaces, key order and number formats may change); trimming the trailing newline; reading the secret of the wrong environment.

Since version 2026-02-18 payloads are pretty-printed when the endpoint is in test mode. The retry schedule is 1, 5, 30 and 120 minutes; after four failures the endpoint is disabled.`

/** A webhook that refuses genuine calls; on the way some keys turn up in a tool's output. */
export const badSignature: Story = (scene) => {
  scene.leave('open', 'Staging keys: being rotated since they were printed in this session; Mina has it.')
  scene.leave('rule', 'Never print an env file; names only, values cut off.')
  scene.ask(
    `#4418: payments webhook on staging returns 401 since ${scene.clock.day()} 06:40 UTC. The processor's dashboard says "endpoint will be disabled after 2 more failures", so this is urgent. Event ${scene.random.uuid()}, amount 184.00 EUR. Nobody deployed anything.`,
  )
  lookForCause(scene)
  const exposed = readDocs(scene)
  repair(scene)
  const { use, sha } = commit(scene, 'Verify webhooks over the raw body (#4418)')
  scene.act({}, use)
  scene.answer(
    `**Cause:** the processor pretty-prints test payloads since its version 2026-02-18. We verified \`JSON.stringify(request.body)\`, i.e. our own spelling of the payload, and that no longer equals what was signed. Production still sends compact JSON, so it works there, by luck.

**Fix** (\`${sha}\`): a content type parser keeps the raw bytes, and the signature is checked over those. Two new lines of test, all of \`src/payments\` passes, checks pass.

**To do for you, soon:**

- Deploy to staging before the next retry (schedule: 1, 5, 30, 120 minutes).
- **Rotate the staging keys.** I printed \`.env.staging\` to see which secret is in use, and with it came ${exposed}. They are now in this session's log. I should have asked for the one variable name only.`,
    'State the exposure plainly, by variable name, not by value.',
  )
  scene.ask(
    'Deployed, 200 again 🎉 Keys are being rotated. From now on: never cat an env file, grep for the name you need and cut the value.',
  )
  scene.answer('Agreed and noted: never print an env file; names only, values cut off. #4418 can be closed.')
}

function lookForCause(scene: Scene): void {
  const { world, random } = scene
  const curl = `curl -s -o /dev/null -w '%{http_code}' -X POST https://staging.harbor.example:8081/webhooks/payments -H 'x-signature: 00' -d '{}'`
  scene.act(
    {
      think:
        'Nobody deployed, so either the secret changed, or the sender did. I suspected the re-serialised body on the first day. Check whether the endpoint is reachable at all, and which secret it has.',
    },
    useReadFile(world, file),
    useReadFile(world, 'src/payments/webhook.test.ts'),
    terminalTimeout(curl, 30),
  )
  scene.act(
    { say: 'No answer within 30 s; that may be the VPN. Same request again.' },
    useTerminal(curl, '401', { seconds: 0.8 }),
  )
  scene.act(
    {},
    useTerminal(`ssh staging 'cat /etc/harbor/.env.staging'`, environmentDump(random), { seconds: 1.1 }),
    useTerminal(`ssh staging 'journalctl -u harbor --since 06:30 | grep -c "bad signature"'`, '6', { seconds: 1.4 }),
  )
}

function readDocs(scene: Scene): string {
  scene.act(
    {
      think:
        'That printed every key of staging. I must not repeat any of them, and I have to tell Mina. The webhook secret is set and its shape is right, so it is not the wrong environment. What does the processor say about signatures?',
    },
    webFetchFailed('https://docs.processor.example/webhooks/signing', '404 Not Found'),
    webFetch('https://docs.processor.example/webhooks/verify', processorPage),
  )
  return '`DATABASE_URL`, `WEBHOOK_SECRET`, `PROCESSOR_KEY`, the `AWS_*` pair and `GITHUB_TOKEN`'
}

function repair(scene: Scene): void {
  const { world } = scene
  const before = `test('refuses a payload that was changed on the way'`
  scene.act(
    { say: 'The docs name our mistake literally. A test with a pretty-printed body first.' },
    usePatch(
      world,
      'src/payments/webhook.test.ts',
      before,
      `test('${title}', async () => {
  const body = '{\\n  "a": 1\\n}'
  expect((await post(body, sign(body, 'secret'))).statusCode).toBe(200)
})

${before}`,
    ),
    usePatch(
      world,
      'src/payments/webhook.test.ts',
      `import { isGenuine, sign } from './webhook.ts'`,
      `import { post } from '../lib/testing-app.ts'\nimport { isGenuine, sign } from './webhook.ts'`,
    ),
  )
  world.failing.set(title, 'AssertionError: expected 401 to be 200 // Object.is equality')
  scene.act({}, test(scene, 'src/payments/webhook'))
  world.failing.delete(title)
  scene.act(
    {},
    usePatch(
      world,
      file,
      `  app.post('/webhooks/payments', async (request) => {`,
      `  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, raw, done) => done(null, raw))

  app.post<{ Body: string }>('/webhooks/payments', async (request) => {`,
    ),
    usePatch(world, file, 'isGenuine(JSON.stringify(request.body), signature', 'isGenuine(request.body, signature'),
  )
  scene.act({}, test(scene, 'src/payments'), check(scene), useReadFile(world, file))
}
