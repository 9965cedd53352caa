/** Cancelling is the one thing of its host that core knows by name: every runtime has it, and it does nothing by itself. */
interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

interface AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}

declare const AbortController: new () => AbortController
