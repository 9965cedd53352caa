const templateChars = 240

/** A line with its times, numbers, ids and addresses masked, so that lines that say the same become the same. */
export function lineTemplate(line: string): string {
  const text = line.slice(0, templateChars)
  let template = ''
  let at = 0
  while (at < text.length) {
    let end = at
    let hasDigit = false
    for (; end < text.length && isWord(text.charCodeAt(end)); end++) hasDigit ||= isDigit(text.charCodeAt(end))
    if (end === at) template += text[at++] ?? ''
    else {
      template = hasDigit ? addMask(template) : template + text.slice(at, end)
      at = end
    }
  }
  return template
}

/** Neighbours that are masked become one: the parts of a time, of an address, of a version. */
function addMask(template: string): string {
  const isNext = /#[.:,/+-]$/.test(template.slice(-2))
  if (isNext) return template.slice(0, -1)
  return template.endsWith('#') ? template : `${template}#`
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57
}

function isWord(unit: number): boolean {
  return isDigit(unit) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || unit === 95 || unit === 45
}
