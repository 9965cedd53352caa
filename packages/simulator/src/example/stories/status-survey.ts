import { subjects } from '../repo/subjects.ts'
import { useSearchFiles } from '../use-files.ts'
import { useRemember } from '../use-others.ts'
import type { Story } from './story.ts'

/** About how long one match is when it is printed with its path. */
const charsPerMatch = 66

/** A search through the whole repository that finds far too much. */
export const statusSurvey: Story = (scene, bulkChars) => {
  const { world } = scene
  scene.leave(
    'rejected',
    'Postgres enums for status columns: changing an enum needs a lock. Text, at most with a CHECK.',
  )
  scene.ask(
    'For the data catalogue I need every status of every subject, in order, in one table. There is a list somewhere in the code for each. Just the table, no changes.',
  )
  const limit = Math.max(40, Math.floor(bulkChars / charsPerMatch))
  scene.act({ say: 'Searching for all uses of a status.' }, useSearchFiles(world, 'tatus', '', limit))
  scene.act(
    {
      think:
        'That was every line with the word. The lists themselves are constants that end in Statuses; ask for exactly those.',
    },
    useSearchFiles(world, 'Statuses = [', 'src/'),
  )
  const rows = subjects.map(({ one, statuses }) => `| ${one} | ${statuses.join(' → ')} |`)
  scene.answer(
    `${subjects.length} subjects, taken from the constants in the code:\n\n| subject | statuses |\n| --- | --- |\n${rows.join('\n')}\n\nThe database has no constraint on these columns; the code is the only place that knows the order.`,
  )
  scene.ask(
    'Good. Decision for later: we do NOT turn them into Postgres enums, because changing an enum needs a lock. Text plus a CHECK constraint if anything. Please keep that.',
  )
  scene.act(
    {},
    useRemember(
      'decision-status-columns',
      'Status columns stay text, no Postgres enums (altering an enum needs a lock). A CHECK constraint is acceptable.',
    ),
  )
  scene.answer('Kept, with the reason: status columns stay `text`, at most with a `CHECK`; no Postgres enums.')
}
