/** What is left of a conversation, and found of it, after compactions: a list of sections, each with its own figures. */
import { run as recall } from './survival/recall.mjs'

const sections = [recall]

/** @param {{ readonly folder?: string }} [options] */
export async function measureSurvival(options = {}) {
  const measured = []
  for (const run of sections) measured.push(await run(options))
  return { sections: measured, goals: measured.flatMap(({ goals }) => goals) }
}
