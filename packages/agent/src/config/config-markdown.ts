import { configTable } from './config-table.ts'

/** The table of all settings, as the docs show it. */
export function configMarkdown(): string {
  const rows = configTable().map(({ key, default: value, allowed, help }) =>
    row([`\`${key}\``, `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``, allowed, help]),
  )
  return [row(['setting', 'default', 'allowed', 'what it does']), row(['---', '---', '---', '---']), ...rows].join('\n')
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}
