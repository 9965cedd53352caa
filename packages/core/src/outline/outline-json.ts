import { counted } from '../text/in-words.ts'
import type { OutlineDraft, OutlineItem } from './fit-sections.ts'
import type { JsonShape } from './json-shape.ts'
import type { JsonReading } from './read-json.ts'
import { placeOf, quoteLine, type TextLines } from './text-lines.ts'

/** The keys of a JSON text with their types, lengths and examples, and where elements of its long arrays begin. */
export function outlineJson(lines: TextLines, reading: JsonReading): OutlineDraft {
  const { shape, values, isLines, brokenAt, brokenLines, isCut } = reading
  const notes = [
    isLines ? `JSON Lines, ${counted(values, 'value')}` : values > 1 && `${counted(values, 'value')} after each other`,
    isCut && 'cut off before its end',
    brokenLines > 0 && `${counted(brokenLines, 'line')} are no JSON`,
    brokenAt !== undefined && `no JSON at ${placeOf(lines, brokenAt)}`,
  ].filter((note) => note !== false)
  const items: OutlineItem[] = []
  addShape({ lines, items }, shape, { name: 'value', level: 0, of: values })
  const shapes = { title: 'Shape', items }
  const marks = marksOf(lines, shape, '')
  const sections = marks.length === 0 ? [shapes] : [shapes, { title: 'Where elements begin', items: marks }]
  return notes.length === 0 ? { sections } : { note: notes.join(', '), sections }
}

interface ShapeList {
  readonly lines: TextLines
  readonly items: OutlineItem[]
}

interface ShapeName {
  readonly name: string
  readonly level: number
  /** Objects in which the value could be, or the lengths of all arrays. */
  readonly of: number
}

function addShape(list: ShapeList, shape: JsonShape, { name, level, of }: ShapeName): void {
  const seen = [...shape.types.values()].reduce((sum, count) => sum + count, 0)
  const share = seen < of ? ` (in ${seen} of ${of})` : ''
  const place = placeOf(list.lines, shape.at)
  const text = `${'  '.repeat(level)}${place} ${quoteLine(name, 100)}: ${describe(shape)}${share}`
  list.items.push({ text, rank: level })
  const objects = shape.types.get('object') ?? 0
  for (const [key, child] of shape.keys)
    addShape(list, child, { name: key === '' ? '""' : key, level: level + 1, of: objects })
  if (shape.others !== undefined) addShape(list, shape.others, { name: '(other keys)', level: level + 1, of: 0 })
  if (shape.item !== undefined) addShape(list, shape.item, { name: '[]', level: level + 1, of: 0 })
}

function describe(shape: JsonShape): string {
  const types = [...shape.types.keys()].map((type) => {
    if (type === 'object') return `object of ${counted(shape.mostKeys, 'key')}${moreKeys(shape)}`
    if (type === 'array') return `array of ${range(shape.fewestItems, shape.mostItems)}`
    return type
  })
  const examples = [...shape.examples].map((example) => quoteLine(example, 60))
  return `${types.join(' or ')}${examples.length === 0 ? '' : `, e.g. ${examples.join(', ')}`}`
}

function moreKeys({ keys, mostKeys }: JsonShape): string {
  return mostKeys > keys.size ? `, the first ${keys.size} below` : ''
}

function range(fewest: number, most: number): string {
  const from = Math.min(fewest, most)
  return from === most ? counted(most, 'element') : `${from} to ${counted(most, 'element')}`
}

/** Arrays shorter than this are found by where they begin. */
const leastMarked = 8
/** An array in a list of others has no place of its own. */
const mostMarkLevels = 3

function marksOf(lines: TextLines, shape: JsonShape, path: string, level = 0): readonly OutlineItem[] {
  const places = [...shape.marks].map(([index, at]) => `[${index}] ${placeOf(lines, at)}`)
  const name = path === '' ? 'value' : quoteLine(path, 100)
  const own =
    shape.mostItems < leastMarked || shape.types.get('array') !== 1
      ? []
      : [{ text: `${name}: ${places.join(', ')}`, rank: level + 1 }]
  if (level === mostMarkLevels) return own
  const inner = [...shape.keys].flatMap(([key, child]) =>
    marksOf(lines, child, path === '' ? key : `${path}.${key}`, level + 1),
  )
  return [...own, ...inner]
}
