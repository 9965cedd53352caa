import { type Check, fail, ok } from './check.ts'

/** The oldest Node that the packages promise to run on. */
const oldest = [20, 19] as const

export function checkNode(version: string): Check {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isNewEnough = major > oldest[0] || (major === oldest[0] && minor >= oldest[1])
  return isNewEnough
    ? ok('node', version)
    : fail('node', `${version} is too old`, `Install Node ${oldest.join('.')} or newer.`)
}
