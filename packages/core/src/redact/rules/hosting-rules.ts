import { end, prefixed, type Rule, standalone } from '../scan/rule.ts'
import { isRareBody, isTokenBody } from '../values/is-token-body.ts'

/** Tokens of version control hosts and package registries. */
export const hostingRules: readonly Rule[] = [
  prefixed('github-token', ['ghp_', 'gho_', 'ghu_', 'ghr_'], '[A-Za-z0-9_]{16,}', { accept: isRareBody }),
  prefixed('github-token', ['ghs_'], '[A-Za-z0-9_-]{16,}(?:\\.[A-Za-z0-9_-]{10,}){0,2}', { accept: isRareBody }),
  prefixed('github-token', ['github_pat_'], '[A-Za-z0-9_]{16,}', { accept: isRareBody }),
  prefixed(
    'gitlab-token',
    [
      'glpat-',
      'gldt-',
      'glrt-',
      'glptt-',
      'glcbt-',
      'glft-',
      'glsoat-',
      'glimt-',
      'glagent-',
      'gloas-',
      'glffct-',
      'glwt-',
      'glrtr-',
    ],
    '[A-Za-z0-9_-]{9,}(?:\\.[A-Za-z0-9_-]{2,}){0,2}',
    { accept: isRareBody },
  ),
  prefixed('gitlab-token', ['GR1348941'], '[A-Za-z0-9_-]{18,}'),
  prefixed('bitbucket-token', ['ATBB'], `[A-Za-z0-9]{24,32}${end}`),
  prefixed('bitbucket-token', ['BBDC-'], '[A-Za-z0-9+/=]{40,}'),
  prefixed('atlassian-token', ['ATATT', 'ATCTT3'], '[A-Za-z0-9_=-]{40,}'),
  standalone('npm-token', ['npm_'], isTokenBody),
  prefixed('pypi-token', ['pypi-'], '[A-Za-z0-9_-]{20,}', { accept: isTokenBody }),
  prefixed('docker-token', ['dckr_pat_', 'dckr_oat_'], '[A-Za-z0-9_-]{20,}'),
  prefixed('rubygems-key', ['rubygems_'], '[a-f0-9]{40,}'),
  prefixed('crates-token', ['cio'], `[A-Za-z0-9]{32}${end}`, {
    accept: (secret) => /\d/.test(secret) && /[A-Z]/.test(secret),
  }),
  prefixed('nuget-key', ['oy2'], `[a-z0-9]{43}${end}`),
  prefixed('clojars-token', ['CLOJARS_'], '[a-z0-9]{40,}'),
  prefixed('artifactory-key', ['AKCp'], '[A-Za-z0-9]{60,}'),
  prefixed('artifactory-token', ['cmVmdGtu'], '[A-Za-z0-9]{50,}'),
]
