import { createListLog, type EnginePorts } from '@palimpsest/core/engine'
import { entryId } from '@palimpsest/core/log'

/** Ports of a world in which nothing was ever said: enough to see whether an engine can be made. */
export const trialPorts: EnginePorts = {
  mintId: () => entryId('trial'),
  originals: async () => [],
  log: createListLog(() => []),
  howToRead: (number) => `Read message ${number}.`,
  howToRecall: 'Nothing was said before.',
  pause: async () => undefined,
  now: () => 0,
  wait: async () => undefined,
  summaryModels: [],
}
