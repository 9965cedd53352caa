import { type Counter, type CountText, createCounter, inPieces, type SessionStore } from '@palimpsest/core'
import { exampleSession } from '@palimpsest/simulator'
import { isPostgresUrl } from './store/location.ts'
import { UserError } from './user-error.ts'

/** A long session for those who have none at hand. */
export const makeExample = exampleSession

/** The ways to count tokens that `--tokenizer` offers. */
export const tokenizers = ['estimate', 'o200k'] as const

/** A counter by the name of its tokenizer. The exact one is an optional package, loaded only when asked for. */
export async function counterFor(tokenizer: string): Promise<Counter> {
  if (tokenizer === 'estimate') return createCounter()
  if (tokenizer === 'o200k') return createCounter({ countText: inPieces(await loadO200k()) })
  throw new UserError(`--tokenizer: there is no tokenizer "${tokenizer}"`, {
    remedy: `Use one of: ${tokenizers.join(', ')}.`,
  })
}

async function loadO200k(): Promise<CountText> {
  try {
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
    return (text) => countTokens(text, { disallowedSpecial: new Set() })
  } catch {
    throw new UserError('the exact tokenizer is not installed', {
      remedy: 'Run "npm install gpt-tokenizer", or leave out --tokenizer.',
      exitCode: 1,
    })
  }
}

/** Opens the conversations kept at a place: a Postgres database by its URL, a SQLite file by its path. */
export async function openStore(location: string): Promise<SessionStore> {
  if (isPostgresUrl(location)) {
    const { createPostgresStore } = await import('@palimpsest/stores/postgres')
    return createPostgresStore({ connectionString: location })
  }
  const { createSqliteStore } = await import('@palimpsest/stores/sqlite')
  return createSqliteStore({ path: location })
}
