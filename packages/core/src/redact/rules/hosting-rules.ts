import { end, prefixed, type Rule } from '../rule.ts'

/** Tokens of version control hosts and package registries. */
export const hostingRules: readonly Rule[] = [
  prefixed('github-token', ['ghp_', 'gho_', 'ghu_', 'ghr_'], '[A-Za-z0-9_]{30,}'),
  prefixed('github-token', ['ghs_'], '[A-Za-z0-9_-]{30,}(?:\\.[A-Za-z0-9_-]{10,}){0,2}'),
  prefixed('github-token', ['github_pat_'], '[A-Za-z0-9_]{30,}'),
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
      'GR1348941',
    ],
    '[A-Za-z0-9_-]{18,}(?:\\.[A-Za-z0-9_-]{2,}){0,2}',
  ),
  prefixed('bitbucket-token', ['ATBB'], `[A-Za-z0-9]{32}${end}`),
  prefixed('atlassian-token', ['ATATT3', 'ATCTT3'], '[A-Za-z0-9_=-]{40,}'),
  prefixed('npm-token', ['npm_'], `[A-Za-z0-9]{36}${end}`),
  prefixed('pypi-token', ['pypi-'], '[A-Za-z0-9_-]{50,}'),
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
