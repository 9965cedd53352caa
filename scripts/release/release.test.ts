import { expect, test } from 'vitest'
import { cutChangelog, unreleased } from './cut-changelog.mjs'
import { nextVersion } from './next-version.mjs'

test.each([
  ['0.1.0', 'patch', '0.1.1'],
  ['0.1.9', 'minor', '0.2.0'],
  ['0.9.3', 'major', '1.0.0'],
  ['1.0.0-beta.2', 'patch', '1.0.1'],
  ['0.1.0', '0.1.0', '0.1.0'],
  ['0.1.0', '1.0.0-beta.1', '1.0.0-beta.1'],
  ['0.1.0', 'huge', undefined],
])('%s and "%s" give %s', (current, wanted, next) => {
  expect(nextVersion(current, wanted)).toBe(next)
})

const changelog = '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A door.\n\n## [0.1.0] - 2026-01-01\n\n- All.\n'

test('what was noted moves under the version, and the next notes find an empty section', () => {
  const cut = cutChangelog(changelog, '0.2.0', '2026-02-02')
  expect(unreleased(changelog)).toBe('### Added\n\n- A door.')
  expect(unreleased(cut)).toBe('')
  expect(cut).toContain('## [Unreleased]\n\n## [0.2.0] - 2026-02-02\n\n### Added\n\n- A door.\n\n## [0.1.0]')
})
