export { recordedHabits, recordedPauses } from './recorded-pauses.ts'
export { lastRecordedTime, recordedTime } from './recorded-times.ts'
