/** The effect a text tries to have on the assistant that reads it. */
export type InjectionKind = 'override' | 'conceal' | 'impersonate' | 'unleash' | 'leak' | 'hide'

/** Words that no note to oneself needs; matched against folded text (lower case, single spaces). */
export interface InjectedPattern {
  readonly kind: InjectionKind
  /** BCP 47; `und` where the form is the same in every language. */
  readonly language: string
  readonly pattern: RegExp
}

/** Any letter, roughly: the exact class of all letters makes patterns slow to compile, and they are needed at start. */
const letter = '[^\\s.,:;!?]'
/** At most so many words between those that matter; bounded, so that no text takes long to search. */
const gap = (most: number) => `(?:${letter}+,? ){0,${most}}`
/** The end of a word that is looked for by its beginning: where words are joined by marks, each would be read to the end. */
const ending = `${letter}{0,40}`
const notInWord = '(?<![^\\s.,:;!?"\'()[\\]{}<>*#=-])'

function words(kind: InjectionKind, language: string, source: string): InjectedPattern {
  return { kind, language, pattern: new RegExp(`${notInWord}(?:${source})`) }
}

/** Languages written without spaces have no edge of a word to look for. */
function run(kind: InjectionKind, language: string, pattern: RegExp): InjectedPattern {
  return { kind, language, pattern }
}

const before = '(?:previous|prior|above|preceding|earlier|foregoing)'
const fillers = '(?:(?:all|any|every|each|of|the|your|my|these|those|and) ){0,4}'
const orders = '(?:instructions?|prompts?|directives?|guidelines?|orders)'

const english: readonly InjectedPattern[] = [
  words(
    'override',
    'en',
    `(?:ignore|disregard|forget|discard) ${fillers}${before} (?:(?:system|safety|developer|security|user) )?${orders}`,
  ),
  words(
    'override',
    'en',
    `(?:ignore|disregard|forget) ${fillers}${orders} (?:above|before this|given (?:above|before))`,
  ),
  words(
    'override',
    'en',
    `(?:ignore|disregard|forget) (?:all )?your (?:(?:system|original|initial|own|core|safety|developer|previous) )?(?:instructions|prompt|guidelines|rules|training)`,
  ),
  words('override', 'en', `(?:stop following|do not follow|don't follow) ${fillers}(?:${before}|system) ${orders}`),
  words(
    'conceal',
    'en',
    `(?:do not|don't|never) (?:tell|inform|alert|warn) (?:the )?(?:user|human|operator) (?:about|of) (?:this|these)`,
  ),
  words(
    'conceal',
    'en',
    `(?:do not|don't|never) (?:mention|reveal|disclose) (?:this|these|that|it)(?: ${letter}+)? to (?:the )?(?:user|human|operator)`,
  ),
  words(
    'unleash',
    'en',
    `you are now (?:dan\\b|jailbroken|unrestricted|in (?:developer|god|jailbreak|unrestricted|admin) mode|free (?:of|from) (?:all |any |your |these )?(?:restrictions|rules|guidelines|constraints))`,
  ),
  words('unleash', 'en', `you are no longer (?:bound|restricted|limited|constrained) by`),
  words(
    'unleash',
    'en',
    `(?:from now on|henceforth),? you (?:must|will|shall|are to) (?:only |always )?(?:obey|comply with|never refuse|follow (?:only|my))`,
  ),
  words(
    'unleash',
    'en',
    `(?:act|behave|respond) as (?:if|though) you (?:have|had) no (?:restrictions|rules|guidelines|limits)`,
  ),
  words(
    'leak',
    'en',
    `(?:send|post|upload|forward|exfiltrate|transmit|leak|e-?mail) (?:${letter}+ ){0,2}(?:all|your|any|every|user's|contents? of) (?:[^\\s]+ ){0,3}(?:api keys?|passwords?|credentials|secrets|private keys?|ssh keys?|\\.env|id_rsa|environment variables|conversation|chat history)[^\\n]{0,60} to (?:https?://|[\\w.-]+@)`,
  ),
]

