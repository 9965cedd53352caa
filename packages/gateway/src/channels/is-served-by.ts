/**
 * True when an address belongs to whoever serves the root: the same scheme and port, and the same host or one below it.
 * A message says where its files are, and must not send the gateway, or the bot's token, anywhere else.
 */
export function isServedBy(address: string, root: string): boolean {
  if (!URL.canParse(address) || !URL.canParse(root)) return false
  const { protocol, port, hostname, username, password } = new URL(address)
  const home = new URL(root)
  if (protocol !== home.protocol || port !== home.port || username !== '' || password !== '') return false
  return hostname === home.hostname || hostname.endsWith(`.${home.hostname}`)
}
