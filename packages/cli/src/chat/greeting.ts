import type { Runtime } from '../runtime.ts'
import { modelText } from '../slash/model.ts'
import type { Look } from '../slash/slash-command.ts'
import { printable } from '../terminal/width.ts'

export interface Greeted {
  readonly version: string
  readonly workspace: string
  readonly runtime: Pick<Runtime, 'model' | 'notices'>
}

/** What is said at the start: who speaks, with what, where, and how to find out more. */
export function greeting({ version, workspace, runtime }: Greeted, { colours }: Look): string {
  const model = runtime.model()
  return [
    `${colours.bold('Palimpsest')} ${colours.dim(version)}  ${modelText(model)}`,
    ...(model.cachingLine === '' ? [] : [model.cachingLine]),
    `Workspace ${printable(workspace)}`,
    colours.dim('/help lists commands · \\ and Enter: a new line · Ctrl-C cancels · Ctrl-D leaves'),
    ...runtime.notices.map((notice) => colours.yellow(printable(notice))),
  ].join('\n')
}
