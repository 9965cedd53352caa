/** Marks off what is quoted from what we say. The tag occurs in none of the texts, so nothing quoted can open or close. */
export interface Fence {
  readonly tag: string
}

/** The lines between which something is quoted. */
export function fenced({ tag }: Fence, title: string, text: string): string {
  return `[${tag} ${title}]\n${text}${text === '' || text.endsWith('\n') ? '' : '\n'}[${tag} end]\n`
}

/** Sees every text before the fence is chosen: one more than the highest number that any of them uses. */
export function createFenceFinder(): { see(text: string): void; find(): Fence } {
  let highest = 0
  return {
    see(text) {
      for (let at = text.indexOf(stem); at >= 0; at = text.indexOf(stem, at + stem.length)) {
        const digits = /^\d{1,12}/.exec(text.slice(at + stem.length, at + stem.length + 12))?.[0]
        if (digits !== undefined) highest = Math.max(highest, Number(digits))
      }
    },
    find: () => ({ tag: `${stem}${highest + 1}` }),
  }
}

const stem = 'src-'
