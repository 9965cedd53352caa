/** `path:12:text` as searches write hits, `path-12-text` what stands around them. */
const hit = /^([^\s:]{1,300}):\d{1,9}[:-]/
const windowsHit = /^([A-Za-z]:\\[^:\n]{1,300}):\d{1,9}:/
const near = /^([^\s:]{1,300}?\.\w{1,8})-\d{1,9}-/

/** The file that a line of a search names. */
export function grepPath(line: string): string | undefined {
  const path = (hit.exec(line) ?? near.exec(line) ?? windowsHit.exec(line))?.[1]
  return path !== undefined && /[A-Za-z_]/.test(path) ? path : undefined
}
