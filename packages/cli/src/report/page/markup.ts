import { visible } from '../../terminal/visible.ts'

/** Text that is HTML already. Everything else is escaped when it is put into a template. */
export interface Markup {
  readonly markup: string
}

type Piece = string | number | Markup | readonly Markup[]

/** A template whose inserts are escaped unless they are markup themselves, so that no name can become a tag. */
export function html(texts: TemplateStringsArray, ...inserts: readonly Piece[]): Markup {
  const parts = texts.map((text, i) => `${text}${i < inserts.length ? written(inserts[i] ?? '') : ''}`)
  return { markup: parts.join('') }
}

/** Text that this package wrote itself, and that is already HTML. */
export function trusted(markup: string): Markup {
  return { markup }
}

export const noMarkup: Markup = { markup: '' }

function written(piece: Piece): string {
  if (typeof piece === 'number') return String(piece)
  if (typeof piece === 'string') return escapeHtml(piece)
  return 'markup' in piece ? piece.markup : piece.map(({ markup }) => markup).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
