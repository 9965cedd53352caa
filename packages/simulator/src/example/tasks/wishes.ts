import { count, flag, text } from '../repo/subject.ts'
import type { Wish } from './add-field.ts'

/** Fields that people asked for over the years. */
export const wishes: readonly Wish[] = [
  {
    ...text('internalNote', 'call before boarding'),
    reason: 'the desk wants to leave remarks for the next shift',
  },
  { ...text('externalRef', 'PA-2026-0417'), reason: 'the port authority sends us its own reference' },
  { ...count('priority', 3), reason: 'the night shift sorts by it' },
  { ...flag('isTest'), reason: 'training data must stay out of the statistics' },
  { ...text('salesChannel', 'kiosk'), reason: 'marketing asks where things come from' },
  { ...text('approvedBy', 'm.tanaka'), reason: 'the auditors want a name next to each approval' },
  { ...text('expiresAt', '2026-04-01T00:00:00Z'), reason: 'stale entries should be easy to find' },
  { ...count('revision', 2), reason: 'two people edited the same entry and one change was lost' },
  { ...text('costCentre', 'FUK-220'), reason: 'accounting books by cost centre from April on' },
  {
    ...text('photoUrl', 'https://img.harbor.example/a1.jpg'),
    reason: 'the desk wants to see what it talks about',
  },
  { ...count('printedCopies', 1), reason: 'somebody has to pay for the paper' },
  { ...flag('isArchived'), reason: 'old ones should not show up in the search' },
  { ...flag('needsReview'), reason: 'the risk team samples two percent of everything' },
  { ...text('preferredLocale', 'ko'), reason: 'messages should go out in the right language' },
  { ...count('handlingMinutes', 15), reason: 'the planners want to know how long it takes on the quay' },
]
