import type { Random } from '../random.ts'
import type { World } from '../world.ts'
import { createWorld } from '../world.ts'
import { baseFiles } from './base-files.ts'
import { storyFiles } from './story-files.ts'
import { subjectFiles } from './subject-files.ts'
import { subjects } from './subjects.ts'

const earlier = [
  'Open the summer timetable for review',
  'Show clearance in centimetres on the berth page',
  'Drop the old kiosk login',
  'Keep vouchers apart from loyalty points',
  'Send notices in the language of the booking',
  'Round surcharges after the total, not before',
  'Release 2.13.4',
]

/** The invented repository as the session finds it. */
export function buildRepo(random: Random): World {
  const files = [...baseFiles(subjects), ...storyFiles, ...subjects.flatMap((subject) => subjectFiles(subject, random))]
  const world = createWorld(new Map(files))
  for (const message of earlier) world.commit(random.hex(7), message)
  return world
}
