/** Thrown inside a tool to end it with an error result; its message is written for the model. */
export class ToolRefusal extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Refusal'
  }
}

/** The code of an error of the operating system, if it is one. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

const words: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'the system does not permit it',
  EISDIR: 'it is a folder, not a file',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EMFILE: 'too many files are open; try again',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'its links lead in a circle, or it was replaced by a link',
  ENXIO: 'it is not a regular file',
  EEXIST: 'it exists already',
  E2BIG: 'the command is too long',
}

/** The error of the operating system, in plain words. */
export function systemWords(code: string): string {
  return `${words[code] ?? 'the system reported an error'} (${code})`
}
