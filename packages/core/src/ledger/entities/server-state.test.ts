import { expect, test } from 'vitest'
import { did, ran, statesOf } from './told-state.arbitrary.ts'

test.each([
  ['npm run dev &', '  ➜  Local:   http://localhost:5173/', 'http://localhost:5173'],
  ['nohup node server.js > log.txt 2>&1 &', '[1] 4711', 'node server.js'],
  ['PORT=4000 npm start &', '', 'localhost:4000'],
  ['python3 -m http.server 8080 &', '[1] 924', 'localhost:8080'],
  ['docker compose up -d db', ' Container db Started', 'docker compose up -d db'],
  ['go run ./cmd/api &', 'listening on :9090', 'localhost:9090'],
])('`%s` leaves a server running', (command, output, name) => {
  expect(statesOf('server', ran(command, output))).toEqual({ [name]: 'running' })
})

test.each([
  ['npm run dev', '  ➜  Local:   http://localhost:5173/', {}],
  ['npm run dev &', 'sh: npm: not found', { isError: true }],
  ['npm run build && npm test', 'ok', {}],
  ['node server.js & PID=$!; sleep 1; curl localhost:3000; kill $PID', 'listening on port 3000', {}],
  ['sleep 10 &', '', {}],
  ['curl "http://localhost:3000/?a=1&b=2"', 'the server is running', {}],
] as const)('`%s` leaves none', (command, output, more) => {
  expect(statesOf('server', ran(command, output, more))).toEqual({})
})

test.each([
  ['kill 924'],
  ['pkill -f http.server'],
  ['lsof -ti:8080 | xargs kill -9'],
  ['fuser -k 8080/tcp'],
  ['npx kill-port 8080'],
])('`%s` stops it', (command) => {
  const start = ran('python3 -m http.server 8080 &', '[1] 924')
  expect(statesOf('server', start, ran(command))).toEqual({ 'localhost:8080': 'stopped' })
  expect(statesOf('server', start, ran('kill 4711'), ran('pkill -f vite'))).toEqual({ 'localhost:8080': 'running' })
})

test('compose stops what it started', () => {
  const start = ran('docker compose up -d', 'Started')
  expect(statesOf('server', start, ran('docker compose down', 'Removed'))).toEqual({
    'docker compose up -d': 'stopped',
  })
})

test('a process in the background is followed by its id: its address, and its end', () => {
  const start = ran('npm run dev', 'Command running in background with ID: bash_1', {
    input: { run_in_background: true },
  })
  const look = did('BashOutput', { bash_id: 'bash_1' }, 'Local: http://localhost:3000/')
  const end = did('KillShell', { shell_id: 'bash_1' }, 'Successfully killed shell: bash_1')
  expect(statesOf('server', start)).toEqual({ 'npm run dev': 'running' })
  expect(statesOf('server', start, look)).toEqual({ 'http://localhost:3000': 'running' })
  expect(statesOf('server', start, look, end)).toEqual({ 'http://localhost:3000': 'stopped' })
  const died = did('BashOutput', { bash_id: 'bash_1' }, '<status>failed</status>')
  expect(statesOf('server', start, died)).toEqual({ 'npm run dev': 'stopped' })
})
