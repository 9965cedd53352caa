/** The likely message of a page is at its beginning. */
const longestPage = 20_000

/** The title, headings and paragraphs of an HTML page, each once; proxies answer with pages. */
export function pageText(page: string): string {
  const head = page.slice(0, longestPage)
  const found = [...head.matchAll(/<(?:title|h[1-3]|p)(?: [^>]{0,200})?>([^<]{1,400})/gi)].map(([, text]) => text ?? '')
  const texts = found.length > 0 ? found : [head.replace(/<[^>]{0,400}>/g, ' ')]
  const lines = texts.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '')
  return [...new Set(lines)].join('. ')
}
