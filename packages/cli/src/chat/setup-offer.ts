import { UserError } from '../user-error.ts'

const keys = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'OPENROUTER_API_KEY'] as const
/** A model to begin with, for whoever has the key. */
const beginWith: Readonly<Record<(typeof keys)[number], string>> = {
  ANTHROPIC_API_KEY: '--model claude-sonnet-5',
  OPENAI_API_KEY: '--provider openai --model gpt-4.1',
  OPENROUTER_API_KEY: '--provider openrouter --model anthropic/claude-sonnet-5',
}

const offer = 'No key at hand? "npm start" shows Palimpsest at work on a made-up session.'

/** Whoever starts for the first time is told what to set, and what works without; other errors are left as they are. */
export function withSetupOffer(error: unknown, env: Readonly<Record<string, string | undefined>>): unknown {
  if (!(error instanceof UserError)) return error
  const { message, exitCode } = error
  if (/\bno key\b/i.test(message)) return new UserError(message, { exitCode, remedy: lines(error.remedy, offer) })
  if (!/\bno model\b/i.test(message)) return error
  const known = keys.filter((key) => env[key])
  const first = known.length === 0 ? `Put your key into ${keys.slice(0, -1).join(', ')} or ${keys.at(-1)}, then` : 'Try'
  const tries = (known.length === 0 ? keys : known).map((key) => `  palimpsest chat ${beginWith[key]}`)
  const keep = 'To keep it: palimpsest config set model.name NAME'
  return new UserError(message, {
    exitCode,
    remedy: lines(first, ...tries, keep, ...(known.length === 0 ? [offer] : [])),
  })
}

function lines(...all: readonly (string | undefined)[]): string {
  return all.filter((line) => line !== undefined).join('\n  ')
}
