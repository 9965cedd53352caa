/** The defaults of commands, kept apart from their code so that help can show them and load nothing. */
export const commandDefaults = {
  /** Conversations that `sessions list` shows. */
  listedConversations: 20,
  /** Messages that `sessions show` shows. */
  lastMessages: 10,
  /** Days that `insights` looks back. */
  insightDays: 30,
  /** Milliseconds after which `simulate` replies. */
  replyAfterMs: 0,
  /** The port of `gateway`. */
  gatewayPort: 8787,
  /** Lines that `gateway audit` shows. */
  auditLines: 100,
  /** Only this machine, unless told. */
  gatewayHost: '127.0.0.1',
  /** Pauses of `replay`. */
  gap: { kind: 'drawn', name: 'human', seed: 1 },
} as const

/** The same as `--gap` spells them. */
export const defaultGapText = `${commandDefaults.gap.name}:${commandDefaults.gap.seed}`

/** Returns the end of a help text with a default. */
export function byDefault(value: string | number): string {
  return `(default: ${value})`
}
