/**
 * The tokens of o200k_base that each step of the automaton adds. Fitted by least squares on the relative error of
 * 2,000-character chunks: prose and messages in some 90 languages, code, markup, logs, ids and agent transcripts.
 *
 * In a row of weights every letter is one weight, a multiple of 1/32: `A` is -20, `U` is 0, `z` is 31, `9` is 41.
 */
const multiples = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The weights of a row. */
export function weights(row: string): readonly number[] {
  return [...row].map((letter) => (multiples.indexOf(letter) - 20) / 32)
}

/** A word's first letter, a to z and then A to Z. */
export const first = {
  afterSpace: 'bfabfibdkbfoffZdnbZbbfPxccgoZdgjfjdKsggljk7hXkjqbrco',
  afterOther: 'lqmfsksqobzlkpsjthggcoZkvyvxomvtvvyu1upwvuuomttqryp1',
}

/** A word's last letter, when it is small. */
export const last = 'XRLGLNINefNJNIVRiMGKcZJNAY'

/** A capital after a capital, beside the weight of the pair. */
export const capital = 'YKcUYUYYQbXWTUaabRSUZWQYPj'

/** A letter, in the columns, after another, in the rows: common pairs lie inside one token, rare ones across two. */
export const pairs = [
  'jTbWznXcdimaYbsWuYbWcepfXt', // a
  'bwunbp7sgSmbtrb1vfSkWsyzky', // b
  'bsgwXtkXbqOch5XgjalSSt4ema', // c
  'Xfopbte9e9khloftmnewgrejpY', // d
  'ahUUhagYncsgbckcWWYejgXShu', // e
  'Xwtqadp1a1pdpwSnoYsUevxtil', // f
  'l9nqWogWh52fecdoxcipai9v1Y', // g
  'gc20ZytohysmZfbv3lyOe449fj', // h
  'gSTcaXbd3SnbfWQZrhZX2a1orR', // i
  'dtutgvlyo2gumkhqmuf9gxAqxq', // j
  'gnmNamphgrZjwVsqx3jen7oqzw', // k
  'eYueYgrZZjecaqaWvhYeScvsV6', // l
  'YdtrS9t9Y01le3gRx1kfa09t1x', // m
  'c0PTecUWgZmUaddSZwTTdavvni', // n
  'ffVXfRgkiihcfVPazWfdQZZglj', // o
  'dqimYxyYixqUmxWapTgRcj1pO4', // p
  'vusr2zxys1tYoxxtjkqpNs9uvr', // q
  'bdZlbbd1cVklfYXjoedfkfd2bg', // r
  'l9efYfqZf9o1whkddbUYhsi0iq', // s
  'hyevZluPYyamexcU5afmhtRtSx', // t
  'cRTiYjkmY2mWbc1VyRfb3cZdas', // u
  'e5qxVvZ1WqwnoyWhtdxun0u23w', // v
  'VzlbawqOYwjk3VSy0gO4uqgw11', // w
  'Woarmuy2hswtO5rZvzmizwwftt', // x
  'i4v9r90yn7ndhmdhqiaipvZshg', // y
  'n22lZlvxpu5snintvuhmgxqrcf', // z
]

/** Punctuation of ASCII, in the order of the columns of `markRows`. */
export const marks = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

/** Of a mark or symbol: alone, after another, before another, after itself, after a space, before a word, before a newline. */
export const markRows = [
  '1nlwvsykrxttplryrtqqxwetsxhjkuo6',
  'cUjYiigjacvZiYRcTdZXtiackqYcRnkl',
  'TVlbibWWYjdcecVVnTYZPrcjWheggjZw',
  'fbWbYLabaUbsVVWRcdVgwXZivbXdgYgW',
  'wsjt34oswxmm0tm3hxngZbzropNnRgko',
  'hLHXchQNNcgTNDOaUOZOWWcRfgEghdSd',
  'WaViYZcgXYgOVZEPPbkSUaVYSfcfNhQd',
]

