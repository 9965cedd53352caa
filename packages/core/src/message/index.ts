export { canonicalJson } from './canonical-json.ts'
export { checkMessage } from './check-message.ts'
export { checkEnvelope } from './check-message-envelope.ts'
export { declinedText, isDeclined, unaskedText } from './declined.ts'
export { callsOf, type Group, groups } from './group.ts'
export { inOrder, inOrderSoFar, interrupted } from './in-order.ts'
export { isKeptName, isNamedAfter } from './is-kept-name.ts'
export {
  type AssistantMessage,
  type Breakpoint,
  type CallId,
  type ContentPart,
  callId,
  type FilePart,
  type Format,
  type FunctionTool,
  type ImagePart,
  type KeptText,
  type Message,
  type OpaquePart,
  type OpaqueTool,
  type Part,
  type Residue,
  type Source,
  type SystemMessage,
  type TextPart,
  type ThinkingPart,
  type Tool,
  type ToolCallPart,
  type ToolMessage,
  type Transcript,
  type UserMessage,
} from './message.ts'
export { messageIdentity } from './message-identity.ts'
export { fillTurns, joinUsers, joinWhere, takesTurns, turnOf } from './turns.ts'
