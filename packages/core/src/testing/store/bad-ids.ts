/** Texts that name nothing: paths, options, what a terminal or a database would change, and what is too long. */
export const badIds: readonly string[] = [
  '',
  '..',
  '../..',
  'a/b',
  'a\\b',
  '-x',
  '.hidden',
  'two words',
  'a\u0000b',
  'a\nb',
  'a\u001b[2J',
  'a\ud800',
  '\u202efdp',
  'ü',
  'a'.repeat(201),
  'a'.repeat(200_000),
]
