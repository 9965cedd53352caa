import { expect, test } from 'vitest'
import { assistant, call, result } from '../../testing/build.ts'
import { did, statesOf } from './told-state.arbitrary.ts'

const items = [
  { content: 'Read the parser', status: 'completed' },
  { content: 'Write the codec', status: 'in_progress' },
  { content: 'Add docs', status: 'pending' },
]
const states = { 'Read the parser': 'done', 'Write the codec': 'in progress', 'Add docs': 'pending' }

test.each([
  ['TodoWrite', { todos: items }],
  ['todowrite', { todos: items.map((item, i) => ({ ...item, id: `t${i}`, priority: 'high' })) }],
  ['update_plan', { plan: items.map(({ content, status }) => ({ step: content, status })) }],
  ['write_todos', { todos: items.map(({ content, status }) => ({ description: content, status })) }],
  ['update_todo_list', { todos: '[x] Read the parser\n[-] Write the codec\n[ ] Add docs' }],
  ['read_file', { path: 'a.ts', task_progress: '- [x] Read the parser\n- [~] Write the codec\n- [ ] Add docs' }],
])('%s keeps a plan', (name, input) => {
  expect(statesOf('plan-item', did(name, input))).toEqual(states)
})

test('a new list replaces the old one, in its order; one that is to be merged does not', () => {
  const first = did('TodoWrite', { todos: [{ content: 'Old', status: 'pending' }] })
  expect(Object.keys(statesOf('plan-item', first, did('TodoWrite', { todos: items })))).toEqual(Object.keys(states))
  const numbered = did('todo_write', { todos: items.map((item, i) => ({ ...item, id: i })) })
  const merge = did('todo_write', { merge: true, todos: [{ id: 1, content: 'Write the codec', status: 'done' }] })
  expect(statesOf('plan-item', numbered, merge)).toEqual({ ...states, 'Write the codec': 'done' })
})

test('tasks that are kept one by one are known by the number that the tool gave them', () => {
  const create = (n: number, subject: string) =>
    did('TaskCreate', { subject }, `Task #${n} created successfully: ${subject}`)
  const talk = [
    create(1, 'Parse'),
    create(2, 'Print'),
    create(3, 'Ship'),
    did('TaskUpdate', { taskId: '2', status: 'completed' }),
  ]
  expect(statesOf('plan-item', ...talk)).toEqual({ Parse: 'pending', Print: 'done', Ship: 'pending' })
  const dropped = did('TaskUpdate', { taskId: '3', status: 'deleted' })
  expect(Object.keys(statesOf('plan-item', ...talk, dropped))).toEqual(['Parse', 'Print'])
})

test('boxes in an answer are a plan, unless a tool keeps an open one', () => {
  const answer = assistant('The plan:\n\n- [x] Parse\n- [ ] Print\n')
  expect(statesOf('plan-item', answer)).toEqual({ Parse: 'done', Print: 'pending' })
  expect(statesOf('plan-item', did('TodoWrite', { todos: items }), answer)).toEqual(states)
  expect(statesOf('plan-item', assistant('- [ ] a single box'))).toEqual({})
})

test('a list that was refused is none', () => {
  const failed = [assistant(call('TodoWrite', { todos: items }, 'x')), result('x', 'invalid', { isError: true })]
  expect(statesOf('plan-item', failed)).toEqual({})
  expect(statesOf('plan-item', did('plan_trip', { items: ['Rome', 'Paris'] }))).toEqual({})
})
