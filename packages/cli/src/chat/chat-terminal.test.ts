import { spawn } from 'node:child_process'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { binary } from '../testing/binary.ts'
import { atEnd, createChatDesk, hasTerminal, inTerminal, watch } from './chat-desk.arbitrary.ts'

test.skipIf(!hasTerminal)('whoever leaves while all is still loading waits for nothing', async () => {
  const desk = await createChatDesk([])
  // A server that takes what it is asked and never answers: looking up the window of its model takes ten seconds.
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => new Promise((resolve) => server.close(resolve)))
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  atEnd(() => {
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as AddressInfo
  const other = ['chat', '--provider', 'custom', '--model', 'mine', '--base-url', `http://127.0.0.1:${port}/v1`]
  const chat = inTerminal({ ...desk, args: other })
  await chat.shows('› ')
  await vi.waitFor(() => expect(sockets.size).toBeGreaterThan(0), { timeout: 10_000 })
  const left = performance.now()
  chat.type('\u0004')
  expect(await chat.code).toBe(0)
  expect(performance.now() - left).toBeLessThan(8_000)
})

test.skipIf(!hasTerminal)(
  'Ctrl-Z hands the terminal to the shell; fg brings back the prompt and what was typed',
  async () => {
    const desk = await createChatDesk(['Back again.'])
    const shell = watch(spawn('script', ['-qec', 'bash --norc --noprofile -i', '/dev/null'], { env: desk.env }))
    const quoted = [process.execPath, binary, ...desk.args].map((word) => `'${word}'`).join(' ')
    shell.type(`PS1='shell> '; stty cols 80 rows 30; ${quoted}\n`)
    await shell.shows('token window')
    shell.type('Half a mess')
    await shell.shows('› Half a mess')
    shell.type('\u001a')
    await shell.shows('Stopped')
    await shell.shows('shell> ')
    // The shell finds the cursor shown and pastes unmarked, as it left them.
    const { text } = shell.said
    expect(text.lastIndexOf('\u001b[?2004l\u001b[?25h')).toBeGreaterThan(text.lastIndexOf('Half'))
    shell.type('echo it is $((40 + 2))\n')
    await shell.shows('it is 42')
    shell.type('fg\n')
    await shell.shows('› Half a mess')
    shell.type('age.\r')
    await shell.shows('Back again.')
    shell.type('/quit\r')
    await shell.shows('shell> ')
    shell.type('exit\n')
    expect(await shell.code).toBe(0)
  },
)

test.skipIf(!hasTerminal)('Ctrl-Z where no shell could bring it back changes nothing', async () => {
  const chat = inTerminal(await createChatDesk(['Still here.']))
  await chat.shows('token window')
  chat.type('Are you')
  await chat.shows('› Are you')
  chat.type('\u001a')
  await chat.shows('› Are you')
  chat.type(' there?\r')
  await chat.shows('Still here.')
  chat.type('/quit\r')
  expect(await chat.code).toBe(0)
})
