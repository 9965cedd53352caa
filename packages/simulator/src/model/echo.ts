import type { SimulatedModel } from './model.ts'

/** Says the last words of the user or of a tool again. */
export const echo: SimulatedModel = ({ messages }) => {
  const heard = messages.findLast(({ role }) => role === 'user' || role === 'tool')
  const words = heard?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) ?? []
  return [{ type: 'text', text: words.join('\n').trim() || 'I have nothing to repeat.' }]
}
