import type { Dependency } from '../repo/dependencies.ts'
import type { Scene } from '../scene.ts'
import { usePatch, useReadFile, useSearchFiles } from '../use-files.ts'
import { webFetch, webFetchFailed } from '../use-others.ts'
import { check, commit, terminalTimeout, test, useTerminal } from '../use-terminal.ts'
import type { Card } from './card.ts'
import { perhapsThanks } from './common-moves.ts'

/** One dependency goes up, after its release notes were read. */
export function upgradeDependency(dependency: Dependency): Card {
  return (scene) => {
    const { name, has, offers, news } = dependency
    scene.ask(
      scene.random.pick([
        `Please upgrade ${name} to ${offers}. Read the release notes first and tell me what could hurt us.`,
        `${name} ${has} → ${offers}`,
        `dependabot wants ${name} ${offers}. ok for us?`,
      ]),
    )
    study(scene, dependency)
    install(scene, dependency)
    scene.act({}, test(scene), check(scene))
    const { use, sha } = commit(scene, `Upgrade ${name} to ${offers}`)
    scene.act({}, use)
    scene.answer(
      `${name} is at **${offers}** (\`${sha}\`), the whole suite and the checks pass.\n\nThe one change that could matter: *${news}*. I searched for it; ${scene.random.pick(['nothing here depends on the old behaviour', 'the one place that might is covered by a test that passes', 'we do not use that part'])}. If something turns up in staging, the way back is \`npm install ${name}@${has}\`.`,
    )
    perhapsThanks(scene, sha)
  }
}

function study(scene: Scene, { name, has, offers, news }: Dependency): void {
  const url = `https://releases.example.org/${name}/${offers}`
  if (scene.random.chance(0.3)) {
    scene.act({}, webFetchFailed(`https://releases.example.org/${name}/v${offers}`, '404 Not Found'))
  }
  scene.act(
    { say: 'Release notes, our use of it, and the tree, at once.' },
    webFetch(
      url,
      `# ${name} ${offers}\n\nReleased ${scene.clock.day()}.\n\n## Changed\n\n- ${news}\n- types are generated from the sources\n\n## Fixed\n\n- a leak when the process is stopped during start-up\n- wrong line numbers in stack traces of bundled code\n\n## Thanks\n\n${scene.random.int(3, 40)} people contributed since ${has}.`,
    ),
    useSearchFiles(scene.world, `from '${name}'`, 'src/'),
    useTerminal(
      `npm view ${name}@${offers} engines dist.unpackedSize --json`,
      JSON.stringify({ engines: { node: '>=20' }, 'dist.unpackedSize': scene.random.int(20_000, 4_000_000) }, null, 2),
      { seconds: 1.2 },
    ),
    useReadFile(scene.world, 'package.json'),
  )
}

function install(scene: Scene, { name, has, offers }: Dependency): void {
  scene.act({}, usePatch(scene.world, 'package.json', `"${name}": "${has}"`, `"${name}": "${offers}"`))
  const line = `added ${scene.random.int(0, 9)} packages, removed ${scene.random.int(0, 5)} packages, changed ${scene.random.int(1, 30)} packages, and audited ${scene.random.int(600, 900)} packages in ${scene.random.int(3, 20)}s\n\nfound 0 vulnerabilities`
  if (scene.random.chance(0.3)) {
    scene.act({}, terminalTimeout('npm install', 120))
    scene.act(
      { say: 'The registry did not answer. Once more with a longer timeout.' },
      useTerminal('npm install --fetch-timeout=300000', line, { seconds: 41.7 }),
    )
    return
  }
  scene.act({}, useTerminal('npm install', line, { seconds: 12.9 }))
}
