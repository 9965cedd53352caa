import { UserError } from '../errors/user-error.ts'
import { insightsOf } from '../usage/insights-of.ts'
import { insightsReport } from '../usage/insights-report.ts'
import type { SlashCommand } from './slash-command.ts'

const mostDays = 3_660

export const insightsSlash: SlashCommand = {
  name: 'insights',
  argument: '[days]',
  help: 'Where tokens and money went of late.',
  run: async (session, argument) => {
    const days = argument === '' ? undefined : Number(argument)
    if (days !== undefined && !(Number.isInteger(days) && days >= 1 && days <= mostDays))
      throw new UserError(`"${argument}" is no number of days`, { remedy: 'E.g. /insights 7' })
    const found = await insightsOf(session.store, { now: session.now(), ...(days !== undefined && { days }) })
    return [insightsReport(found, session.look()).trimEnd()]
  },
}
