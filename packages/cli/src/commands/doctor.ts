import type { DoctorCheck } from '../doctor/doctor-check.ts'
import { type ExamineOptions, examine } from '../doctor/examine.ts'
import { UserError } from '../errors/user-error.ts'
import { coloursFor } from '../terminal/colours.ts'
import { countNoun } from '../terminal/count-noun.ts'
import type { Io } from '../terminal/io.ts'
import { printJson } from '../terminal/print-json.ts'
import { fitColumns } from '../terminal/width.ts'
import { wrapLines } from '../terminal/wrap-lines.ts'

export interface DoctorOptions extends ExamineOptions {
  readonly json?: boolean
}

/** `palimpsest doctor`: checks what a session needs, and says what to do where something is missing. */
export async function doctor(options: DoctorOptions, io: Io): Promise<void> {
  const checks = await examine(options, io)
  const failed = checks.filter(({ state }) => state === 'fail').length
  if (options.json) printJson({ healthy: failed === 0, checks }, io)
  else io.out(`${checks.map((check) => lineOf(check, io)).join('\n')}\n`)
  if (failed > 0)
    throw new UserError(`${countNoun(failed, 'check')} failed`, {
      remedy: 'What to do is said beside each.',
      exitCode: 1,
    })
}

function lineOf(check: DoctorCheck, io: Io): string {
  const { green, yellow, red, dim } = coloursFor(io)
  const marks = { ok: green('ok  '), warn: yellow('warn'), fail: red('fail') }
  const indent = ' '.repeat(6 + nameColumns)
  const hang = (text: string) =>
    wrapLines(text, Math.max(30, io.columns - indent.length)).replaceAll('\n', `\n${indent}`)
  const message = hang(check.message)
  const line = `${marks[check.state]}  ${fitColumns(check.name, nameColumns)}${message}`
  return check.state === 'ok' ? line : `${line}\n${indent}${dim('→')} ${hang(check.remedy)}`
}

const nameColumns = 17
