/** Letters of other scripts by the Latin letter they resemble; capitals are separate, as some look different. */
const drawn: Readonly<Record<string, string>> = {
  a: 'аАαΑɑᴀᎪꓮⲀⲁ',
  b: 'ВвьЬΒβʙᏴꓐⲂ',
  c: 'сСςϲᴄᏟꓚⲤⲥ',
  d: 'ԁԀᴅđᏧᎠꓓ',
  e: 'еЕёЁєҽεΕᴇᎬꓰɛⲉ',
  f: 'ƒꜰꓝ',
  g: 'ɡɢԍցᏀꓖ',
  h: 'һҺНнΗʜħհᎻᏂꓧⲎ',
  i: 'іІїЇιΙıɩɪᎥᎢꓲⲒⲓ',
  j: 'јЈᴊյᎫꓙ',
  k: 'кКκΚᴋᏦꓗⲔⲕ',
  l: 'ӏӀʟłᏞꓡ',
  m: 'мМΜᴍᎷꓟⲘⲙ',
  n: 'пηΝɴոꓠⲚ',
  o: 'оОοΟσөᴏøօꓳⲞⲟ𐐄𐐬',
  p: 'рРρΡᴘᏢꓑⲢⲣ',
  q: 'ԛԚզǫ',
  r: 'гʀɾᎡꓣ',
  s: 'ѕЅꜱʂᏚꓢ',
  t: 'тТτΤᴛŧꓔⲦⲧ',
  u: 'υᴜսʋꓴ',
  v: 'νѵѴᴠꓦ',
  w: 'ԝԜѡωᴡᎳᏔꓪ',
  x: 'хХχΧꓫⲬⲭ',
  y: 'уУүҮγΥʏᎩꓬⲨ',
  z: 'ΖᴢʐᏃꓜⲌ',
}

const latinOf: ReadonlyMap<string, string> = new Map(
  Object.entries(drawn).flatMap(([latin, others]) => Array.from(others, (other) => [other, latin] as const)),
)

/** Code point ranges of the alphabets of flags, and of letters in dark circles and squares. */
const alphabets = [
  [0x1f1e6, 0x1f1ff],
  [0x1f150, 0x1f169],
  [0x1f170, 0x1f189],
] as const

/** A text in the Latin letters that it looks like, in lower case and without accents; other letters stay. */
export function asLatin(text: string): string {
  const bare = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .replaceAll(/[^\p{ASCII}]/gu, (letter) => latinOf.get(letter) ?? fromAlphabet(letter))
  return bare.toLowerCase()
}

function fromAlphabet(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  const alphabet = alphabets.find(([first, last]) => code >= first && code <= last)
  return alphabet === undefined ? letter : String.fromCharCode(0x61 + code - alphabet[0])
}
