import { pattern, type Rule } from '../scan/rule.ts'
import { isTokenBody } from '../values/is-token-body.ts'

/** Prefixes that occur only before a token. */
const prefixes = [
  'sk-ant-',
  'sk-proj-',
  'sk-or-',
  'ghp_',
  'gho_',
  'ghs_',
  'ghu_',
  'ghr_',
  'github_pat_',
  'glpat-',
  'xoxb-',
  'xoxp-',
  'sk_live_',
  'rk_live_',
  'dop_v1_',
  'pypi-AgEI',
  'nvapi-',
  'gsk_',
  'pplx-',
  'shpat_',
  'lin_api_',
  'dckr_pat_',
  'AIza',
]

const lineBreak = '(?:\\\\{0,15}\\r?\\n[ \\t]{0,16}|(?:\\\\{1,15}r)?\\\\{1,15}n[ \\t]{0,16})'
const broken = /\\(?:r\\*)?n|\s/

/** Tokens that a line break parts: what follows it must look like the rest, and the part before it like none. */
export const wrappedRules: readonly Rule[] = [
  pattern(
    'wrapped-token',
    prefixes,
    `(?<![A-Za-z0-9])(?:${prefixes.join('|')})[A-Za-z0-9_-]{0,60}${lineBreak}[A-Za-z0-9_-]{16,}(?![A-Za-z0-9_=])`,
    { exactCase: true, accept: (secret) => isTokenBody(`-${secret.split(broken).at(-1) ?? ''}`) },
  ),
]
