import type { Chart } from './charts/chart.ts'
import { html } from './page/markup.ts'
import { page } from './page/report-page.ts'
import type { ReportedReplay } from './reported/reported-replay.ts'
import { fileSection } from './sections/file-section.ts'
import { overview } from './sections/overview.ts'
import { shortNames } from './short-names.ts'

/** Buckets of two points for one chart of one file: more could not be seen. */
const mostBuckets = 200
const leastBuckets = 40
/** Shared by all files, so that a report over a whole folder still opens at once. */
const bucketsOfReport = 4_000

/** A page that shows what happened in replayed files: one document that needs nothing but itself. */
export function writeReport(results: readonly ReportedReplay[]): string {
  const buckets = Math.max(leastBuckets, Math.min(mostBuckets, Math.floor(bucketsOfReport / (results.length || 1))))
  const titles = shortNames(results.map(({ file }) => file))
  const sections = results.map((replay, i) =>
    fileSection(replay, { id: `file-${i + 1}`, title: titles[i] ?? '' }, buckets),
  )
  const [only] = sections
  const isEmpty = only === undefined
  return page({
    title: isEmpty || sections.length > 1 ? 'Replay' : `${only.name} · Replay`,
    body: html`${isEmpty ? html`<p class="panel note">No file was replayed, so there is nothing to show yet.</p>` : overview(results, sections)}
${sections.map(({ markup }) => markup)}`,
    data: Object.fromEntries(sections.flatMap(({ charts }) => charts.map((chart) => [chart.id, readable(chart)]))),
  })
}

/** Returns what the page's script must know to read a chart. */
function readable({ keys, readings }: Chart) {
  return {
    keys: keys.map(({ name }) => name),
    x: readings.map(({ x }) => Math.round(x * 1e5) / 1e5),
    rows: readings.map(({ values }) => values),
    receipts: Object.fromEntries(readings.flatMap(({ receipt }, i) => (receipt === undefined ? [] : [[i, receipt]]))),
  }
}
