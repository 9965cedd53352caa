import { type Variables, withoutSecrets } from '@palimpsest/core/redact'

/** No pager, no prompt, no colour: nobody is there to answer, and a model reads no colours. */
const quiet = {
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  NO_COLOR: '1',
  TERM: 'dumb',
} as const

/** The environment of a command: what the host lets it see, else that of this process without its secrets. */
export function commandEnvironment(
  allowed: Variables | undefined,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string | undefined> {
  return { ...(allowed ?? withoutSecrets(process.env)), ...quiet, ...extra }
}
