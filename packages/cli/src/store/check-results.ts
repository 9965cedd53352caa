import type { SessionStore, StoreProblem } from '@palimpsest/core/store'
import { eachOriginal } from './each-original.ts'
import { everyConversation } from './every-conversation.ts'
import { findKept, keptFolders } from './kept-file.ts'

/**
 * Outputs that were too long to show, which a message says were kept, and which are not there, or not what they were.
 * `results` are the folders where those of this store may be.
 */
export async function checkResults(store: SessionStore, results: readonly string[]): Promise<readonly StoreProblem[]> {
  const problems: StoreProblem[] = []
  for (const { id } of await everyConversation(store)) {
    const folders = keptFolders(results, id)
    const seen = new Set<string>()
    for await (const { message, index } of eachOriginal(store, id)) {
      const kept = message.role === 'tool' ? (message.kept ?? []) : []
      for (const { file } of kept) {
        if (seen.has(file)) continue
        seen.add(file)
        const fault = await faultOf(file, folders)
        if (fault !== undefined) problems.push({ ...fault, where: `${id} #${index}`, derived: false })
      }
    }
  }
  return problems
}

type Fault = Pick<StoreProblem, 'code' | 'detail'>

async function faultOf(file: string, folders: readonly string[]): Promise<Fault | undefined> {
  const found = await findKept(file, folders)
  switch (found.kind) {
    case 'sound':
      return undefined
    case 'missing':
      return { code: 'result-missing', detail: `its output was kept as ${file}, which is not in ${folders[0]}` }
    case 'changed':
      return { code: 'result-changed', detail: `${found.path} is not what it was when it was kept` }
  }
}
