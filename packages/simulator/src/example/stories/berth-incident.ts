import { serviceLog } from '../bulk/service-log.ts'
import type { Scene } from '../scene.ts'
import { useReadFile, useSearchFiles } from '../use-files.ts'
import { delegate, useRemember, webSearch } from '../use-others.ts'
import { useTerminal } from '../use-terminal.ts'
import type { Story } from './story.ts'

/** An incident on staging with Korean logs; its first cause is found, its second is not. */
export const berthIncident: Story = (scene) => {
  const issue = 4431
  scene.leave('open', '#4431: about 1,100 berth events of quay North 3 do not drain. Park in Busan captures on Friday.')
  scene.ask(
    `Staging: harbor-sync-2 does not come up and berths in Busan are stale. Raw log below, the Busan gateway writes Korean. What is going on? (#${issue})\n\n\`\`\`\n${serviceLog(scene.random, 24, scene.clock.day())}\n${scene.clock.day()}T05:19:02Z ERROR [harbor-sync-2] 포트 8081을(를) 열 수 없습니다: listen EADDRINUSE: address already in use 0.0.0.0:8081\n\`\`\``,
  )
  inspect(scene)
  scene.answer(
    `Two separate things:

1. **harbor-sync-2 does not start** because port **8081** is taken on that host (\`EADDRINUSE\`). An old \`harbor-web-1\` from the deployment of 26 February (pid 2214, version 2.13.2) was never stopped. I can see it but did not stop it: that needs your consent.
2. **Berths are stale** (선석 배정 동기화 지연: "berth assignment sync delayed"). The queue grows by about 40 events a minute and the gateway in Busan answers slowly. It was growing for an hour *before* sync-2 went down, so the port is not the whole story.

May I stop pid 2214?`,
  )
  scene.ask('yes, kill 2214. then check whether the queue shrinks')
  recover(scene, issue)
  scene.answer(
    `pid 2214 is stopped, sync-2 is up on 8081. The queue went from 1,480 to 1,106 in ten minutes and then **stayed** there.

**Unresolved (#${issue}):** something keeps about 1,100 events from draining. What I know: they all belong to quay *North 3*; each retry ends after exactly 30 s; the gateway returns no body. What I do not know: whether the gateway rejects them or never sees them. I would need a capture on the Busan side. The survey by the second agent found no code path that treats North 3 differently.`,
  )
  scene.ask('OK. Leave it open, Park-ssi in Busan looks at it on Friday. 감사합니다!')
  scene.act(
    {},
    useRemember(
      'berth-sync-open',
      `#${issue}: ~1,100 berth events of quay North 3 do not drain, each retry times out after 30 s. Park (Busan) captures on Friday. Port 8081 conflict is solved.`,
    ),
  )
  scene.answer(`#${issue} stays open, waiting for Park-ssi's capture on Friday. 감사합니다!`)
}

function inspect(scene: Scene): void {
  scene.act(
    {
      think:
        'EADDRINUSE on 8081 is one fact. The sync lag started earlier according to the timestamps, so it may be another. Do not merge them. See what listens on the port and how the queue developed.',
    },
    useTerminal(
      `ssh staging 'ss -ltnp | grep 8081'`,
      'LISTEN 0 511 0.0.0.0:8081 0.0.0.0:* users:(("node",pid=2214,fd=24))',
      { seconds: 1.2 },
    ),
    useTerminal(
      `ssh staging 'ps -o pid,lstart,cmd -p 2214'`,
      '    PID                  STARTED CMD\n   2214 Thu Feb 26 04:58:11 2026 node /opt/harbor-2.13.2/dist/server.js',
      { seconds: 1.1 },
    ),
    useTerminal(
      `ssh staging 'journalctl -u harbor-sync -n 120 --no-pager'`,
      serviceLog(scene.random, 120, scene.clock.day()),
      { seconds: 2.6 },
    ),
    useReadFile(scene.world, 'src/berths/berth-store.ts'),
    useSearchFiles(scene.world, 'North 3'),
  )
  scene.act(
    {},
    webSearch('node fastify EADDRINUSE after deploy old process keeps port systemd KillMode', [
      'KillMode and processes left behind — https://docs.example.org/systemd/killmode — "with KillMode=process only the main process is stopped, children stay"',
      'Why a port stays taken after a restart — https://blog.example.org/ports — "look for a second unit that starts the same binary"',
    ]),
    useTerminal(`ssh staging 'systemctl show harbor-web -p KillMode'`, 'KillMode=process', { seconds: 0.9 }),
  )
}

function recover(scene: Scene, issue: number): void {
  scene.act(
    {},
    useTerminal(
      `ssh staging 'kill 2214 && sleep 2 && systemctl start harbor-sync@2 && ss -ltnp | grep 8081'`,
      'LISTEN 0 511 0.0.0.0:8081 0.0.0.0:* users:(("node",pid=9120,fd=22))',
      { seconds: 4.2 },
    ),
  )
  scene.act(
    {
      say: 'Up again. Watching the queue for ten minutes, and a second agent searches the code for anything special about North 3.',
    },
    useTerminal(
      `ssh staging 'for i in 0 2 4 6 8 10; do harborctl queue berths; sleep 120; done'`,
      '1480\n1391\n1264\n1150\n1106\n1106',
      { seconds: 602.3 },
    ),
    delegate(
      `Find every code path that treats a berth differently by its quay, and report paths with line numbers, at most 15 lines.`,
      `Repository /srv/harbor, folder src/berths and whatever imports it. Issue #${issue}: events of quay "North 3" do not drain. Read only.`,
      'I read src/berths/* and its four importers. No code path compares the quay. The quay is only stored (berth-store.ts insert), shown (berth-routes.ts) and validated as a string. There is no special case for "North 3"; the only occurrence is sample data in tests. A name with a space is passed to the gateway unencoded nowhere in this repository: the client that talks to the gateway lives in another one (harbor-gateway).',
    ),
  )
}
