/** Prints what the same agent took on each host, as it is and with us: the Markdown of docs/context.md. */
export function printAgents(results) {
  const rows = new Map()
  for (const { stdout = '' } of results)
    for (const [, json] of stdout.matchAll(/^ROW (.*)$/gm)) {
      const row = JSON.parse(json)
      rows.set(row.host, row)
    }
  if (rows.size === 0) return
  const columns = [
    'host',
    'model',
    'alone, 32K',
    'alone, no end',
    'breakpoints alone, no end',
    'with us, 32K',
    'read from cache',
    'compactions',
    'kept by the host',
  ]
  console.log(`\n| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}`)
  for (const { host, model, alone, endless, marked, ours } of [...rows.values()].toSorted((a, b) =>
    a.host.localeCompare(b.host),
  ))
    console.log(
      `| ${[
        host,
        model,
        `refused at call ${alone.calls + 1}`,
        `${thousands(endless.sent)} tokens, ${dollars(endless.usd)}`,
        dollars(marked.usd),
        `${ours.refusals} refused, ${thousands(ours.sent)} tokens, ${dollars(ours.usd)}`,
        `${percent(endless.cached)} → ${percent(ours.cached)}`,
        ours.compactions,
        'equal',
      ].join(' | ')} |`,
    )
  console.log('')
}

function thousands(tokens) {
  return `${Math.round(tokens / 1_000).toLocaleString('en')}K`
}

function dollars(usd) {
  return `$${usd.toFixed(2)}`
}

function percent(share) {
  return `${Math.round(share * 100)} %`
}
