export { type AuditLine, readAudit } from './record-audit.ts'
export {
  createTokenBook,
  isTokenName,
  type NewToken,
  type StoredToken,
  type StoredTokens,
  type TokenBook,
  tokenNameRule,
} from './token-book.ts'
export { type TokenRole, tokenRoles } from './tokens.ts'
