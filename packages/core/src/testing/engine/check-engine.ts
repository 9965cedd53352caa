import type { EngineCase, EngineUnderTest } from './engine-case.ts'
import { engineKeepCases } from './engine-keep-cases.ts'
import { layoutCases } from './layout-cases.ts'
import { modelCases } from './model-cases.ts'
import { deferCases, prepareCases } from './prepare-cases.ts'
import { repeatCases } from './repeat-cases.ts'
import { toolCases } from './tool-cases.ts'

/** The requirements on every engine, whatever it makes of a conversation. */
export const engineCases: readonly EngineCase[] = [
  ...layoutCases,
  ...repeatCases,
  ...engineKeepCases,
  ...modelCases,
  ...prepareCases,
  ...deferCases,
  ...toolCases,
]

/** A case that an engine failed, and how. */
export interface EngineFault {
  readonly name: string
  readonly message: string
}

/** Runs every case on an engine. Nothing found means that it keeps the contract. */
export async function checkEngine(under: EngineUnderTest): Promise<readonly EngineFault[]> {
  const faults: EngineFault[] = []
  for (const { name, run } of engineCases) {
    try {
      await run(under)
    } catch (error) {
      faults.push({ name, message: error instanceof Error ? error.message : String(error) })
    }
  }
  return faults
}
