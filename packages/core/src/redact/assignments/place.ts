/** Enough text before a name to determine its place. */
const leadChars = 40

const lineStart =
  /(?:^|[\n\r]|\\n)[ \t]*(?:\d{1,6}[|:\t-][ \t]*)?(?:[-+>][ \t]+|export[ \t]+|set[ \t]+|\[[\w.-]{1,20}\][ \t]+)?["']?$/

/** True if the name at `start` opens its line, but for a list mark or a line number. */
export function opensLine(text: string, start: number): boolean {
  return lineStart.test(leadOf(text, start))
}

const setter =
  /(?:^|[\n\r;&|$>`"'(]|\\n|RUN)[ \t]*(?:ENV|setx|setenv|set(?:[ \t]+-{1,2}[A-Za-z]{1,10}){1,3}|(?:[\w.:-]{1,20}[ \t]+){1,3}config(?:ure)?[ \t]+(?:set|--global|--add)|git[ \t]+config)[ \t]+$/

/** True if a command sets the variable at `start`, whose value then follows a blank. */
export function isSet(text: string, start: number): boolean {
  return setter.test(leadOf(text, start))
}

const passed = /[ \t](?:-e|-D|--env|--extra-vars|--set|--set-string|--build-arg|--var|-var)[ =]["']?$/

/** True if the variable at `start` is handed to a program by a flag. */
export function isPassed(text: string, start: number): boolean {
  return passed.test(leadOf(text, start))
}

function leadOf(text: string, start: number): string {
  const lead = text.slice(Math.max(0, start - leadChars), start)
  // What is cut off on the left must not pass for the start of the text.
  return start > leadChars ? `·${lead}` : lead
}

const formEnd = /[^&\s"'`<>\\]{1,200}&[A-Za-z_][\w.%-]{0,40}=/y

/** True for a parameter of a URL or a form: it follows a separator, or another one follows its value. */
export function isParameter(text: string, start: number, value: number): boolean {
  const lead = text.charAt(start - 1)
  if (lead !== '' && '?&#;'.includes(lead)) return true
  if (/[A-Za-z0-9_%$@{}()[\]<>.]/.test(lead)) return false
  formEnd.lastIndex = value
  return formEnd.test(text)
}

/** A bracket that closes what surrounds the address is not part of it. */
const parameter = /["']?(?<value>(?:(?!\)(?:[\s\])},.;:!?"'`]|$)|\]\()[^&;#\s"'`<>\\]){1,512})/y

/** The bounds of a parameter's value. */
export function readParameter(text: string, at: number): { readonly start: number; readonly end: number } | undefined {
  parameter.lastIndex = at
  const match = parameter.exec(text)
  if (match === null) return undefined
  const end = at + match[0].length
  return { start: end - (match.groups?.value ?? '').length, end }
}
