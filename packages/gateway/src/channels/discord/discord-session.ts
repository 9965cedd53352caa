/** All that is needed to take up a connection where it was left; plain data, to be kept between processes. */
export interface DiscordSession {
  readonly sessionId: string
  readonly resumeUrl: string
  /** The number of the last event that is durable. Discord sends everything after it again. */
  readonly sequence: number
  /** The bot's user id, which Discord tells only at the start of a session. */
  readonly botUser: string
}

/** A connection was never made, or it stands, or it was closed with a code. */
export type DiscordConnection = 'unmade' | 'open' | number

/** Codes by which Discord ends a session; with others it refuses the bot, and 1001 to 1015 are the network's. */
const endingCodes: ReadonlySet<DiscordConnection> = new Set([1000, 4003, 4005, 4007, 4008, 4009])

/**
 * True when Discord itself ended the session. The client also gives sessions up when the network failed or Discord was
 * silent; those must be kept, for what was said meanwhile comes only with a resume. While the connection stands, only
 * Discord's word ends a session.
 */
export function isEndedByDiscord(connection: DiscordConnection): boolean {
  return connection === 'open' || endingCodes.has(connection)
}
