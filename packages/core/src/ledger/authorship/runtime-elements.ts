/**
 * Elements that agents are known to put into user messages. Only exact names: `<context>` or `<instructions>` may be typed
 * by a person, whose words must never pass for those of a program.
 */
export const runtimeElements = [
  'system-reminder',
  'system_reminder',
  'system-instruction',
  'system_instruction',
  'command-name',
  'command-message',
  'local-command-stdout',
  'local-command-stderr',
  'local-command-caveat',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'user-prompt-submit-hook',
  'session-start-hook',
  'task-notification',
  'subagent_notification',
  'new-diagnostics',
  'ide_opened_file',
  'ide_selection',
  'environment_context',
  'user_instructions',
  'turn_aborted',
  'current_datetime',
  'memory-context',
  'persisted-output',
  'uploaded_files',
] as const
