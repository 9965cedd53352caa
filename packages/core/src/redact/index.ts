export { type Redacted, redact, redactedMark } from './redact.ts'
export { redactMessage } from './redact-message.ts'
export { type Variables, withoutSecrets } from './without-secrets.ts'
