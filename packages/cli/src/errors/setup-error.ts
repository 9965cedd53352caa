import { UserError } from './user-error.ts'

/** A prerequisite for talking to a model that is missing. */
export type Missing =
  | { readonly kind: 'no-key'; readonly provider: string; readonly variable: string; readonly model?: string }
  /** The model's name does not say who serves it, and the keys that are set allow no provider, or several. */
  | { readonly kind: 'unclear'; readonly name: string; readonly keys: readonly string[] }
  /** With the variables that hold keys, by provider. */
  | { readonly kind: 'no-model'; readonly keyNames: Readonly<Record<string, string>> }

/** No key, or no model: first-time users can be given more help than this. */
export class SetupError extends UserError {
  readonly missing: Missing

  constructor(missing: Missing) {
    super(...wordsOf(missing))
    this.name = 'SetupError'
    this.missing = missing
  }
}

/** Said wherever a key is missing. */
export const withoutKey = 'To try it without a key: palimpsest chat --simulate'

function wordsOf(missing: Missing): ConstructorParameters<typeof UserError> {
  switch (missing.kind) {
    case 'no-key': {
      const remedy = `Put it into the environment variable ${missing.variable}. ${withoutKey}`
      const wanted = missing.model === undefined ? '' : `, which ${missing.model} is asked for at`
      return [`there is no key for ${missing.provider}${wanted}`, { remedy, exitCode: 1 }]
    }
    case 'unclear': {
      const keys = missing.keys.length === 0 ? 'no key is set' : `${missing.keys.join(' and ')} are set`
      const remedy =
        'Give --provider NAME, or set model.provider: anthropic, openai, openai-responses, openrouter or custom.'
      const offer = missing.keys.length === 0 ? ` ${withoutKey}` : ''
      return [
        `the name ${missing.name} does not tell which provider serves it, and ${keys}`,
        { remedy: remedy + offer },
      ]
    }
    case 'no-model':
      return ['no model is named', { remedy: `Give --model NAME, or set model.name in config.yaml. ${withoutKey}` }]
  }
}
