import { expect, test } from 'vitest'
import { createScreen } from './screen.ts'

function createDesk(columns = 20) {
  const written: string[] = []
  const screen = createScreen({ write: (text) => void written.push(text), columns: () => columns })
  return { screen, written, last: () => written.at(-1) }
}

test('a frame is drawn below the text and erased before more of it, in one write', () => {
  const { screen, written, last } = createDesk()
  screen.block('hello')
  screen.show({ rows: ['status', '› a'], cursor: { row: 1, column: 3 } })
  expect(last()).toBe('status\n› a\r\u001b[3C')
  screen.block('more')
  expect(last()).toBe('\u001b[1A\r\u001b[J\u001b[?25hmore\nstatus\n› a\r\u001b[3C')
  expect(written).toHaveLength(3)
})

test('a frame waits while a row is half written', () => {
  const { screen, written, last } = createDesk()
  screen.print('half')
  screen.show({ rows: ['busy'] })
  expect(written).toEqual(['half'])
  screen.print(' done\n')
  expect(last()).toContain('busy')
})

test('a block after half a row begins on a new one', () => {
  const { screen, last } = createDesk()
  screen.print('half')
  screen.block('block')
  expect(last()).toBe('\nblock\n')
})

test('rows that a narrower terminal has wrapped are erased too', () => {
  const { screen, last } = createDesk(10)
  screen.show({ rows: ['x'.repeat(25), '› a'], cursor: { row: 1, column: 3 } })
  screen.show(undefined)
  expect(last()).toContain('\u001b[3A')
})

test('a frame that was hidden is drawn where the cursor is then, and nothing above it is erased', () => {
  const { screen, last } = createDesk()
  screen.show({ rows: ['status', '› a'], cursor: { row: 1, column: 3 } })
  screen.hide()
  expect(last()).toBe('\u001b[1A\r\u001b[J\u001b[?25h')
  screen.redraw()
  expect(last()).toBe('status\n› a\r\u001b[3C')
})
