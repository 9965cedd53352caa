import { appendCases } from './append-cases.ts'
import { badCompactionCases } from './bad-compaction-cases.ts'
import { badDumpCases } from './bad-dump-cases.ts'
import { beginCases } from './begin-cases.ts'
import { chainCases } from './chain-cases.ts'
import { childCases } from './child-cases.ts'
import { compactCases } from './compact-cases.ts'
import { dumpCases } from './dump-cases.ts'
import { edgeCases } from './edge-cases.ts'
import { endCases } from './end-cases.ts'
import { keepCases } from './keep-cases.ts'
import { lawCases } from './law-cases.ts'
import { losslessCases } from './lossless-cases.ts'
import { searchCases } from './search-cases.ts'
import { stateCases } from './state-cases.ts'
import type { StoreCase } from './store-case.ts'
import { travelCases } from './travel-cases.ts'
import { undoCases } from './undo-cases.ts'

/** What every store must do, whatever it keeps its rows in. */
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
  ...dumpCases,
  ...badDumpCases,
  ...travelCases,
  ...keepCases,
  ...stateCases,
  ...endCases,
  ...edgeCases,
  ...lawCases,
]
