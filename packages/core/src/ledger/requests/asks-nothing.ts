import { isGoOn } from '../language/go-on.ts'

/** Words that greet, thank, praise or part, in the languages that rules are read in most. */
const words = [
  '(?:hi|hello|hey+|yo|hiya|howdy|greetings)(?: (?:there|all|everyone|team|folks|again|guys))?|good (?:morning|afternoon|evening|day|night)|welcome(?: back)?|(?:good)?bye(?: bye)?|see (?:you|ya)(?: (?:later|tomorrow|soon))?|cheers',
  "(?:many )?thanks(?: (?:a lot|so much|a ton|again|for (?:that|this|(?:your|the|all the) (?:help|patience|work|support))))?|thank you(?: (?:so|very) much| again| for (?:that|this|(?:your|the) (?:help|patience|work)))?|thx|ty|much appreciated|i appreciate (?:it|that)|you'?re (?:great|awesome|the best|welcome)",
  '(?:great|good|nice|excellent|amazing|awesome|fantastic) (?:job|work|stuff)|well done|awesome|excellent|amazing|wonderful|brilliant|wow|haha+|lol|sorry|no worries|how are you(?: (?:doing|today))?',
  'hola|buenos días|buenas(?: tardes| noches)?|(?:muchas )?gracias|adiós|hasta luego|bonjour|bonsoir|salut|merci(?: beaucoup)?|au revoir|hallo|guten (?:tag|morgen|abend)|moin|servus|grüß gott|vielen dank|danke(?: schön)?|tschüss',
  'ol[áa]|bom dia|boa (?:tarde|noite)|(?:muito )?obrigad[oa]|ciao|buongiorno|buonasera|grazie(?: mille)?|привет|здравствуйте|добрый (?:день|вечер)|доброе утро|(?:большое )?спасибо(?: большое)?|пока|привіт|вітаю|дякую|cześć|dzień dobry|dziękuję|merhaba|selam|teşekkür(?:ler| ederim)|xin chào|cảm ơn|halo|terima kasih|goedemorgen|goedemiddag|dank je(?: wel)?|hej|tack|takk|tak|kiitos|moi',
  '(?:您|你)好(?:啊|呀)?|早上好|晚上好|(?:好的?)?(?:非常|十分|太)?(?:感谢|谢谢|多谢|謝謝|感謝)(?:您|你)?(?:的?(?:耐心)?(?:帮助|回复|解答|服务))?(?:啊|啦|了|哦)?|辛苦了|再见|拜拜|こんにちは|おはよう(?:ございます)?|こんばんは|(?:どうも)?ありがとう(?:ございます|ございました)?|お疲れ様(?:です|でした)?|안녕(?:하세요)?|감사합니다|고마워요?|고맙습니다|수고하셨습니다',
  'مرحبا|السلام عليكم|شكرا(?: جزيلا)?|नमस्ते|धन्यवाद|สวัสดี(?:ครับ|ค่ะ)?|ขอบคุณ(?:ครับ|ค่ะ|มาก)?',
].join('|')
const between = '(?:[\\s,.;:!?~，。！？、；…)(-]|\\p{Extended_Pictographic}\\p{M}*)*'
/** Scripts without capitals put words side by side. */
const wordEnd = '(?![\\p{Lu}\\p{Ll}\\p{N}])'
const pleasantry = new RegExp(`^${between}(?:(?:${words})${wordEnd}${between}){1,6}$`, 'iu')
/** A longer text says more than that. */
const longest = 80

/** True if a text names nothing to do: it only says to go on, or is a greeting or thanks. */
export function asksNothing(text: string): boolean {
  return (
    isGoOn(text) ||
    (text.length <= longest &&
      text
        .trim()
        .split(/(?<=[,.!?，。！？])\s*/)
        .every(isSmall))
  )
}

function isSmall(piece: string): boolean {
  return piece === '' || isGoOn(piece) || pleasantry.test(piece)
}
