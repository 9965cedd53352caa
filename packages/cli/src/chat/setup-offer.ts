import { type Missing, SetupError, withoutKey } from '../errors/setup-error.ts'
import { UserError } from '../errors/user-error.ts'

/** A model to begin with, by the provider that has it. */
const beginWith = {
  anthropic: '--model claude-sonnet-5',
  openai: '--model gpt-4.1',
  openrouter: '--model anthropic/claude-sonnet-5',
} as const

type Env = Readonly<Record<string, string | undefined>>

/** Explains to first-time users what to set, and what works without; leaves other errors unchanged. */
export function withSetupOffer(error: unknown, env: Env): unknown {
  if (!(error instanceof SetupError)) return error
  const { message, exitCode, missing } = error
  if (missing.kind !== 'no-model') return error
  return new UserError(message, { exitCode, remedy: firstSteps(missing, env).join('\n  ') })
}

function firstSteps({ keyNames }: Extract<Missing, { kind: 'no-model' }>, env: Env): readonly string[] {
  const ways = Object.entries(beginWith).map(([provider, options]) => ({ key: keyNames[provider] ?? '', options }))
  const open = ways.filter(({ key }) => env[key])
  const keys = ways.map(({ key }) => key)
  const first = open.length === 0 ? `Put your key into ${keys.slice(0, -1).join(', ')} or ${keys.at(-1)}, then` : 'Try'
  const tries = (open.length === 0 ? ways : open).map(({ options }) => `  palimpsest chat ${options}`)
  const keep = 'To keep it: palimpsest config set model.name NAME'
  return [first, ...tries, keep, ...(open.length === 0 ? [withoutKey] : [])]
}
