import type { Transcript } from '@palimpsest/core/message'
import { fileTools } from './prompts/file-tools.ts'
import { otherTools } from './prompts/other-tools.ts'
import { systemPrompt } from './prompts/system-prompt.ts'
import { createRandom } from './random.ts'
import { buildRepo } from './repo/build-repo.ts'
import type { Scene } from './scene.ts'
import { createScene } from './scene.ts'
import { amendedRule } from './stories/amended-rule.ts'
import { arrival } from './stories/arrival.ts'
import { badSignature } from './stories/bad-signature.ts'
import { berthIncident } from './stories/berth-incident.ts'
import { cancelledCache } from './stories/cancelled-cache.ts'
import { crookedBoard } from './stories/crooked-board.ts'
import { dependencyAudit } from './stories/dependency-audit.ts'
import { farewell } from './stories/farewell.ts'
import { localTimes } from './stories/local-times.ts'
import { lostCent } from './stories/lost-cent.ts'
import { redPipeline } from './stories/red-pipeline.ts'
import { statusSurvey } from './stories/status-survey.ts'
import type { Story } from './stories/story.ts'
import { createStoryClock } from './story-clock.ts'
import { shuffledDeck } from './tasks/deck.ts'
import { weigh } from './weigh.ts'

export interface ExampleOptions {
  /** Same seed, same session, to the byte. @default 1 */
  readonly seed?: number
  /** About how many tokens the session should have; from 20,000 to 2,000,000. @default 200_000 */
  readonly targetTokens?: number
}

export const exampleDefaults = { seed: 1, targetTokens: 200_000 } as const satisfies Required<ExampleOptions>

const stories: readonly Story[] = [
  lostCent,
  cancelledCache,
  badSignature,
  localTimes,
  amendedRule,
  redPipeline,
  crookedBoard,
  berthIncident,
  dependencyAudit,
  statusSurvey,
]
const tools = [...fileTools, ...otherTools]
/** The longest outputs of real sessions are logs and dumps of this order. */
const maxBulkChars = 72_000
/** A tenth of the session for each long output, at 3.7 characters per token. */
const bulkCharsPerToken = 0.37
/** The cost of the last story. */
const farewellTokens = 6_000
/** The last of the `stories` starts here, so that small jobs still follow it. */
const storiesShare = 0.9

/** A long coding session in an invented repository, decided entirely by its seed. */
export function exampleSession(options: ExampleOptions = {}): Transcript {
  const { seed, targetTokens } = { ...exampleDefaults, ...options }
  const random = createRandom(seed)
  const scene = createScene({ random, clock: createStoryClock(), world: buildRepo(random) }, systemPrompt)
  tell(scene, targetTokens - weigh(JSON.stringify(tools)) - farewellTokens)
  return { messages: scene.messages, tools, model: 'claude-sonnet-4-5' }
}

/** Stories come evenly spread; between them, small jobs from the deck. */
function tell(scene: Scene, endTokens: number): void {
  const bulkChars = Math.min(maxBulkChars, Math.floor(endTokens * bulkCharsPerToken))
  const deck = shuffledDeck(scene.random)
  const gap = (endTokens * storiesShare) / stories.length
  arrival(scene, bulkChars)
  let told = 0
  let dealt = 0
  while (scene.tokens() < endTokens) {
    const card = deck[dealt]
    const story = card === undefined || scene.tokens() >= told * gap ? stories[told] : undefined
    if (story !== undefined) {
      story(scene, bulkChars)
      told++
    } else if (card !== undefined) {
      card(scene, bulkChars)
      dealt++
    } else break
  }
  farewell(scene, bulkChars)
}
