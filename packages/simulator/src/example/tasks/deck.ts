import type { Random } from '../random.ts'
import { dependencies } from '../repo/dependencies.ts'
import { subjects } from '../repo/subjects.ts'
import { addField } from './add-field.ts'
import { allowReopening } from './allow-reopening.ts'
import { answerNotFound } from './answer-not-found.ts'
import type { Card } from './card.ts'
import { explainCode } from './explain-code.ts'
import { exportCsv } from './export-csv.ts'
import { fixPaging } from './fix-paging.ts'
import { readNightlyReport } from './read-nightly-report.ts'
import { refuseNonsense } from './refuse-nonsense.ts'
import { renameFunction } from './rename-function.ts'
import { speedUpList } from './speed-up-list.ts'
import { stopFlake } from './stop-flake.ts'
import { traceRequests } from './trace-requests.ts'
import { upgradeDependency } from './upgrade-dependency.ts'
import { wishes } from './wishes.ts'
import { writePage } from './write-page.ts'

/** Every small job there is, each once, in rounds: a round has one of each kind, so that no kind clusters. */
export function shuffledDeck(random: Random): readonly Card[] {
  const piles = kinds().map((cards) => random.shuffled(cards))
  const rounds = Math.max(...piles.map((pile) => pile.length))
  return Array.from({ length: rounds }, (_, round) =>
    random.shuffled(piles.flatMap((pile) => pile[round] ?? [])),
  ).flat()
}

function kinds(): readonly (readonly Card[])[] {
  return [
    subjects.map(fixPaging),
    subjects.map(answerNotFound),
    subjects.map(allowReopening),
    subjects.map(stopFlake),
    subjects.map(refuseNonsense),
    subjects.map(renameFunction),
    subjects.map(exportCsv),
    subjects.map(writePage),
    subjects.map(explainCode),
    subjects.map(speedUpList),
    subjects.map(traceRequests),
    subjects.map(readNightlyReport),
    dependencies.map(upgradeDependency),
    fieldCards(0),
    fieldCards(1),
    fieldCards(2),
  ]
}

/** Every third wish, for every subject: as three kinds, as new fields are what people ask for most. */
function fieldCards(third: number): readonly Card[] {
  const some = wishes.filter((_, i) => i % 3 === third)
  return subjects.flatMap((subject) => some.map((wish) => addField(subject, wish)))
}