/** Symbols beyond ASCII: where they are (UTF-16, hexadecimal) and, after the colon, the seven weights of a mark. */
export const symbols = {
  control: '0-1f 7f-9f: 1.24 0.6 0.81 0.53 1.79 0.39 0.29',
  sign: 'a1-bf d7 f7: 1.02 0.76 0.12 0.38 1.38 0.75 0.51',
  typographic: '2013-2014 2018-2019 201c-201d 2022 2026: 0.95 -0.01 0.64 0.25 1 -0.15 0.37',
  zeroWidth: '200b-200f fe00-fe0f feff: 0.16 0.56 0.48 0.85 0.11 -0.75 0.89',
  general:
    '2010-2012 2015-2017 201a-201b 201e-2021 2023-2025 2027-206f 60c-61f 964-965: 0.94 0.47 1.07 0.27 1.07 0.22 -0.03',
  arrow: '2190-21ff: 1 0.13 0.49 0 0.39 -0.03 0.89',
  technical: '2070-218f 2200-24ff 25a0-25ff 27c0-2bff 3190-33ff: 1.87 0.37 0.77 1.01 1.88 -0.2 0.51',
  rule: '2500-2501 2550: 0.36 0.76 0.74 0.13 0.25 0 -0.42',
  box: '2502-254f 2551-257f: 1.1 0.73 0.76 0 1.26 0 1.09',
  block: '2580-259f 2800-28ff: 1.28 0 0 0.65 0.17 0 0',
  dingbat: '2600-27bf: 1.05 0.6 0.67 0.89 1 0.01 1.33',
  cjkComma: '3001-3002 ff0c: 0.75 0.18 0.34 0.44 0.23 -0.18 0.09',
  cjk: '3003-303f 30fb ff01-ff0b ff0d-ffef fe10-fe6f: 1.05 0.67 0.41 0.37 0.77 0.1 0.19',
  emoji: 'd83c-d83e: 1.2 0.61 0.63 1.2 1.2 0 1.23',
  astral: 'd800-d83b d83f-dbff: 1.5 0.75 0.75 1.5 1.5 0 0.5',
  other: ': 0.76 0.15 0.31 0.25 0.21 -0.14 0.15',
}

/**
 * Letters beyond ASCII: where they are, with the weight of each letter there, and what is added for its place: after a
 * space, after anything else that is no letter, after another script, after its own; and to an ASCII letter that
 * follows it, small or capital.
 */
export const scripts = {
  latin:
    'aa=0.73 b5=0.73 ba=0.73 df-ff=0.73 100-17f=0.45 180-2ff=0.49 300-36f=0.92 1e00-1eff=0.76: 0.59 0.73 0.32 -0.16 0.24 1.6',
  latinCapital: 'c0-de=0.92: 0.59 0.37 0.75 -0.48 0.57 0.52',
  greek: '370-3ff=0.93 1f00-1fff=0.49 531-58a=0.38 10a0-10ff=0.36: 0.09 1.25 0.12 -0.04 0.94 0.06',
  cyrillic: '430-45f=0.45 460-52f=0.66: 0.3 0.98 0.19 -0.11 0.35 -0.01',
  cyrillicCapital: '400-42f=0.57: 0.25 0.88 0.12 0.08 0 0',
  hebrew: '591-5c7=0.67 5d0-5f4=1.09: 0.16 0.55 -0.01 0 0.04 0.64',
  arabic: '620-64a=0.45 64b-65f=0.98 66e-6ff=0.66: 0.12 0.85 0.04 -0.06 0 0.12',
  devanagari: '900-963=0.27 966-97f=0.27: -0.04 1.55 0.06 -0.04 0 0',
  indic:
    '980-9ff=0.94 a00-a7f=0.62 a80-aff=0.44 b00-b7f=1.16 b80-bff=1.14 c00-c7f=0.51 c80-cff=0.44 d00-d7f=0.41 d80-dff=0.62: 0.24 1.36 0.1 -0.08 0.02 0',
  thai: 'e00-e7f=0.45 e80-eff=1.85 1000-109f=0.54 1780-17ff=0.61: 0.25 0.36 -0.22 0.03 -0.01 -0.01',
  ethiopic: '1200-139f=1.26: 1.33 0.94 0 0.79 0 0',
  hiragana: '3041-309f=0.46: 0.31 0.22 0.3 0.14 0.29 0.32',
  katakana: '30a0-30fa=0.48 30fc-30ff=0.48: 0.6 0.67 0.11 0.14 0.02 0.15',
  hangul: 'ac00-d7a3=0.93: 0.38 0.86 0.05 0.11 0.17 0',
  han: '3400-4dbf=2.04 4e00-9fff=1.25 f900-faff=2.04: 1.09 0.45 0.04 0.11 0.81 -0.04',
  simplified: ': 1.09 0.45 0.04 0.18 0.61 0.05',
  traditional: ': 1.09 0.45 0.04 0.29 0.71 0.1',
  rare: '700-8ff=2.38 f00-fff=1 1100-11ff=2.38 13a0-177f=2.38 1800-1dff=2.38 2c00-2dff=2.38 3100-318f=1.16 a000-abff=2.38 e000-f8ff=2.38 fb00-fdff=2.38 fe70-fefe=2.38: 1.06 0.68 0.48 0.55 0 0',
}