const others: readonly InjectedPattern[] = [
  words(
    'override',
    'de',
    `(?:ignorier${ending}|vergiss|vergessen sie|missachte${ending}) ${gap(3)}(?:vorherig|bisherig|obig|früher|vorig|vorangegangen)${letter}* (?:anweisung|instruktion|vorgabe|befehl|prompt)`,
  ),
  words(
    'override',
    'nl',
    `(?:negeer|vergeet) ${gap(3)}(?:vorige|eerdere|voorgaande|bovenstaande) (?:instructies|opdrachten|aanwijzingen)`,
  ),
  words(
    'override',
    'sv',
    `(?:ignorera|glöm|bortse från) ${gap(3)}(?:tidigare|föregående|ovanstående) (?:instruktioner|anvisningar)`,
  ),
  words(
    'override',
    'fr',
    `(?:ignore[zr]?|oublie[zr]?|ne (?:tiens|tenez) pas compte) ${gap(4)}(?:instructions|consignes|directives) (?:précédentes|antérieures|ci-dessus|initiales)`,
  ),
  words(
    'override',
    'es',
    `(?:ignora[r]?|ignore|olvida[r]?|olvide|descarta) ${gap(3)}(?:instrucciones|indicaciones|órdenes|directrices) (?:anteriores|previas|iniciales)`,
  ),
  words(
    'override',
    'pt',
    `(?:ignor[ae]r?|esqueça|esquece|desconsidere) ${gap(3)}(?:instruções|orientações|ordens|diretrizes) (?:anteriores|prévias|acima|iniciais)`,
  ),
  words(
    'override',
    'it',
    `(?:ignora(?:te|re)?|ignori|dimentica(?:te)?) ${gap(3)}(?:(?:istruzioni|indicazioni|direttive) (?:precedenti|iniziali|sopra)|precedenti (?:istruzioni|indicazioni|direttive))`,
  ),
  words(
    'override',
    'pl',
    `(?:zignoruj|ignoruj|zapomnij o|pomiń) ${gap(2)}(?:poprzedni|wcześniejsz|powyższ)${letter}* (?:instrukcj|poleceni|wytyczn)`,
  ),
  words(
    'override',
    'ru',
    `(?:про)?(?:игнорируй|забудь|отбрось)(?:те)? ${gap(3)}(?:предыдущ|прежн|прошл|вышеуказанн)${letter}* (?:инструкци|указани|команд)`,
  ),
  words(
    'override',
    'uk',
    `(?:про)?(?:ігноруй|забудь)(?:те)? ${gap(3)}(?:попередн|вищенаведен)${letter}* (?:інструкці|вказівк|команд)`,
  ),
  words(
    'override',
    'tr',
    `(?:önceki|yukarıdaki) (?:${letter}+ )?(?:talimat|yönerge|komut)${letter}* ${gap(2)}(?:yok say|görmezden gel|unut|dikkate alma)`,
  ),
  words(
    'override',
    'vi',
    `(?:bỏ qua|phớt lờ|quên) ${gap(3)}(?:hướng dẫn|chỉ dẫn|chỉ thị|lệnh) (?:ở |phía )?(?:trước|trên)`,
  ),
  words(
    'override',
    'id',
    `(?:abaikan|lupakan) ${gap(2)}(?:instruksi|perintah|petunjuk) (?:${letter}+ )?(?:sebelumnya|di atas)`,
  ),
  words('override', 'ar', `(?:تجاهل|انس|انسى) ${gap(2)}(?:التعليمات|الأوامر|التوجيهات) (?:السابقة|أعلاه)`),
  words('override', 'hi', `(?:पिछले|पिछली|पूर्व|उपरोक्त) ${gap(2)}(?:निर्देश|आदेश)${letter}* ${gap(2)}(?:अनदेखा|भूल)`),
  run(
    'override',
    'zh',
    /(?:忽略|无视|無視|忘记|忘記|忽視)掉?(?:你|您|所有|全部|一切|任何|的|收到){0,4}(?:之前|先前|此前|以上|上述|前面|上面)(?:所有|全部|一切|的|收到){0,4}(?:指令|指示|提示|命令|说明|說明)/,
  ),
  run(
    'override',
    'ja',
    /(?:これまで|今まで|以前|以上|上記|先ほど)の(?:すべての|全ての|あらゆる)?(?:指示|命令|指令|プロンプト)[をは]?(?:すべて|全て)?(?:無視|忘れ)/,
  ),
  run(
    'override',
    'ko',
    /(?:이전|위|앞|지금까지)의? ?(?:모든 )?(?:지시|지침|명령|프롬프트)[가-힣]{0,4} ?(?:모두 |전부 )?(?:무시|잊)/,
  ),
  words(
    'conceal',
    'de',
    `(?:erwähne?|verrate?n?) (?:sie )?(?:dies|das|es)(?: ${letter}+)? nicht gegenüber dem (?:be)?nutzer|sag${ending} dem (?:be)?nutzer nichts (?:davon|hiervon)`,
  ),
  words(
    'conceal',
    'fr',
    `n'?e? ?(?:dis|dites|révèle[zs]?|mentionne[zs]?|parle[zs]?) (?:pas|rien) (?:${letter}+ ){0,2}(?:de ceci|de cela|ceci|cela) à l'utilisateur`,
  ),
  words(
    'conceal',
    'es',
    `no (?:le )?(?:digas|diga|menciones|mencione|reveles|revele) (?:${letter}+ )?(?:esto|nada de esto) al usuario`,
  ),
  words(
    'conceal',
    'ru',
    `не (?:говори|сообщай|рассказывай)(?:те)? (?:об этом пользовател|пользовател${letter}+ об этом)`,
  ),
  run(
    'conceal',
    'zh',
    /(?:不要|别|請勿|请勿|切勿)(?:把|将|將)?(?:这|這|此|上述)[^\n。]{0,10}(?:告诉|告訴|告知|透露给|透露給)(?:用户|用戶|使用者)/,
  ),
  run('conceal', 'ja', /(?:この|これ)[^\n。]{0,10}ユーザーに(?:は)?(?:伝え|知らせ|言わ|明かさ)ない/),
]

