import type { Random } from '../random.ts'
import type { Subject } from '../repo/subject.ts'
import { ends, plain } from '../repo/subject.ts'
import { dashed, pathsOf } from '../repo/subject-files.ts'
import { useReadFile } from '../use-files.ts'
import { useTerminal } from '../use-terminal.ts'
import type { Card } from './card.ts'

/** A long report of which only three counts matter. */
export function readNightlyReport(subject: Subject): Card {
  return (scene, bulkChars) => {
    const { world, random } = scene
    const many = plain(subject.many)
    const path = `reports/${scene.clock.day()}-${dashed(subject.many)}.jsonl`
    scene.ask(
      random.pick([
        `The nightly consistency check complains about ${many}. Report is in ${path}. Which findings are real?`,
        `${path} – can you make sense of this? I only need to know whether I have to get up`,
        `Please go through tonight's report for ${plain(many)} (${path}) and tell me what to do about it. No changes.`,
      ]),
    )
    const report = findings(subject, random, Math.floor((bulkChars * random.int(15, 45)) / 100))
    scene.act(
      { think: `I do not know the shape of the report on ${many} yet, so look at it, and at the rules next to it.` },
      useTerminal(`cat ${path}`, report.lines.join('\n'), { seconds: 0.2 }),
      useReadFile(world, pathsOf(subject).rules),
    )
    const counts = Object.entries(report.counts)
    scene.act(
      { say: 'Counting by kind of finding.' },
      useTerminal(
        `jq -r .finding ${path} | sort | uniq -c`,
        counts.map(([kind, n]) => `${String(n).padStart(7)} ${kind}`).join('\n'),
      ),
    )
    scene.answer(
      `You can stay in bed. ${report.lines.length} findings on ${many}, of three kinds:

| finding | count | real? |
| --- | --- | --- |
${counts.map(([kind, n]) => `| ${kind} | ${n} | ${verdicts[kind] ?? 'unclear'} |`).join('\n')}

Only *stuck* needs a person: these are rows that have been \`${ends(subject).first}\` for more than 30 days. The oldest is \`${report.oldest}\`. The other two come from the check itself.`,
    )
  }
}

const verdicts: Readonly<Record<string, string>> = {
  stuck: 'yes, but not urgent',
  clock_skew: 'no: the replica is up to 4 s behind when the check runs',
  unknown_reference: 'no: the check does not know archived rows',
}

function findings(subject: Subject, random: Random, chars: number) {
  const prefix = subject.one.slice(0, 3).toLowerCase()
  const counts: Record<string, number> = {}
  const lines: string[] = []
  for (let size = 0; size < chars; size += lines.at(-1)?.length ?? 0) {
    const finding = random.pick(Object.keys(verdicts))
    counts[finding] = (counts[finding] ?? 0) + 1
    lines.push(
      JSON.stringify({
        id: `${prefix}_${random.hex(12)}`,
        finding,
        status: random.pick(subject.statuses),
        [subject.amount]: random.int(0, 20_000),
        seen_at: `2026-03-${String(random.int(1, 28)).padStart(2, '0')}T0${random.int(0, 5)}:${random.int(10, 59)}:00Z`,
        trace: random.uuid(),
      }),
    )
  }
  return { lines, counts, oldest: `${prefix}_${random.hex(12)}` }
}
