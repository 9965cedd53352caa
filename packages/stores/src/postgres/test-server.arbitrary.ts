/** A real server that lives as long as a test file. */
export interface TestServer {
  readonly url: string
  readonly port: number
  stop(): Promise<void>
}

/** Campaigns and measurements start the same server without TypeScript. */
interface ServerModule {
  /** Why there is no server for tests on this machine; nothing where there is one. */
  whyNoServer(): Promise<string | undefined>
  /** Starts PostgreSQL on a free port, with its data in a temporary folder that `stop` removes. */
  startServer(settings?: readonly string[]): Promise<TestServer>
}

const file = new URL('../../../../bench/campaign/postgres-server.mjs', import.meta.url)

export const { whyNoServer, startServer } = (await import(/* @vite-ignore */ file.href)) as ServerModule
