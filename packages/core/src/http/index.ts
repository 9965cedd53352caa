export { type RequestOrigin, refuseForeign } from './refuse-foreign.ts'
