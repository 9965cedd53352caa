import { resolve } from 'node:path'
import type { Runtime } from '../runtime.ts'
import type { Colours } from '../terminal/colours.ts'
import { printable } from '../terminal/width.ts'

export interface Greeted {
  readonly version: string
  readonly workspace: string
  readonly model: { readonly name: string; readonly provider: string }
}

/** What is said at the start: who speaks, with what, where, and how to find out more. */
export function greeting({ version, workspace, model }: Greeted, colours: Colours): string {
  return [
    `${colours.bold('Palimpsest')} ${colours.dim(version)}  ${printable(model.name)} (${model.provider})`,
    `Workspace ${printable(resolve(workspace))}`,
    colours.dim('/help lists commands · \\ and Enter: a new line · Ctrl-C cancels · Ctrl-D leaves'),
  ].join('\n')
}

/** What is known once the model was looked up: its window, its cache, and what the user should hear. */
export function readyWords({ model, notices }: Pick<Runtime, 'model' | 'notices'>, colours: Colours): string {
  const { contextTokens, cachingLine } = model()
  const window = `${contextTokens.toLocaleString('en-US')}-token window`
  return [
    ...(cachingLine === '' ? [] : [cachingLine]),
    colours.dim(window),
    ...notices.map((notice) => colours.yellow(printable(notice))),
  ].join('\n')
}