/** Letters with a weight of their own: a row for those from a code on. */
export const spelledWeights = [
  [0xdf, 'gglzAo0xm3hhvje3mmryiZjo'], // Latin-1
  [0xf8, 'xkpphnii'],
  [
    0x100,
    'j0jzjqjlkriikpijjTjxiijxjfjkjskbiiijiiiiihjuiijrmaiijkijiikjpjniijtjnimijiiiiiiiixiiijiiikjojsjol7inipiiijjsj2jljqixikijijlifjti',
  ], // Latin extended
  [0x1ea0, 'iYjaifigiijiifiiiiiiiiifihigiijrimiciijbijigjiiijeijihjjieiojSihjiieihigijjiiijiiiijiiiiii'], // Vietnamese
  [0x3ac, 'qdrfihtijenXlegiicrekkjjgbgZmbkigll'], // Greek
  [0x430, 'kfhlnbdigeidfdZbecbiWlqfob9SWpVbicokqi949y6qki0k'], // Cyrillic
  [0x5d0, 'cmpfhjgidgglhdgammhginkqhjf'], // Hebrew
  [0x621, 'dnngZgagdgdqdffheqghadjkdqiiiiijkgodhaej2l'], // Arabic
  [0x905, 'mrsqbkiijibijipjandfpjgonkxm1orapckZihsltdeijorinlPVZiiXiainlhoiticemiXjr'], // Devanagari
  [0xe01, 'nbipiigfllnixikfjmkhjfsklbkjkliffkhieihhkifjmlkmbXkikiWoaiiiiiihzfmfiicMYjorii'], // Thai
  [0x3041, 'kljjjnjljplhllnknnijdjcndkekhjminiqojjjmlmojjqhnikkjkojjrikkjVikjomwjkjnqpimsitiirk'], // hiragana
  [0x30a1, 'ejcajoikijpmnkjjjjhkejhpniijljjnjiglihifenkjlklnnjgjbgglkdikjphkmljjejcjmvknlimiijjjiiiiiijh'], // katakana
  [0x985, 'oakikjjiiidjiigibjgskrcgkktjrjkcacbhinnihjghiiiiimagfiijiehkeohiiigjiipje'], // Bengali
  [0xb85, 'gdijojiiieljimjijiiilnioijdiiinWiiiZhmiiiitffjUjkimtkiiiiphmdniiidnnipojb'], // Tamil
] as const

