import { type DoctorCheck, fail, ok } from './doctor-check.ts'

/** The oldest Node that the packages promise to run on. */
const oldest = [20, 19] as const

export function checkNode(version: string): DoctorCheck {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isNewEnough = major > oldest[0] || (major === oldest[0] && minor >= oldest[1])
  return isNewEnough
    ? ok('node', version)
    : fail('node', `${version} is too old`, `Install Node ${oldest.join('.')} or newer.`)
}
