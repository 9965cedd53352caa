import type { CompactionOutcome } from '@palimpsest/core/compaction'
import { percent } from '../terminal/amounts.ts'
import { countNoun } from '../terminal/count-noun.ts'
import { noSummaryWords } from '../terminal/plain-words.ts'
import { oneLine } from '../terminal/width.ts'
import type { SlashCommand } from './slash-command.ts'

export const compressSlash: SlashCommand = {
  name: 'compress',
  argument: '[focus]',
  help: 'Make room now; a focus is kept in more detail.',
  run: async (session, argument, signal) => {
    const notices: string[] = []
    const focus = argument === '' ? undefined : argument
    const outcome = await session.runtime().compress(
      focus,
      (event) => {
        if (event.kind === 'notice') notices.push(event.text)
      },
      signal,
    )
    // What the runtime says of these is said here in other words.
    const others = notices.filter((text) => !/^(Compressed|Nothing to compress) /.test(text))
    return [...new Set([...outcomeLines(outcome), ...others])]
  },
}

function outcomeLines(outcome: CompactionOutcome): readonly string[] {
  switch (outcome.kind) {
    case 'committed':
      return committedLines(outcome)
    case 'unchanged':
      if (outcome.reason === 'nothing-to-compress') return ['Nothing to compress yet.']
      return [outcome.reason === 'aborted' ? 'Cancelled; nothing was changed.' : outcome.detail]
    case 'skipped':
      return [outcome.reason === 'nothing-to-compress' ? 'Nothing to compress yet.' : outcome.detail]
    case 'deferred':
      return [outcome.detail]
    case 'failed':
      return [`Not compressed: ${oneLine(outcome.failure.message)}`, 'Nothing was lost.']
  }
}

function committedLines({ receipt, failures }: Extract<CompactionOutcome, { kind: 'committed' }>): readonly string[] {
  const { tokens, messages, summary, survival } = receipt
  const change = tokens.before === 0 ? 0 : 1 - tokens.after / tokens.before
  const facts = Object.values(survival)
  const total = facts.reduce((sum, fact) => sum + fact.total, 0)
  const seen = facts.reduce((sum, fact) => sum + fact.inContext, 0)
  const author = { model: oneLine(summary.model ?? 'a model'), mechanical: 'code', none: undefined }[summary.by]
  return [
    `Compressed ${number(tokens.before)} → ${number(tokens.after)} tokens (${percent(change)} less), ${number(messages.before)} → ${countNoun(messages.after, 'message')}.`,
    [
      author === undefined ? `Summary: ${noSummaryWords(receipt)}.` : `Summary by ${author}.`,
      ...(total === 0
        ? []
        : [
            `${number(seen)} of ${countNoun(total, 'fact')} (requests, rules, files, errors …) are still shown to the model.`,
          ]),
      '/receipt shows more, /undo takes it back.',
    ].join(' '),
    ...failures.map(({ model, message }) => `${oneLine(model)} could not write it: ${oneLine(message)}`),
  ]
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}
