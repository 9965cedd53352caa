import type { Io } from '../terminal/io.ts'
export async function gatewayAction(_: unknown, __: Io): Promise<void> {}
