import * as core from '@palimpsest/core'
import { expect, test } from 'vitest'
import { formats } from './choices.ts'

test('every format that can be read and written is offered', () => {
  expect(formats.toSorted()).toEqual(core.formats.toSorted())
})
