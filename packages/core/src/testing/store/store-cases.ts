import { appendCases } from './cases/append-cases.ts'
import { badCompactionCases } from './cases/bad-compaction-cases.ts'
import { badDumpCases } from './cases/bad-dump-cases.ts'
import { beginCases } from './cases/begin-cases.ts'
import { chainCases } from './cases/chain-cases.ts'
import { childCases } from './cases/child-cases.ts'
import { compactCases } from './cases/compact-cases.ts'
import { dumpCases } from './cases/dump-cases.ts'
import { edgeCases } from './cases/edge-cases.ts'
import { endCases } from './cases/end-cases.ts'
import { keepCases } from './cases/keep-cases.ts'
import { lawCases } from './cases/law-cases.ts'
import { losslessCases } from './cases/lossless-cases.ts'
import { questionCases } from './cases/question-cases.ts'
import { searchCases } from './cases/search-cases.ts'
import { stateCases } from './cases/state-cases.ts'
import { travelCases } from './cases/travel-cases.ts'
import { undoCases } from './cases/undo-cases.ts'
import type { StoreCase } from './fixtures/store-case.ts'

/** The cases that every store must pass, whatever it keeps its rows in. */
export const storeCases: readonly StoreCase[] = [
  ...beginCases,
  ...appendCases,
  ...losslessCases,
  ...compactCases,
  ...badCompactionCases,
  ...undoCases,
  ...childCases,
  ...chainCases,
  ...searchCases,
  ...questionCases,
  ...dumpCases,
  ...badDumpCases,
  ...travelCases,
  ...keepCases,
  ...stateCases,
  ...endCases,
  ...edgeCases,
  ...lawCases,
]
