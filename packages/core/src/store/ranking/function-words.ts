/**
 * Words that hold a sentence together and say little of what it is about, question words included. A word that is one in
 * some language and names a thing in English, as "die", "war" and "may", is left out: it would be missed
 * more there. Written as terms are, without marks.
 */
const functionWords: ReadonlySet<string> = new Set(
  `an the and or but so nor if then than as at by for from in into of off on onto out over to up down with without about after before again during
  between through under until while because am is are was were be been being do does did doing done has have had having can could would will shall
  should might must ought it its itself this that these those there here me my we us our ours you your yours he him his she her hers they them their
  theirs who whom whose what when where which why how not no any some all both each few more most other such only own same too very just also ever let
  lets don doesn didn isn aren wasn weren hasn haven hadn wouldn couldn shouldn ll ve re please tell der das dem des ein eine einen einem einer eines
  und oder aber nicht kein keine ist sind waren wird wurde werden sein haben hatte ich er sie es wir ihr mich dich uns euch mein dein unser zu zum zur
  auf für von vom bei aus nach vor über unter wer wem wann wo warum wie welche welcher welches dass ob wenn auch noch schon le la les un une et ou mais
  ne pas est sont était étaient être avoir avait je tu il elle nous vous ils elles mon ma mes ta ses notre votre leur leurs ce cette ces dans sur par
  avec sans au aux de que qui quoi quand où pourquoi comment quel quelle quels quelles si el los las una unos unas pero eran fue estar está están ha
  había yo tú él nosotros ellos ellas mi mis tus su sus nuestro este esta estos estas en para por con del lo qué quién cuándo dónde cómo cuál cuáles uma
  umas não foi são eu você ele ela nós eles elas meu minha seu sua nosso em na nos nas ao sem da dos quem quando onde porque como qual quais gli uno non
  erano essere ho hai abbiamo io lui lei noi voi loro tuo tua suo nel nella sul sulla di che chi cosa quale quali perché het een niet geen zijn werd
  worden heeft hebben ik jij hij zij wij jullie mijn jouw onze met van voor naar bij uit wat wanneer waar waarom hoe welke dat dit deze och att är varit
  blev har hade jag hon vi din hennes på med till från för om vad vem när hur vilken vilket og ikke jeg hun hvad hvem når hvor hvorfor hvordan ze od po
  dla nie jest są był była było były kto kiedy gdzie dlaczego jak jaki jaka który która czy się во на со по для из об от не ни но что кто когда где
  почему как какой какая какие чей это этот эта эти он она оно они мы вы ты мой твой его её их был была было были есть ли же бы із та що хто коли де
  чому як який яка які це цей ця ці він вона воно вони ми ви bir ile için bu şu nerede nasıl neden hangi mı mu mü değil biz siz onlar yang ke dari untuk
  dengan itu apa siapa kapan mana mengapa bagaimana adalah saya kamu dia kami mereka tidak là và của có cho với trong được không gì khi nào đâu tại sao
  thế ما من في على إلى عن أن إن كان كانت هو هي هم أنا أنت نحن متى أين لماذا كيف هل هذا هذه ذلك التي الذي مع لا का की के को में से पर है हैं था थी थे और
  या नहीं क्या कौन कब कहाँ कैसे क्यों यह वह मैं हम आप είναι και το τα οι να με σε για από που ποιος πότε πώς γιατί τι מה מי מתי איפה למה איך של את על עם
  זה זאת הוא היא הם אני אתה`
    .split(/\s+/)
    .map((word) => word.normalize('NFKC').replace(/\p{M}/gu, '')),
)

/** Returns true for a word that a question may have and its answer may lack, or that nearly every message has. */
export function isFunctionWord(word: string): boolean {
  return functionWords.has(word)
}
