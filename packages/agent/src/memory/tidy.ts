/** The text in the one form that is kept and shown, so that the same content is always the same bytes. */
export function tidy(text: string): string {
  const lines = text
    .replace(/^\ufeff/u, '')
    .toWellFormed()
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll(/(?<![^\S\n])[^\S\n]+$/gmu, '')
  const body = lines.replace(/^\n+/u, '').trimEnd()
  return body === '' ? '' : `${body}\n`
}
