import type { Length } from './find-length.ts'
import { type LengthNumbers, lengthNumbers, outputName } from './length-numbers.ts'
import type { LengthText } from './length-texts.ts'

/** Words that say of something that it is too much, or how much it may be at most; "must be greater" says neither. */
const comparison = new RegExp(
  [
    'exceed(?:s|ed|ing)?',
    'too[ _](?:long|large|big|many|high)',
    '(?<!be )(?:longer|larger|greater|more|higher|bigger) than',
    '(?:must|should|can|may|needs? to|has to) (?:only )?(?:be |have )?(?:<|≤|less|fewer|at most|no more|no greater|no larger|no longer|between|within|in (?:the )?range|lower|smaller|below|under|up to|\\[)',
    '(?:must|should|may|can) ?not be (?:greater|larger|more|higher|longer|over|above)',
    '(?:above|over|beyond|outside|out of) (?:the |its )?(?:\\w+ )?(?:max|limit|range)',
    'is not (?:less|in (?:the )?range|between|within)',
    'supports? (?:only|at most|up to|a maximum)',
    '(?:does|do|will|would) ?(?:not|nt) fit|can ?not fit|ran out of (?:room|space)|overflow',
    '(?<!be )>=? ?(?=\\d|[a-z_]+: ?\\d)',
    'ha(?:s|ve) at most|is limited to|expected (?:a |value )?(?:value )?<|<=|≤|ensure (?:this |that )?(?:value |it )?(?:is )?(?:less|at most)',
    '超过|超過|超出|超限|超长|超長|过长|過長|太长|过大|溢出|大于|大於|多于|数值范围|取值范围|不超|不大于|(?:必须|应|需|须)小于|小于(?:或)?等于',
    '長すぎ|超え|多すぎ|(?<=\\d)以下|(?<=\\d)이하|초과|너무 (?:길|깁|긴|많|크|큽|큰)',
  ].join('|'),
  'g',
)

const output = new RegExp(outputName, 'g')

/** Tokens are of the prompt where nothing else is named. */
const tokenWords = /tokens?(?:_|\b)|トークン|토큰/g
const promptWords =
  /prompt|\binputs?(?:_|\b)|context(?!_management)|conversation|messages\b|message (?:length|size|is|was|you)|message ?$|model length|history|sequence|max_model_len|上下文|输入|輸入|提示|对话|消息|内容|文本|コンテキスト|入力|プロンプト|컨텍스트|입력|프롬프트|대화/g

/** After a comparison, only a window name shows the subject: "retries exceeded with input …" is about retries. */
const windowWords =
  /context|(?:token|prompt|input)s? ?(?:length|limit|size|window|count)|tokens\b|max_?(?:model|seq)_?len|最大长度|最大長度|上下文|コンテキスト|컨텍스트/

/** Lengths of single fields, files and the like, which no shorter prompt would fix. */
const otherThings =
  /\btools?\b|function|\bnames?\b|descri|schema|\barray|\bstring|image|audio|video|\bfiles?\b|\bpdf|header|metadata|stop|batch|temperature|\.\d+\.|\[\d+\]|\b(?:bytes?|[kmg]i?b)\b|名称|描述|字段|图片|文件|工具|函数/
/** A budget for thinking has rules of its own. */
const budgetWords = /budget|thinking/

const clauseChars = 120

/** Reads a text about length (as `plainText` gives it) by what it compares with a limit, where no known text is in it. */
export function lengthFamily(text: string): Length | undefined {
  // Validators call whatever they check an input.
  const plain = text.replace(/input (?=should|validation)/g, '')
  const numbers = lengthNumbers(plain)
  const limits =
    windowBySize(plain, numbers) ??
    limitsBySubject(plain) ??
    limitsByName(plain, numbers) ??
    limitsByReach(plain) ??
    limitsBySize(plain, numbers)
  if (limits === undefined) return undefined
  const row: LengthText = { limits, text: '', ...(isExclusive(plain) && { isExclusive: true }) }
  const { outputCap, ...sizes } = numbers
  if (limits !== 'output') return { row, ...sizes }
  return outputCap === undefined ? { row } : { row, limit: outputCap }
}

