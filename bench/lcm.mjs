/**
 * Measures the lossless engine: how it copes with a conversation of a hundred thousand messages, how much of what was
 * said long ago it can still answer, and what it does with real transcripts beside the compressor.
 */
import { measureQuestions, questionGoals } from './lcm/questions.mjs'
import { measureSize, sizeGoals } from './lcm/size.mjs'
import { measureTranscripts, transcriptGoals } from './lcm/transcripts.mjs'

/** @param {{ readonly folder?: string }} [options] */
export async function measureLcm({ folder = process.env.PALIMPSEST_TRANSCRIPTS } = {}) {
  const size = await measureSize()
  const questions = await measureQuestions()
  const transcripts = folder === undefined ? undefined : await measureTranscripts(folder)
  return {
    size,
    questions,
    ...(transcripts && { transcripts }),
    goals: [...sizeGoals(size), ...questionGoals(questions), ...(transcripts ? transcriptGoals(transcripts) : [])],
  }
}
