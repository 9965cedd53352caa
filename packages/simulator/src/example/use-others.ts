import type { JsonObject } from '@palimpsest/core/json'
import type { ContentPart, ImagePart } from '@palimpsest/core/message'
import type { Use } from './scene.ts'

/** One line of the agent's list of things to do. */
export type Todo = readonly [status: 'pending' | 'in_progress' | 'completed', content: string]

const marks = { pending: '[ ]', in_progress: '[>]', completed: '[x]' } as const

export function todo(...items: readonly Todo[]): Use {
  const listed = items.map(([status, content], i) => ({ id: String(i + 1), content, status }))
  const shown = items.map(([status, content]) => `${marks[status]} ${content}`)
  return use('todo', { items: listed }, shown.join('\n'))
}

export function useRemember(key: string, text: string): Use {
  return use('remember', { key, text }, `Remembered "${key}" (${text.length} characters).`)
}

export function delegate(goal: string, context: string, report: string): Use {
  return use('delegate', { goal, context, max_steps: 25 }, report)
}

export function webFetch(url: string, text: string): Use {
  return use('web_fetch', { url, format: 'markdown' }, text)
}

export function webFetchFailed(url: string, status: string): Use {
  return { ...use('web_fetch', { url, format: 'markdown' }, `GET ${url} failed: ${status}`), failed: true }
}

export function webSearch(query: string, results: readonly string[]): Use {
  return use('web_search', { query, limit: results.length }, results.map((line, i) => `${i + 1}. ${line}`).join('\n'))
}

export function queryDatabase(sql: string, rows: string): Use {
  return use('query_database', { database: 'harbor_staging', sql }, rows)
}

export function httpRequest(method: string, url: string, body: JsonObject | undefined, response: string): Use {
  return use('http_request', body === undefined ? { method, url } : { method, url, body }, response)
}

export function startProcess(command: string, waitFor: string, output: string): Use {
  return use('process', { action: 'start', command, wait_for: waitFor }, output)
}

export function stopProcess(id: string): Use {
  return use('process', { action: 'stop', process_id: id }, `Stopped ${id} (SIGTERM, exit code 0).`)
}

export function screenshot(url: string, caption: string, picture: ImagePart): Use {
  const parts: readonly ContentPart[] = [{ type: 'text', text: caption }, picture]
  return { name: 'screenshot', arguments: { url, width: 1280, height: 800 }, result: parts }
}

function use(name: string, asked: JsonObject, text: string): Use {
  return { name, arguments: asked, result: [{ type: 'text', text }] }
}
