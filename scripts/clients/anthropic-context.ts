import Anthropic from '@anthropic-ai/sdk'
import { createContext } from '@palimpsest/context'
import { anthropicContext } from '@palimpsest/context/anthropic'

const context = await createContext()
export const client = new Anthropic({ apiKey: 'any', middleware: [anthropicContext(context)] })
export const other = new Anthropic({ apiKey: 'any', fetch: context.fetch })
