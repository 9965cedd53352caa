import { dependencyTree } from '../bulk/dependency-tree.ts'
import type { Scene } from '../scene.ts'
import { usePatch, useReadFile, useSearchFiles } from '../use-files.ts'
import { delegate, useRemember } from '../use-others.ts'
import { check, commit, test, useTerminal } from '../use-terminal.ts'
import type { Story } from './story.ts'

/** The whole dependency tree for one advisory; at the end a rule is withdrawn. */
export const dependencyAudit: Story = (scene, bulkChars) => {
  scene.leave('open', 'The override of tiny-parse: remove it when handlebars moves on.')
  scene.leave('rule', "Runtime dependencies only with Mina's OK; devDependencies freely.")
  scene.ask(
    'Security sent an advisory about tiny-parse below 4.2.0 (prototype pollution, GHSA-7q2x-harb-0r9k, score 7.5). Do we have it, through whom, and can it be reached with user input? I need an answer for the auditors by 16:00, with evidence.',
  )
  survey(scene, bulkChars)
  fix(scene)
  const { use, sha } = commit(scene, 'Force tiny-parse 4.2.1 everywhere')
  scene.act({}, use)
  scene.answer(
    `For the auditors:

| question | answer | evidence |
| --- | --- | --- |
| Do we have it? | yes, 4.1.3 | \`npm ls tiny-parse\` |
| Through whom? | handlebars → safe-types → tiny-parse | same |
| Reachable? | **no**: it parses template options, which are constants in our code | one import of handlebars, in the mailer; no template comes from a request |
| Since when? | 2.11.0 (2025-11-18) | \`git log -S\` |
| Fixed? | yes, forced to 4.2.1 by an override | \`${sha}\`, suite and checks pass |

The override should go away when handlebars moves on; I put the reason next to it in the commit.`,
  )
  scene.ask(
    'Perfect, sent. By the way, rule 7 is withdrawn for devDependencies: no need to ask for those any more. Runtime dependencies still need my OK.',
  )
  scene.act(
    {},
    useRemember(
      'standing-rules-mina-7',
      'Rule 7 withdrawn for devDependencies. Runtime dependencies still need a yes.',
    ),
  )
  scene.answer('Noted: devDependencies without asking, runtime dependencies only with your OK.')
}

function survey(scene: Scene, bulkChars: number): void {
  scene.act(
    {
      think:
        'The question has three parts: present, through whom, reachable. npm ls --all answers the first two; the third needs reading.',
    },
    useTerminal('npm ls --all', dependencyTree(scene.random, bulkChars), { seconds: 5.8 }),
    useTerminal(
      'npm audit --json',
      '{\n  "error": {\n    "code": "ETIMEDOUT",\n    "summary": "request to https://registry.harbor.example/-/npm/v1/security/advisories/bulk failed"\n  }\n}',
      { code: 1, seconds: 31.0 },
    ),
  )
  scene.act(
    { say: 'The full tree is too coarse for evidence. Asking for the one package.' },
    useTerminal(
      'npm ls tiny-parse',
      'harbor@2.13.4 /srv/harbor\n└─┬ handlebars@4.7.7\n  └─┬ safe-types@1.3.0\n    └── tiny-parse@4.1.3',
      { seconds: 1.9 },
    ),
    useTerminal(
      'npm audit --json',
      '{ "auditReportVersion": 2, "vulnerabilities": { "tiny-parse": { "severity": "high", "range": "<4.2.0", "fixAvailable": true } } }',
      { seconds: 3.3 },
    ),
    useTerminal(
      `git log --format='%h %as %s' -S'"handlebars"' -- package.json`,
      `${scene.random.hex(7)} 2025-11-18 Send mails from templates (2.11.0)`,
    ),
    useSearchFiles(scene.world, 'handlebars'),
    delegate(
      'Can data from an HTTP request reach the options of a handlebars template? Answer yes or no with the path of calls.',
      'Repository /srv/harbor. handlebars is a dependency of the mailer. Routes are in src/*/*-routes.ts. Advisory: options parsed by tiny-parse < 4.2.0 may pollute prototypes.',
      'No. Templates are compiled at start-up from files in the image. Options are the literal { noEscape: false, strict: true } in one place. Request data is only passed as the render context, which tiny-parse does not see. I followed all 24 route files; none imports the mailer directly, they enqueue a job with an id.',
    ),
  )
}

function fix(scene: Scene): void {
  scene.act({}, useReadFile(scene.world, 'package.json'))
  scene.act(
    { say: 'An override is the smallest step that removes it.' },
    usePatch(
      scene.world,
      'package.json',
      '  "dependencies": {',
      '  "overrides": {\n    "tiny-parse": "4.2.1"\n  },\n  "dependencies": {',
    ),
    useTerminal(
      'npm install && npm ls tiny-parse',
      'changed 1 package, and audited 736 packages in 6s\nharbor@2.13.4 /srv/harbor\n└─┬ handlebars@4.7.7\n  └─┬ safe-types@1.3.0\n    └── tiny-parse@4.2.1 overridden',
      { seconds: 7.1 },
    ),
  )
  scene.act({}, test(scene), check(scene))
}
