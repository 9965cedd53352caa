import { defined } from '../json.ts'
import { numberPattern, readNumber } from './read-number.ts'

/** The numbers of a text about length, by what they seem to count; what has no cue is not among them. */
export interface LengthNumbers {
  readonly limit?: number
  readonly input?: number
  readonly output?: number
  readonly total?: number
  /** Size of the prompt in characters, which are not tokens. */
  readonly inputChars?: number
  /** The cap on the output, in a text about the output alone. */
  readonly outputCap?: number
}

type Role = Exclude<keyof LengthNumbers, 'outputCap'>
type Found = Readonly<Partial<Record<Role, readonly number[]>>>

interface RoleCue {
  readonly role: Role | 'other'
  /** The text between the previous number and this one. */
  readonly before?: RegExp
  /** The text that follows immediately. */
  readonly after?: RegExp
}

/** Names of the output limit as APIs spell them, and words for it. */
export const outputName =
  '(?:max_?(?:completion_?|output_?|new_?|gen(?:eration)?_?|response_?|decode_?)?tokens?(?:_to_sample|_?count)?|max_gen_len|max_?decode_?len|n(?:um)?_predict|max(?:imum)? (?:tokens?\\b|number of (?:output|completion|generated|new) tokens?)|(?:output|completion|generat(?:ed|ion)|response|new)(?: tokens?| length| limit)|\\b(?:output|completion|generation)s?\\b|tokens? to (?:generate|sample)|(?:输出|出力|출력) ?(?:tokens?|トークン|토큰)?)'

/** Tried in order: a sum names both of its parts, and a limit is named after what it limits. */
const cues: readonly RoleCue[] = [
  { role: 'other', before: /available|resulting in|minimum|at least 1|(?:status|code|error|http)[ :=(#]{0,3}$/ },
  {
    role: 'other',
    before: /(?:characters?|chars|bytes|字符)(?: (?:is|are|of|limit|limit is|limit of|length))?[^a-z]{0,3}$/,
  },
  {
    role: 'inputChars',
    before: /prompt|input|passed|messages|contains/,
    after: /^ ?(?:input |prompt )?(?:characters?|chars?\b|字符)/,
  },
  { role: 'other', after: /^ ?(?:input |prompt )?(?:characters?|chars?\b|bytes?|[kmg]i?b\b|%|items?|字符|文字|글자)/ },
  { role: 'output', after: /^ ?(?:tokens? )?(?:output|completion|generated|new tokens|max_new|to generate)/ },
  { role: 'output', after: /^ ?(?:tokens? )?(?:in|for) the (?:completion|output|response|generation)/ },
  {
    role: 'input',
    after:
      /^ ?(?:tokens? )?(?:(?:input|inputs|prompt) tokens?|(?:in|from|of) (?:the |your )?(?:prompt|messages|input|text))/,
  },
  { role: 'total', before: new RegExp(`(?:input|prompt).{0,40}(?:and|plus|\\+).{0,30}${outputName}[^a-z]{0,4}$`) },
  { role: 'total', before: /total(?:_tokens?| tokens?| of| token count)[^a-z]{0,4}(?:is |was )?$/ },
  { role: 'output', before: new RegExp(`${outputName}[^a-z.]{0,3}(?:is |of |was |value )?[^a-z.]{0,3}$`) },
  { role: 'output', before: /requested output/ },
  { role: 'input', before: /(?:resulted in|input_tokens|prompt_tokens|n_prompt_tokens)[^a-z]{0,4}$/ },
  { role: 'limit', after: /^ ?(?:-?tokens? )?(?:are |is )?(?:maximum|limit|max\b|context|allowed|supported)/ },
  {
    role: 'limit',
    before:
      /max|limit|at most|up to|[<≤]|>=? ?$|\bthan\b|\bequal\b|no more|\bonly\b|allowed|window|context|cap of|exceed|session|size of|n_ctx|上限|最多|最大|限制|超过|超出|不能|大于|窗口|上下文|上限|최대/,
  },
  {
    role: 'input',
    before:
      /prompt|input|messages\b|request|contains|received|got\b|given|passed|sequence|length|輸入|输入|token|入力|입력/,
  },
  { role: 'input', after: /^ ?tokens?\b/ },
]

/** A number that is not part of a name, a version, a path or another number. */
const numberInText = new RegExp(`(?<![\\w/#@-])${numberPattern}(?=tokens?\\b|[^\\w%-]|-tokens?|$)`, 'g')

/** A lone number of which nothing says that it counts tokens may as well be the code of the error. */
const codeAtEnd = /\(\d{3,5}\)\W*$/

/** Long enough for a clause. */
const clauseChars = 80

/** All numbers of a text (as `plainText` gives it) whose words show what they count. */
export function lengthNumbers(text: string): LengthNumbers {
  const [, input, output, limit] = /(?<![\d,])(\d[\d,]*) ?\+ ?(\d[\d,]*) ?>=? ?(\d[\d,]*)/.exec(text) ?? []
  if (limit !== undefined) return settle({ input: valuesOf(input), output: valuesOf(output), limit: valuesOf(limit) })
  const found: Partial<Record<Role, number[]>> = {}
  for (const { role, value } of countedIn(text)) found[role] = [...(found[role] ?? []), value]
  return settle(found)
}

function valuesOf(text: string | undefined): readonly number[] {
  const value = readNumber(text ?? '')
  return value === undefined ? [] : [value]
}

interface Counted {
  readonly role: Role
  readonly value: number
}

function countedIn(text: string): readonly Counted[] {
  // `210000/200000 tokens` is what there is and what there may be.
  const told = text.replace(/(\d) ?\/ ?(?=\d+ tokens)/g, '$1 of at most ')
  // The lower end of a range says nothing, and `[1,8192]` would read as one number with a separator.
  const spaced = told.replace(
    /(?:[[(] ?\d{1,4} ?(?:,|~|-|\.\.+) ?|\b\d{1,4} ?\.\.+ ?|(?:between|from) \d{1,4} (?:and|to) )(?=\d)/g,
    ' up to ',
  )
  const matches = [...spaced.matchAll(numberInText)]
  if (matches.length === 1 && !text.includes('token') && codeAtEnd.test(spaced)) return []
  return matches.flatMap((match, index) => {
    const end = match.index + match[0].length
    const last = matches[index - 1]
    const start = Math.max(last === undefined ? 0 : last.index + last[0].length, match.index - clauseChars)
    const value = readNumber(match[0])
    const role = roleOf(spaced.slice(start, match.index), spaced.slice(end, end + clauseChars))
    return value === undefined || value === 0 || role === 'other' ? [] : [{ role, value }]
  })
}

function roleOf(before: string, after: string): Role | 'other' {
  const cue = cues.find((row) => (row.before?.test(before) ?? true) && (row.after?.test(after) ?? true))
  return cue?.role ?? 'other'
}

/** Of two numbers that both look like the limit, or both like the prompt, the larger one is what was too much. */
function settle({ limit: limits = [], input: inputs = [], output, total, inputChars }: Found): LengthNumbers {
  const candidates = limits.length > 0 || inputs.length < 2 ? limits : inputs
  const limit = candidates.length > 0 ? Math.min(...candidates) : undefined
  return defined<LengthNumbers>({
    limit,
    input: [...inputs, ...limits].find((value) => value !== limit),
    output: output?.[0],
    outputCap: limit ?? (output === undefined ? undefined : Math.min(...output)),
    total: total?.[0],
    inputChars: inputChars?.[0],
  })
}
