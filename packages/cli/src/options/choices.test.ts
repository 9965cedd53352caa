import { formats } from '@palimpsest/core/wire'
import { expect, test } from 'vitest'
import { formatChoices } from './choices.ts'

test('every format that can be read and written is offered', () => {
  expect(formatChoices.toSorted()).toEqual(formats.toSorted())
})
