import { assignmentRule } from './assignment.ts'
import { privateKeyRules } from './private-key.ts'
import type { Rule } from './rule.ts'
import { addressRules } from './rules/address-rules.ts'
import { aiRules } from './rules/ai-rules.ts'
import { chatRules } from './rules/chat-rules.ts'
import { cloudRules } from './rules/cloud-rules.ts'
import { commandRules } from './rules/command-rules.ts'
import { cookieRules } from './rules/cookie-rules.ts'
import { databaseRules } from './rules/database-rules.ts'
import { headerRules } from './rules/header-rules.ts'
import { hostingRules } from './rules/hosting-rules.ts'
import { kubeRules } from './rules/kube-rules.ts'
import { materialRules } from './rules/material-rules.ts'
import { paymentRules } from './rules/payment-rules.ts'
import { serviceRules } from './rules/service-rules.ts'
import { toolRules } from './rules/tool-rules.ts'
import { wrappedRules } from './rules/wrapped-rules.ts'
import { maskRule } from './scan-masked.ts'
import { toldRules } from './told.ts'

/** Every rule; where two share a keyword, the more exact one stands first. */
export const allRules: readonly Rule[] = [
  ...privateKeyRules,
  ...cloudRules,
  ...aiRules,
  ...hostingRules,
  ...paymentRules,
  ...chatRules,
  ...toolRules,
  ...serviceRules,
  ...wrappedRules,
  ...databaseRules,
  ...addressRules,
  ...materialRules,
  ...kubeRules,
  ...headerRules,
  ...cookieRules,
  ...commandRules,
  assignmentRule,
  ...toldRules,
  maskRule,
]
