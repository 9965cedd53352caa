import { readFileSync } from 'node:fs'

const pageBytes = 4_096
const everyMs = 1_000

/** Notes the memory of every gateway each second, where the system tells it. */
export function watchMemory(gateways) {
  const timer = setInterval(() => {
    for (const { child, rss } of gateways.serving()) {
      const bytes = residentBytes(child.pid)
      if (bytes !== undefined) rss.push(bytes)
    }
  }, everyMs)
  return {
    stop: () => clearInterval(timer),
    /** Of the processes that lived to the end: the first, the median and the last number, and the highest of all lives. */
    report() {
      const all = gateways.lives.flatMap(({ rss }) => rss)
      if (all.length === 0) return 'memory not measured here'
      const lasting = gateways.serving().map(({ rss }) => {
        const sorted = rss.toSorted((a, b) => a - b)
        return `${[rss[0], sorted[sorted.length >> 1], rss.at(-1)].map(megabytes).join('/')} MB in ${rss.length} s`
      })
      return `memory first/median/last ${lasting.join(' and ')}, at most ${megabytes(all.reduce((a, b) => Math.max(a, b)))} MB`
    },
  }
}

function residentBytes(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes
  } catch {
    return undefined
  }
}

function megabytes(bytes = 0) {
  return Math.round(bytes / 1_048_576)
}
