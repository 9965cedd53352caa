import type { BridgeCommand, BridgeMessage, BridgeWebhookOptions } from './bridge-adapter.ts'
import { inertState } from './inert-state.ts'

/** A host hands on to these what adapters hand to it. */
export interface BridgeHostDeps {
  readonly userName: string
  readonly takeMessage: (
    threadId: string,
    message: BridgeMessage | (() => Promise<BridgeMessage>),
    options: BridgeWebhookOptions | undefined,
  ) => Promise<void>
  readonly takeCommand: (command: BridgeCommand, options: BridgeWebhookOptions | undefined) => Promise<void>
}

/** Stands in for the SDK's `Chat`, which acknowledges before a message is safe and drops some under load. */
export function createBridgeHost({ userName, takeMessage, takeCommand }: BridgeHostDeps): object {
  type Message = BridgeMessage | (() => Promise<BridgeMessage>)
  const host = {
    getState: inertState,
    getUserName: () => userName,
    getLogger: () => silentLogger,
    abortTurn: async () => undefined,
    processMessage: (_adapter: unknown, threadId: string, message: Message, options?: BridgeWebhookOptions) =>
      takeMessage(threadId, message, options),
    // The adapter for Discord still calls it by this name.
    handleIncomingMessage: (_adapter: unknown, threadId: string, message: Message) =>
      takeMessage(threadId, message, undefined),
    processSlashCommand: (command: BridgeCommand, options?: BridgeWebhookOptions) => takeCommand(command, options),
  }
  return new Proxy(host, { get: (target, key) => Reflect.get(target, key) ?? ignored(key) })
}

/** Reactions, buttons, modals and whatever later versions add are heard by nobody. */
function ignored(key: string | symbol): unknown {
  return typeof key === 'string' && key.startsWith('process') ? async () => undefined : undefined
}

const ignore = () => undefined

/** Every failure that matters is reported by the bridge. */
const silentLogger = { debug: ignore, info: ignore, warn: ignore, error: ignore, child: (): object => silentLogger }