/** Letters whose weight is neither their row's nor their block's: those frequent enough to share tokens. */
export const frequent = [
  [
    'hangul',
    0.42,
    '이다는하니에지을로가서고를의한기시일은사수리정어그스인도습용있나으해자아만제드들트면적라요파보합문게대전션과구모성오마터상개것할작데않경없내명주거부단위되식여크입음조간분동장했화레프원메우비미검와옵계버설바치생었필코유결무소변실축중값행압야안된선포본진추까히표력때든능체현려준세최러더함방번재형타겠저',
  ],
  [
    'han',
    0.5,
    '的一不是用我在了有定行出文中人使以名上可要大数作下到个年入字小示指前表日自本件分生能合如新式你最就来天多方他地果全好家和加目成所者子得然会後置想同手法更力理也或看回存面除取都店正列通于引位第此今道美点起之符思事信知次明而情提很么程去意令外只物代那心已值度元其解移告息期部后月当格但命案必将些常没内无始城完性化何着追系您女英配工相等她查索接再国号公它八被己称保感空先容未含言体少服包主山路型什安里世器光消重参每直量改特据找持二密白制私放北十版例建序比非高酒把真口推品写由并景失又需著学因像周太与模於向金考水供打近初界种京立切身照餐三味至玩操料利任册候西形象返功从按集友番限削修支端注效整段具活交各算基画游述状原声域足串且求走管及站默影做窗吧源略警花母反神套免网受斯印社停博付末登教昨助句笑節音票几区描送替怎色久老答流布境搜址半既食平望跟死便男突喜超精否清根介机哪止火演均束展四才海确早排台講野商吃装待依退王径忽速素士似快章增夜片念古眼条百',
  ],
  [
    'simplified',
    0.4,
    '时这为选说长过们对项间还边设达页现户馆样动问应发车该开经关类认码费进统显标输实给节电头结变门话请务组览浏爱处终让编园转两录则许见场别读帮东记软换单询规语带键铁书须觉题产调总吗运诗错义库环厅检备尔买术访绝报脑纪续锅创乐员连试业证诉择讲谢块释议执际亚视级计远风预奖军强专张华办译领评获账简导够邮词销阳误顺图继态删启课轻层传顶欢红坛宽线签迟艺仅链验锁识马储观论质疯购护约热难习树击权伤谁宫缝较归绿败纸寻鱼飞',
  ],
  [
    'traditional',
    0.76,
    '時個設國會動為書選這場檔無見來間変數実開項過說記結現終組報問沒對機対號込麼別視並気確們話稱頭認資標還單學換語関読発値連進經當長訊變將態給則愛發錄題業様區義鍵應検預類規圖統與覺許參編輸顯電敗決點構試錯讀単體該準歡種識効複約計車買從係碼強違嗎誤內須円樣實執紀調裡傳離応続帳兒塊請際響適運線環夢裝術員論帶択説爾証館載關売週風網達張処狀園寫優維議幾讓楽録縮転馬覧總細遠譯隨倫価樂兩較帰啟轉戦華紹異納詳願棄聞難',
  ],
] as const

/** The second half of a surrogate pair: of the rarer emoji, and of those that are one token. */
export const emoji = {
  rare: 'dd80-dde5=1 dec0-deff=1',
  popular: '😂🤣👍😭🙏😘😍😊😁💕🔥😉👏🙂👌👉😀👇',
  popularTokens: -1,
}

/** Steps that have one weight. */
export const weightSteps = {
  smallAfterCapital: 0.04,
  smallAfterCapitals: 0.74,
  camel: -0.53,
  contraction: 0.67,
  tabWord: 0.54,
  spaceNewline: 1.16,
  newlines: 0.18,
  emojiTail: 0.8,
  astralTail: 1.5,
  kanjiAfterKana: 0.3,
  hiraganaAfterKanji: 0.25,
  katakanaAfterKanji: 0.17,
}

/** A character in a long run of its own: o200k has tokens for many of the usual ones at once. */
export const repeated = { letter: 0.125, digit: 1 / 3, mark: 0.02, symbol: 0.12, other: 0.8 }
