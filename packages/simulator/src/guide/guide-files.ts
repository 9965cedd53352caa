/** Number of logs; together they are more than the window of the tour holds. */
export const logCount = 6
/** The voucher that the tour asks for again when it has left the window. */
export const lostVoucher = 'LANTERN-7'

const readme = `# Lantern

A small shop that sells lamps. Made up for the tour.

- \`src/price.js\` adds up an order. Amounts are whole cents.
- \`logs/\` is what the shop said over six days.
`

/** The line that the tour fixes. */
export const wrongSum = '  return items.reduce((sum, item) => sum + item.price, 0)'
export const rightSum = '  return items.reduce((sum, item) => sum + item.price * item.count, 0)'

const price = `/** What an order comes to, in cents. */
export function total(items) {
${wrongSum}
}
`

/** The folder that the tour works in: a made-up shop, its files by path. */
export function guideFiles(): Readonly<Record<string, string>> {
  const logs = Array.from({ length: logCount }, (_, day) => [logPath(day), log(day)] as const)
  return { 'README.md': readme, 'src/price.js': price, ...Object.fromEntries(logs) }
}

export function logPath(day: number): string {
  return `logs/day-${day + 1}.log`
}

const entriesPerDay = 80
const pages = ['/lamps', '/lamps/desk', '/basket', '/checkout', '/orders', '/search?q=brass']

/** The first line of the first log; it is not worth keeping when the log leaves the window. */
export const firstLogLine = logLine(0, 0)

function log(day: number): string {
  const lines = Array.from({ length: entriesPerDay }, (_, entry) => logLine(day, entry))
  if (day === 0)
    lines[31] = `2026-03-02T10:07:44Z WARN  order 4711 refused: voucher ${lostVoucher} expired on 2026-03-01`
  return `${lines.join('\n')}\n`
}

/** Numbers that look drawn and are the same every time. */
function logLine(day: number, entry: number): string {
  const drawn = (day * 7919 + entry * 104_729) % 9973
  const minute = String(Math.floor((entry * 60) / entriesPerDay)).padStart(2, '0')
  const hour = String(8 + (drawn % 10)).padStart(2, '0')
  const page = pages[drawn % pages.length]
  return `2026-03-0${day + 2}T${hour}:${minute}:${String(drawn % 60).padStart(2, '0')}Z INFO  GET ${page} 200 ${drawn % 400} ms visitor ${drawn}`
}
