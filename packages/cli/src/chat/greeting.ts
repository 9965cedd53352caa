import { resolve } from 'node:path'
import type { Runtime } from '../runtime/runtime.ts'
import { modelFacts } from '../slash/model-facts.ts'
import type { TextLook } from '../slash/slash-command.ts'
import type { Colours } from '../terminal/colours.ts'
import { oneLine } from '../terminal/width.ts'
import { wrapLines } from '../terminal/wrap-lines.ts'

export interface Greeted {
  readonly version: string
  readonly workspace: string
  /** True when a script answers, and nothing is kept. */
  readonly isTour: boolean
}

const tourWords = [
  'A guided tour: a script answers in place of a model. It needs no key, and nothing leaves this machine or is kept.',
  'Say hello to begin.',
]

/** Returns the opening text: who speaks, where, and how to find out more. */
export function greeting({ version, workspace, isTour }: Greeted, { colours, columns }: TextLook): string {
  return [
    `${colours.bold('Palimpsest')} ${colours.dim(version)}`,
    `Workspace ${oneLine(resolve(workspace))}`,
    colours.dim(wrapLines('/help lists commands · \\ and Enter: a new line · Ctrl-C cancels · Ctrl-D leaves', columns)),
    ...(isTour ? ['', ...tourWords] : []),
  ].join('\n')
}

const assumedWords = 'Nobody told how large its window is. Say it: palimpsest config set model.context_length TOKENS'

/** Returns what is known once all is loaded: the model, its window, its cache, and notices for the user. */
export function readyWords({ model, notices }: Pick<Runtime, 'model' | 'notices'>, colours: Colours): string {
  const { name, provider, cachingLine, ...facts } = model()
  return [
    [`${oneLine(name)} (${provider})`, ...modelFacts(facts)].join(' · '),
    ...(facts.isWindowAssumed ? [colours.yellow(assumedWords)] : []),
    ...(cachingLine === '' ? [] : [cachingLine]),
    ...notices.map((notice) => colours.yellow(oneLine(notice))),
  ].join('\n')
}
