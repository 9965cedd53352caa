/** Reminds of a rule by forbidding to forget it. */
export const reminder =
  /(?<!\p{L})(?:(?:do\s+not|don['’]?t|never)\s+forget|vergiss\s+(?:\p{L}+\s+){0,3}nicht|n['’]oublie|no\s+(?:te\s+)?olvid|não\s+(?:se\s+)?esque|non\s+dimentic|nie\s+zapom|unutma|đừng\s+quên|jangan\s+lupa|не\s+забу|لا\s+تنس)|(?:不要|别|別)忘|忘れ(?:ないで|ずに)|잊지\s?마|मत\s+भूल|อย่าลืม/iu

/** A permission with one of these is narrow, or none. */
export const narrow =
  /(?<!\p{L})(?:only|nur|seulement|uniquement|s[oó]lo|solamente|únicamente|só|apenas|somente|soltanto|tylko|wyłącznie|sadece|yalnızca|chỉ|hanya|только|лишь|тільки|лише|فقط|केवल|सिर्फ़|सिर्फ|not|cannot|never|nicht|nie|niemals|kein\p{L}*|pas|jamais|no|nunca|não|non|mai|nigdy|không|tidak|tak|jangan|не|ні|لا|नहीं|मत)(?!\p{L})|n['’]t(?!\p{L})|只|不|だけ|のみ|ない|만\s|지\s?않|เท่านั้น|ไม่/iu

/** Says that every rule is meant, in sentences that name nothing else. */
export const everyRule =
  /(?<!\p{L})(?:(?:all|any)\s+(?:of\s+)?(?:(?:the|my|our|those|these|previous|earlier|prior|old|former)\s+)*(?:rules|restrictions|constraints|requirements)|alle\s+(?:\p{L}+\s+)?(?:regeln|vorgaben)|toutes\s+(?:les|mes)\s+(?:\p{L}+\s+)?(?:règles|consignes)|todas\s+(?:las|mis)\s+(?:\p{L}+\s+)?reglas|todas\s+as\s+(?:\p{L}+\s+)?regras|tutte\s+le\s+(?:\p{L}+\s+)?regole|wszystkich\s+(?:\p{L}+\s+)?zasadach|(?:tüm|bütün)\s+(?:\p{L}+\s+)?kuralları|tất\s+cả\s+(?:các\s+)?(?:quy\s+tắc|quy\s+định)|semua\s+aturan|(?:все|всех)\s+(?:\p{L}+\s+)?правила?х?|(?:всі|усі)\s+(?:\p{L}+\s+)?правила|(?:كل|جميع)\s+القواعد|(?:सभी|सारे)\s+(?:\S+\s+)?नियम)(?!\p{L})|(?:所有|全部)(?:之前的?)?(?:规则|限制|要求)|之前(?:的)?(?:所有|全部)的?(?:规则|限制|要求)|(?:すべて|全て)の(?:ルール|規則)|모든\s?(?:규칙|제한)|กฎทั้งหมด/iu

/** Announces that what follows takes the place of something. */
export const replaces =
  /(?<!\p{L})(?:instead|from\s+now\s+on|actually|correction|rather|switch|change\s+of\s+plans?|ahora|en\s+su\s+lugar|désormais|dorénavant|à\s+partir\s+de\s+maintenant|à\s+la\s+place|ab\s+(?:jetzt|sofort)|künftig|stattdessen|agora|ora|d['’]ora\s+in\s+(?:poi|avanti)|теперь|отныне|впредь|вместо|с\s+этого\s+момента|тепер|відтепер|надалі|замість|od\s+teraz|odtąd|zamiast|artık|bundan\s+(?:sonra|böyle)|từ\s+(?:giờ|nay|bây\s+giờ)|mulai\s+sekarang|من\s+الآن|अब\s+से|आगे\s+से)(?!\p{L})|改用|改成|改为|而是|从现在|從現在|今后|今後|以后|代わりに|ではなく|これからは|これ以降|대신|말고|앞으로|이제부터|ตั้งแต่นี้|จากนี้ไป|ต่อจากนี้/iu

/** What is put second stands after these. */
export const contrast =
  /(?:(?<!\p{L})(?:instead\s+of|rather\s+than|(?<!(?:do|does|must|should|shall|is|are|can|may|will)\s+)not|over|en\s+(?:lugar|vez)\s+de|au\s+lieu\s+de|plutôt\s+que|(?:an)?statt|anstelle\s+von|em\s+vez\s+de|ao\s+invés\s+de|invece\s+di|anziché|al\s+posto\s+di|вместо|замість|zamiast|thay\s+vì|daripada|alih-alih|بدلا\s+من|بدلاً\s+من)\s|au\s+lieu\s+d['’]|而不是|แทนที่จะ(?:ใช้)?)\s*([^,;，。、]+)/iu

/** What is put second stands before these. */
export const contrastBefore =
  /([^\s,;，。、]{1,40}?)\s*(?:yerine|के\s+बजाय|की\s+जगह|대신|말고|ではなく|じゃなくて|の代わりに|换成|換成|改成|改为)/iu

/** Bounds a number from one side. */
export const bound =
  /(?<!\p{L})(?:below|under|above|within|at\s+(?:most|least)|up\s+to|(?:no|not|never)\s+(?:\p{L}+\s+)?(?:more|less|fewer|longer)\s+than|(?:less|fewer)\s+than|max(?:imum|imal)?|min(?:imum)?|limit|unter|höchstens|mindestens|sous|au\s+plus|au\s+moins|como\s+máximo|menos\s+de|no\s+máximo|abaixo|al\s+massimo|sotto|almeno|najwyżej|maksymalnie|poniżej|en\s+fazla|en\s+az|altında|tối\s+đa|dưới|maksimal|maksimum|paling\s+banyak|не\s+больше|не\s+более|максимум|не\s+менее|не\s+більше|كحد\s+أقصى|अधिकतम)(?!\p{L})|不超过|不超過|最多|至少|以内|以下|최대|이하|이내|ไม่เกิน/iu
