/** The text with every run of white space as one space. Single spaces, which most are, need not be looked for. */
export function singleSpaced(text: string): string {
  return text.replace(/\s{2,}|[^\S ]/g, ' ')
}
