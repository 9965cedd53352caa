import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Files here are private to the user. */
const privateMode = 0o600

/**
 * Replaces a small file whole or not at all, and makes its folder. A link is followed, so that it stays one.
 * `mayReplace` is asked at the last moment; when it says no, nothing is changed and the answer is false.
 */
export function writeSmallFile(path: string, text: string, mayReplace: () => boolean = () => true): boolean {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const target = isThere(path) ? realpathSync(path) : path
  const draft = `${target}.${randomUUID().slice(0, 8)}.part`
  try {
    writeDraft(draft, text, isThere(target) ? statSync(target).mode & 0o777 : privateMode)
    if (!mayReplace()) return false
    renameSync(draft, target)
    return true
  } finally {
    rmSync(draft, { force: true })
  }
}

function writeDraft(draft: string, text: string, mode: number): void {
  const file = openSync(draft, 'wx', privateMode)
  try {
    writeFileSync(file, text)
    fchmodSync(file, mode)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}
