const words =
  /your|example|placeholder|change[-_ ]?me|dummy|sample|insert|replace|redacted|fake|mock|todo|foobar|hidden|masked|omitted|(?:api|access|secret|auth|private)[-_ ]?(?:key|token)|[-_]here$|^(?:my|the|some|a|test)[-_ ]?(?:secret|token|password|key|api|pass)/i

const templates = /\$\{|\{\{|\$\(|<%|#\{|%\(|%[sdvq](?![A-Za-z0-9])|\.\.\.|…|\*\*\*|•|<[^>]{0,60}>|\[REDACTED/

/** True for a non-credential in a credential's place: a template, a mask, an instruction to fill something in. */
export function isPlaceholder(value: string): boolean {
  if (templates.test(value) || /^[$%{<]/.test(value)) return isTemplate(value)
  if (new Set(value.toLowerCase()).size <= 2) return true
  if (/^x{3,}|x{6,}|^[a-z]?123456/i.test(value)) return !hasManyDigits(value) || /^x{3,}/i.test(value)
  return words.test(value) && !hasManyDigits(value)
}

const instructions =
  /your|example|placeholder|change[-_ ]?(?:me|it|this)|dummy|sample|insert|replace|redacted|masked|omitted|hidden|foobar|todo|needed|managed|noop|unused|^empty|empty$|[-_]here$/i

/** True only for an instruction to fill something in: elsewhere "mypassword" is someone's password. */
export function isInstruction(value: string): boolean {
  if (templates.test(value) || /^[$%{<]/.test(value)) return isTemplate(value) || /^\$[\d@*#?!-]$/.test(value)
  if (new Set(value.toLowerCase()).size <= 2 || /^x{3,}|x{6,}|(?<![a-z])x{3,}$/i.test(value)) return true
  return instructions.test(value) && !hasManyDigits(value)
}

function isTemplate(value: string): boolean {
  return templates.test(value) || /^\$[A-Za-z_]\w*$|^\$\w+:|^%\w+%$|^\{[^}]*\}?$|^</.test(value)
}

/** Made-up values have few digits; generated ones that happen to contain a word have many. */
function hasManyDigits(value: string): boolean {
  return value.length >= 20 && value.replace(/\D/g, '').length >= 5
}
