import { configuration } from '../../compose.ts'
import type { Io } from '../../terminal/io.ts'

/** `palimpsest config path`: where the configuration is, whether or not there is one yet. */
export async function configPath(io: Io): Promise<void> {
  const { homePaths } = await configuration()
  io.out(`${homePaths(io.env).config}\n`)
}