/** A prompt and an output that are both stated, and do not fit together. */
function windowBySize(text: string, numbers: LengthNumbers): 'window' | undefined {
  const { limit, input, output: asked, total, inputChars } = numbers
  if (asked !== undefined && inputChars !== undefined) return 'window'
  if (limit === undefined || !windowWords.test(text)) return undefined
  const sum = total ?? (asked === undefined || input === undefined ? 0 : asked + input)
  return sum > limit ? 'window' : undefined
}

/** Without a comparison in words, the numbers decide: one of them is more than the limit. */
function limitsBySize(text: string, numbers: LengthNumbers): LengthText['limits'] | undefined {
  const { limit, input, output: asked } = numbers
  if (limit === undefined || !windowWords.test(text)) return undefined
  if (asked !== undefined) return asked <= limit ? undefined : /context|window/.test(text) ? 'window' : 'output'
  return input !== undefined && input > limit && !otherThings.test(text) ? 'input' : undefined
}

/** A text that names the output limit, a most and a number, and nothing of a prompt. */
function limitsByName(text: string, { outputCap }: LengthNumbers): 'output' | undefined {
  if (outputCap === undefined || !/max_?\w{0,12}tokens?/.test(text) || !/maximum|limit|range|allowed/.test(text))
    return undefined
  if (/minimum|at least|greater|positive|higher|required|supported/.test(text) || budgetWords.test(text))
    return undefined
  return lastIndex(text.replace(output, ''), promptWords) < 0 ? 'output' : undefined
}

/** A limit that was reached is already exceeded; one that is measured by time is a usage limit. */
const reached =
  /(?<!output |completion )(?:context|conversation|prompt|input|token)s? (?:\w+ )?(?:limit|length|window|size|count) (?:has been |was |is )?reached|reached (?:(?:its|the|your) )?(?:max(?:imum)? )?(?:context|conversation|prompt|input|token) (?:limit|length|window|size)|\btoken limit\W*$/
const spanOfTime = /\bper\b|minute|hour|\bday|daily|week|month|today|\bplan\b/

function limitsByReach(text: string): 'input' | undefined {
  return reached.test(text) && !spanOfTime.test(text) ? 'input' : undefined
}

function limitsBySubject(text: string): LengthText['limits'] | undefined {
  for (const match of text.matchAll(comparison)) {
    const left = text.slice(Math.max(0, match.index - clauseChars), match.index)
    const end = match.index + match[0].length
    const limits = subjectOf(lastClause(left), firstClause(text.slice(end, end + clauseChars)))
    if (limits !== undefined) return limits
  }
  return undefined
}

function subjectOf(left: string, right: string): LengthText['limits'] | undefined {
  if (budgetWords.test(left)) return undefined
  const named = lastIndex(left, output)
  const masked = left.replace(output, (name) => ' '.repeat(name.length))
  const prompt = Math.max(lastIndex(masked, promptWords), lastIndex(masked, tokenWords))
  if (
    named >= 0 &&
    prompt >= 0 &&
    /(?:\band\b|\+|plus|with|及|和)[^:]{0,30}$/.test(left.slice(0, Math.max(named, prompt)))
  )
    return 'window'
  if (named > prompt) return 'output'
  const isOfOtherThings = otherThings.test(`${left} ${right}`) && !/tokens?\b/.test(masked + right)
  if (isOfOtherThings) return undefined
  if (prompt >= 0) return 'input'
  if (lastIndex(right, output) >= 0) return 'output'
  return windowWords.test(right) ? 'input' : undefined
}

function lastIndex(text: string, words: RegExp): number {
  return [...text.matchAll(words)].at(-1)?.index ?? -1
}

const clauseEnd = /[.;!?](?= |$)|[。；！？]/

function lastClause(text: string): string {
  return text.split(clauseEnd).at(-1) ?? ''
}

function firstClause(text: string): string {
  return text.split(clauseEnd)[0] ?? ''
}

/** "Less than 8192" leaves 8191. */
function isExclusive(text: string): boolean {
  return /(?:less|lower|smaller|fewer) than (?:the )?\d/.test(text)
}
