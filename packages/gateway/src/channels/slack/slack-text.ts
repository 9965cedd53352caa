/** Reads Slack's markup as plain text: `<@U1>` at the start is dropped where it names the bot, links lose their brackets. */
export function fromSlackText(text: string, botUser: string | undefined): string {
  const mention = botUser === undefined ? undefined : `<@${botUser}>`
  const said = mention !== undefined && text.startsWith(mention) ? text.slice(mention.length).trimStart() : text
  const unwrapped = said.replace(/<([^<>|]*)(?:\|([^<>]*))?>/gu, (_whole, target: string, label?: string) =>
    readReference(target, label),
  )
  // The ampersand comes last: `&amp;lt;` stands for `&lt;`.
  return unwrapped.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** Escapes what Slack would read as markup: unescaped, `<!channel>` in an answer would call everybody. */
export function toSlackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function readReference(target: string, label: string | undefined): string {
  const sign = target.slice(0, 1)
  if (sign === '@' || sign === '#') return `${sign}${label ?? target.slice(1)}`
  if (sign === '!') return label ?? `@${target.slice(1)}`
  return label === undefined || target.endsWith(label) ? target : `${label} (${target})`
}
