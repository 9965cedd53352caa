import type { SqliteCore } from './sqlite-core.ts'

/** Calls the core, wherever it runs. Calls are done in the order they are made. */
export interface CoreClient {
  call<Method extends keyof SqliteCore>(
    method: Method,
    ...args: Parameters<SqliteCore[Method]>
  ): Promise<ReturnType<SqliteCore[Method]>>
  end(): Promise<void>
}
