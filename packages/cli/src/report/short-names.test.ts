import { expect, test } from 'vitest'
import { shortNames } from './short-names.ts'

test('a file is called by its own name', () => {
  expect(shortNames(['logs/monday.jsonl', '/var/tuesday.jsonl', 'C:\\logs\\friday.json', '-'])).toEqual([
    'monday.jsonl',
    'tuesday.jsonl',
    'friday.json',
    '-',
  ])
})

test('files of one name are told apart by their folders, as few as do', () => {
  expect(shortNames(['logs/a/x.json', 'logs/b/x.json', 'old/b/x.json', 'logs/y.json'])).toEqual([
    'a/x.json',
    'logs/b/x.json',
    'old/b/x.json',
    'y.json',
  ])
})

test('a file that was given twice keeps its whole path, and a name at the top has no more', () => {
  expect(shortNames(['a/x.json', 'a/x.json', 'x.json', ''])).toEqual(['a/x.json', 'a/x.json', 'x.json', ''])
})
