import { addUsage, type Usage } from '../tokens/usage.ts'
import type { ViewItem } from './store.ts'

/** The usage of writing all that was made for a view. */
export function madeUsage(view: readonly ViewItem[]): Usage {
  return view.reduce<Usage>((sum, item) => (item.kind === 'made' && item.usage ? addUsage(sum, item.usage) : sum), {})
}
