const heading = '## [Unreleased]'

/** What has been noted since the last release, without its heading. */
export function unreleased(text) {
  const start = text.indexOf(heading)
  if (start === -1) return ''
  const rest = text.slice(start + heading.length)
  const end = rest.search(/^## /m)
  return (end === -1 ? rest : rest.slice(0, end)).trim()
}

/** A changelog in which those notes belong to a version, and a new, empty section stands above it. */
export function cutChangelog(text, version, date) {
  return text.replace(heading, () => `${heading}\n\n## [${version}] - ${date}`)
}