const anyLanguage: readonly InjectedPattern[] = [
  run(
    'impersonate',
    'und',
    /<\|(?:im_start|im_end|system|assistant|user|endoftext|start_header_id|eot_id|channel|message)\|>/,
  ),
  run('impersonate', 'und', /\[\/?inst\]|<<\/?sys>>|<\/?system(?:[-_ ]?(?:prompt|message|reminder|instructions?))?>/),
  run(
    'impersonate',
    'en',
    /(?:^|\n)[#*> ]*(?:system|developer)(?: (?:message|prompt|override|instructions?))? ?: ?(?:you (?:are|must|will)|ignore|disregard|new instructions|from now on)/,
  ),
  run(
    'impersonate',
    'en',
    /(?<![-=#])[-=#]{3,} ?(?:begin|end|start) (?:of )?(?:system|developer) (?:prompt|message|instructions)/,
  ),
  run(
    'leak',
    'und',
    /\bcurl\b[^\n]{0,200} (?:-d|-f|-t|--data[a-z-]*|--form|--upload-file)[ =]?[^\n]{0,60}(?:\.env\b|id_rsa|\.aws\/credentials|\/etc\/passwd)/,
  ),
  run(
    'leak',
    'und',
    /\bcat [^\n|]{0,100}(?:\.env\b|id_rsa|\.aws\/credentials|\/etc\/passwd)[^\n|]{0,60}\| ?(?:base64 ?\| ?)?(?:curl|nc|wget)\b/,
  ),
  run('leak', 'und', /!\[[^\]\n]{0,80}\]\(https?:\/\/[^)\s]{1,200}[?&][^)=\s]{1,40}=(?:\{|\$|<|%7b)/),
]

/** Every form that is looked for. Each must leave alone what people really note down: see the test beside. */
export const injectedPatterns: readonly InjectedPattern[] = [...english, ...others, ...anyLanguage]
