import { assignmentRule } from '../assignments/assignment.ts'
import type { Rule } from '../scan/rule.ts'
import { maskRule } from '../scan/scan-masked.ts'
import { addressRules } from './address-rules.ts'
import { aiRules } from './ai-rules.ts'
import { chatRules } from './chat-rules.ts'
import { cloudRules } from './cloud-rules.ts'
import { commandRules } from './command-rules.ts'
import { cookieRules } from './cookie-rules.ts'
import { databaseRules } from './database-rules.ts'
import { headerRules } from './header-rules.ts'
import { hostingRules } from './hosting-rules.ts'
import { kubeRules } from './kube-rules.ts'
import { materialRules } from './material-rules.ts'
import { paymentRules } from './payment-rules.ts'
import { privateKeyRules } from './private-key.ts'
import { serviceRules } from './service-rules.ts'
import { spokenPasswordRules } from './spoken-passwords.ts'
import { toolRules } from './tool-rules.ts'
import { wrappedRules } from './wrapped-rules.ts'

/** Every rule; where two share a keyword, the more exact one comes first. */
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
  ...spokenPasswordRules,
  maskRule,
]
