import type { Scene } from '../scene.ts'
import { usePatch, useReadFile, useSearchFiles, useWriteFile } from '../use-files.ts'
import { check, commit, test } from '../use-terminal.ts'
import type { Story } from './story.ts'

const file = 'src/bookings/confirmation-mail.ts'
const testFile = 'src/bookings/confirmation-mail.test.ts'

const request = `田中です。お世話になっております。

予約確認メールの出発時刻についてお願いがあります。博多発の便なのに「2026-03-14 08:30」と表示され、お客様から「朝8時半に港へ行けばよいのか」とお問い合わせがありました。実際は日本時間の17時30分発です。

・メールには必ず出発港の現地時間を表示してください(タイムゾーン名も付けること)。
・保存する値はこれまで通りUTCのままにしてください。
・新しいライブラリは増やさないでください。luxon はすでに入っています。
・英語、日本語、韓国語、中国語の4言語すべてで確認をお願いします。

急ぎではありませんが、木曜日のリリース(2.14.0)に間に合うと助かります。`

const tests = `import { expect, test } from 'vitest'
import { booking, sailing } from './booking-fixtures.ts'
import { confirmationMail } from './confirmation-mail.ts'

test('tells the departure in the time of the port, not in UTC', () => {
  expect(confirmationMail(booking, sailing, 'ja').text).toContain('2026-03-14 17:30 JST')
})

test('names the zone of the port in every language', () => {
  for (const locale of ['en', 'ja', 'ko', 'zh'] as const) {
    expect(confirmationMail(booking, { ...sailing, from: 'PUS' }, locale).text).toContain('KST')
  }
})

test('falls back to UTC for a port it does not know', () => {
  expect(confirmationMail(booking, { ...sailing, from: 'XXX' }, 'en').text).toContain('08:30 UTC')
})
`

/** A polite request in Japanese, answered in Japanese. */
export const localTimes: Story = (scene) => {
  scene.ask(request)
  look(scene)
  change(scene)
  const { use, sha } = commit(scene, 'Show departures in the time of the port')
  scene.act({}, use)
  scene.answer(
    `対応しました(コミット \`${sha}\`)。

- **原因:** \`${file}\` がUTCの文字列を切り取ってそのまま表示していました。
- **変更:** 出発港コードからタイムゾーンを求め、luxon で現地時間に変換します。例:\`2026-03-14 17:30 JST\`(博多)、\`KST\`(釜山)。
- **保存値:** UTCのまま変更していません。変換は表示のときだけです。
- **確認:** 4言語すべてのテストを追加し、予約フォルダのテストと型チェックは全件成功しています。依存パッケージは増やしていません。

一点だけ確認させてください。未登録の港コードの場合は、エラーにせずUTCと明記して表示するようにしました。この扱いでよろしいでしょうか。`,
  )
  scene.ask('はい、それで結構です。ありがとうございました 🙏 木曜日のリリースノートにも一行入れておいてください。')
  scene.answer('承知しました。2.14.0 のリリースノートに「出発時刻を港の現地時間で表示」と記載します。🙏')
}

function look(scene: Scene): void {
  scene.act(
    {
      think:
        'Tanaka-san wants local time of the departure port with the zone name, storage unchanged, no new dependency. That is also what rule 5 says. luxon is there. Ports: HKT is Hakata here, PUS Busan. Is there a table of ports and zones already?',
      say: '確認します。',
    },
    useReadFile(scene.world, file),
    useSearchFiles(scene.world, 'luxon'),
    useSearchFiles(scene.world, 'Asia/', 'src/'),
    useReadFile(scene.world, testFile),
  )
}

function change(scene: Scene): void {
  const { world } = scene
  scene.act(
    { say: 'テストがまだ無いので、先に書きます。' },
    useWriteFile(world, testFile, tests),
    useWriteFile(
      world,
      'src/bookings/booking-fixtures.ts',
      `import { createSailing } from '../sailings/sailing.ts'
import { createBooking } from './booking.ts'

const now = '2026-03-02T09:00:00Z'

export const sailing = createSailing({ vesselId: 'ves_02', from: 'HKT', to: 'PUS', departsAt: '2026-03-14T08:30:00Z', freeSeats: 212 }, now)
export const booking = createBooking({ sailingId: sailing.id, contactEmail: 'kim@example.com', isGroup: false, totalCents: 18400 }, now)
`,
    ),
  )
  const titles = [
    'tells the departure in the time of the port, not in UTC',
    'names the zone of the port in every language',
  ]
  for (const title of titles)
    world.failing.set(
      title,
      `AssertionError: expected 'HKT → PUS\\n2026-03-14 08:30' to contain '${title.startsWith('tells') ? '2026-03-14 17:30 JST' : 'KST'}'`,
    )
  scene.act({}, test(scene, 'src/bookings/confirmation-mail'))
  for (const title of titles) world.failing.delete(title)
  scene.act(
    {},
    usePatch(world, file, `import type { Sailing }`, `import { DateTime } from 'luxon'\nimport type { Sailing }`),
    usePatch(
      world,
      file,
      `sailing.to + '\\n' + departure(sailing.departsAt)`,
      `sailing.to + '\\n' + departure(sailing)`,
    ),
    usePatch(
      world,
      file,
      `function departure(departsAt: string): string {
  return departsAt.slice(0, 16).replace('T', ' ')
}`,
      `/** A port that is not listed is shown in UTC, and says so. */
const zones: Record<string, readonly [zone: string, label: string]> = {
  HKT: ['Asia/Tokyo', 'JST'],
  PUS: ['Asia/Seoul', 'KST'],
  SHA: ['Asia/Shanghai', 'CST'],
}

function departure({ from, departsAt }: Sailing): string {
  const [zone, label] = zones[from] ?? ['utc', 'UTC']
  return DateTime.fromISO(departsAt, { zone }).toFormat('yyyy-MM-dd HH:mm') + ' ' + label
}`,
    ),
  )
  scene.act({}, test(scene, 'src/bookings'), check(scene))
}
