import type { RuleLanguage } from './rule-language.ts'

const french: RuleLanguage = {
  name: 'fr',
  spaced: true,
  forbids:
    "(?:dois|devez|doit|doivent|faut)\\s+(?:pas|jamais)|ne\\s+(?:dois|devez|doit|doivent)\\s|interdi(?:t|te|ction)|défense\\s+de|évite[rz]?|arrête[rz]?\\s+de|(?:^|[,;:]\\s)(?:s['’]il te plaît,?\\s+|merci de\\s+)?(?:ne\\s|n['’])\\p{L}+|sous\\s+aucun\\s+prétexte|en\\s+aucun\\s+cas|(?:^|[,;:]\\s)pas\\s+d[e'’]",
  orders:
    "(?:tu|vous)\\s+(?:dois|devez)|il\\s+faut|assure-toi|assurez-vous|veille[rz]?\\s+à|à\\s+partir\\s+de\\s+maintenant|désormais|dorénavant|obligatoire(?:ment)?|n['’]oublie[rz]?\\s+pas|je\\s+préfère|au\\s+lieu\\s+de|plutôt\\s+que|(?:^|[,;:]\\s)(?:utilise[rz]?|garde[rz]?|réponds|répondez|respecte[rz]?)",
  softForbids: 'jamais',
  softOrders: 'toujours|uniquement|seulement|exclusivement|doit|doivent',
  subject: "(?:ça|cela|il|elle|on|ils|elles|je|j['’]|c['’]est|le|la|les|un|une|ce|cette|mon|ma)(?![\\p{L}-])",
  story:
    "toujours\\s+pas|(?:a|ont|ai|est)\\s+(?:toujours|jamais)\\s+\\p{L}+|(?:ça|il|elle|je|on)\\s+n[e'’]|il faut que je",
  releases:
    'oublie[rz]?\\s+(?:la\\s+règle|ce\\s+que\\s+j)|ignore[rz]?\\s+(?:la\\s+règle|ce\\s+que\\s+j)|(?:tu|vous)\\s+(?:peux|pouvez)\\s+(?:maintenant|désormais|à nouveau)|plus\\s+besoin\\s+de',
}

const german: RuleLanguage = {
  name: 'de',
  spaced: true,
  forbids:
    '(?:darf(?:st)?|dürfen|sollst|sollen)\\s+(?:\\p{L}+\\s+){0,4}(?:nicht|nie|niemals|kein\\p{L}*)|vermeide[nt]?|verboten|untersagt|auf\\s+keinen\\s+fall|unter\\s+keinen\\s+umständen|hör\\s+auf|niemals',
  orders:
    'musst|müssen|stelle?\\s+sicher|achte[nt]?\\s+darauf|ab\\s+(?:jetzt|sofort)|künftig|unbedingt|ausschließlich|bevorzug\\p{L}+|anstatt|anstelle|statt|denke?\\s+daran|vergiss\\s+nicht|(?:^|[,;:]\\s)(?:bitte\\s+)?(?:verwende|benutze|nutze|behalte|halte|antworte)[nt]?',
  softForbids: 'nie|nicht|kein(?:e|en|em|er|es)?',
  softOrders: 'immer|stets|nur|muss|jedes\\s+mal',
  subject:
    '(?:der|die|das|es|er|sie|ich|wir|ihr|ein|eine|dieser|diese|dieses|mein|meine|hier|da|leider|warum|wieso|bisher|noch|gestern|irgendwie)(?!\\p{L})',
  story:
    'nicht\\s+mehr\\s+(?:nötig|notwendig)|noch\\s+nie|ist\\s+(?:nicht|kein)|hat\\s+(?:nie|nicht)|geht\\s+nicht|funktioniert\\s+(?:nicht|nie)|keine\\s+(?:ahnung|sorge)|kein\\s+problem|nicht\\s+(?:nur|sicher)|vielleicht',
  releases:
    '(?:vergiss|ignoriere)\\s+(?:die\\s+regel|was\\s+ich)|(?:du\\s+)?(?:darfst|kannst)\\s+(?:jetzt|nun|wieder)|(?:musst|brauchst)\\s+(?:\\p{L}+\\s+){0,4}nicht\\s+mehr|nicht\\s+mehr\\s+(?:nötig|notwendig)',
}

const spanish: RuleLanguage = {
  name: 'es',
  spaced: true,
  forbids:
    '(?:^|[,;:¡]\\s?|por favor,?\\s+|y\\s+|pero\\s+|que\\s+)no\\s+(?:(?:me|lo|la|los|las|le|te|se|nos)\\s+)?(?!puedes|tienes|sabes|quieres|eres|antes|es\\b|hubo|estás|has\\b|entiendes|debes|ves\\b|das\\b)\\p{L}{2,}(?:es|as|éis|áis)|prohibid[oa]|evita[rs]?|deja\\s+de|no\\s+(?:debes?|deben|se\\s+debe|se\\s+puede|está\\s+permitido)|bajo\\s+ning(?:ún|una)|en\\s+ningún\\s+caso',
  orders:
    'debes|debe[nr]?|tienes?\\s+que|hay\\s+que|asegúra(?:te|se)|asegúrese|a\\s+partir\\s+de\\s+ahora|de\\s+ahora\\s+en\\s+adelante|obligatori[oa]|recuerda|prefiero|en\\s+(?:lugar|vez)\\s+de|(?:^|[,;:]\\s)(?:por favor,?\\s+)?(?:usa|utiliza|usad|mantén|responde|respeta)',
  softForbids: 'nunca|jamás',
  softOrders: 'siempre|s[oó]lo|solamente|únicamente',
  subject: '(?:el|la|los|las|un|una|esto|eso|ella?|yo|este|esta|mi|ya|me|se)(?!\\p{L})',
  story:
    '(?:siempre|nunca|jamás)\\s+(?:(?:me|se|lo|ha|he|han|había)\\s+)*\\p{L}*(?:ó|aba|ía|ado|ido|falla|funciona|devuelve|sale|aparece|ocurre|muestra)(?!\\p{L})|debe\\s+(?:haber|de\\s+ser)',
  releases:
    'olvida\\s+(?:la\\s+regla|lo\\s+que)|ignora\\s+(?:la\\s+regla|lo\\s+que)|ya\\s+(?:puedes|no\\s+(?:hace\\s+falta|es\\s+necesario|tienes\\s+que|necesitas))',
}

const portuguese: RuleLanguage = {
  name: 'pt',
  spaced: true,
  forbids:
    '(?:^|[,;:]\\s?|por favor,?\\s+|e\\s+|mas\\s+)não\\s+(?:(?:me|o|a|os|as|se)\\s+)?(?!sei|consigo|tenho|está|é\\b|foi|há|pode\\b|posso|precisa|tem\\b|entendi|era)\\p{L}+(?:e|em|es|a|am|as)(?!\\p{L})|proibid[oa]|evite[m]?|evitar|pare\\s+de|não\\s+(?:deve[ms]?|se\\s+deve|é\\s+permitido)|de\\s+jeito\\s+nenhum|em\\s+hipótese\\s+alguma',
  orders:
    'deve[ms]?|tem\\s+que|é\\s+preciso|certifique-se|garanta|a\\s+partir\\s+de\\s+agora|de\\s+agora\\s+em\\s+diante|daqui\\s+em\\s+diante|obrigatóri[oa]|lembre-se|prefiro|em\\s+vez\\s+de|ao\\s+invés\\s+de|(?:^|[,;:]\\s)(?:por favor,?\\s+)?(?:use|utilize|mantenha|responda|respeite)',
  softForbids: 'nunca|jamais',
  softOrders: 'sempre|apenas|somente|só',
  subject: '(?:o|a|os|as|um|uma|isso|isto|ele|ela|eu|este|esta|meu|minha|já)(?!\\p{L})',
  story:
    '(?:sempre|nunca|jamais)\\s+(?:(?:me|se|tinha|tem)\\s+)*\\p{L}*(?:ou|eu|ó|ía|iu|ava|ado|ido|falha|funciona|retorna|dá|aparece|acontece)(?!\\p{L})|deve\\s+(?:ter|haver)',
  releases:
    'esqueça\\s+(?:a\\s+regra|o\\s+que)|ignore\\s+(?:a\\s+regra|o\\s+que)|(?:agora\\s+)?(?:já\\s+)?pode[s]?\\s+(?:agora|\\p{L}+\\s+agora)|não\\s+(?:precisa|é\\s+necessário)\\s+mais|já\\s+não\\s+(?:precisa|é)',
}

const italian: RuleLanguage = {
  name: 'it',
  spaced: true,
  forbids:
    "(?:^|[,;:]\\s?|per favore,?\\s+|e\\s+|ma\\s+)non\\s+(?!so\\b|ho\\b|è\\b|funziona|capisco|c['’]è|posso|sono|ha\\b|va\\b|riesco|serve|importa)\\p{L}+(?:are|ere|ire|arlo|arla|i|ate|ete)(?!\\p{L})|vietat[oa]|proibit[oa]|evita(?:re|te)?|smetti\\s+di|non\\s+(?:devi|deve|devono|si\\s+deve|bisogna)|in\\s+nessun\\s+caso",
  orders:
    "devi|deve|devono|bisogna|assicurati|assicurarsi|d['’]ora\\s+in\\s+(?:poi|avanti)|da\\s+ora\\s+in\\s+poi|obbligatori[oa]|ricorda(?:ti)?|preferisco|invece\\s+di|anziché|al\\s+posto\\s+di|(?:^|[,;:]\\s)(?:per favore,?\\s+)?(?:usa|utilizza|mantieni|rispondi|rispetta)",
  softForbids: 'mai',
  softOrders: 'sempre|soltanto|solo|solamente|esclusivamente',
  subject: "(?:il|lo|la|gli|le|un|una|questo|quello|io|l['’]|ho|è)(?!\\p{L})",
  story:
    '(?:ha|è|ho|hanno)\\s+(?:mai|sempre)\\s+\\p{L}+|(?:sempre|mai)\\s+(?:fallisce|funziona|falha|retorna|\\p{L}+ou(?!\\p{L}))|(?:fallisce|funziona)\\s+(?:sempre|mai)|come\\s+mai|deve\\s+(?:essere|aver)',
  releases:
    'dimentica\\s+(?:la\\s+regola|quello)|ignora\\s+(?:la\\s+regola|quello)|(?:ora|adesso)\\s+puoi|puoi\\s+(?:ora|adesso)|non\\s+(?:serve|è\\s+necessario|devi|occorre)\\s+più',
}

const polish: RuleLanguage = {
  name: 'pl',
  spaced: true,
  forbids:
    'nigdy\\s+nie|nie\\s+(?:wolno|można|należy|powinien\\p{L}*|może\\s+być)|zabronion[eya]|zakaz(?:ane|any)?|unikaj|przestań|pod\\s+żadnym\\s+pozorem|(?:^|[,;:]\\s|proszę,?\\s+|i\\s+|ale\\s+)nie\\s+(?!działa|wiem|mam|ma\\b|jest|mogę|rozumiem|było|udało)\\p{L}+(?:j|aj|uj|ij|ń|eń|cie|ać|ić|yć)(?!\\p{L})',
  orders:
    'musisz|muszą|musi|należy|upewnij\\s+się|pamiętaj|od\\s+teraz|odtąd|na\\s+przyszłość|obowiązkowo|koniecznie|wolę|zamiast|(?:^|[,;:]\\s)(?:proszę,?\\s+)?(?:używaj|użyj|zachowaj|odpowiadaj|trzymaj)',
  softForbids: 'nigdy',
  softOrders: 'zawsze|tylko|wyłącznie|jedynie',
  subject: '(?:to|ten|ta|te|on|ona|ono|ja|my|test|mój|moja)(?!\\p{L})',
  story: '(?:zawsze|nigdy)\\s+(?:nie\\s+)?\\p{L}*(?:ł[aoy]?|a|uje|pada|działa|zwraca)(?!\\p{L})|musi\\s+(?:być|to)',
  releases:
    'zapomnij\\s+o|zignoruj\\s+(?:zasadę|to)|(?:teraz\\s+)?możesz\\s+(?:już|teraz)|już\\s+możesz|(?:już\\s+)?nie\\s+(?:musisz|trzeba)\\s*(?:już)?',
}

const turkish: RuleLanguage = {
  name: 'tr',
  spaced: true,
  forbids:
    'asla|kesinlikle\\s+\\p{L}*(?:ma|me)\\p{L}*|yasak(?:tır)?|sakın|\\p{L}+(?:ma|me)(?:yın|yin|yınız|yiniz|malı\\p{L}*|meli\\p{L}*)|\\p{L}+(?:maktan|mekten)\\s+kaçın\\p{L}*|kullanma|değiştirme|dokunma|silme|yapma',
  orders:
    'her\\s+zaman|mutlaka|daima|bundan\\s+(?:sonra|böyle)|şu\\s+andan\\s+itibaren|emin\\s+ol|zorunlu(?:dur)?|gerek(?:ir|iyor|li)|\\p{L}+(?:malı|meli)(?:sın|sin|dır|dir|yız|yiz)?|yerine|tercih\\s+(?:et|ederim)\\p{L}*',
  softOrders: 'sadece|yalnızca|hep',
  subject: '(?:bu|o|şu|ben|test|hata)(?!\\p{L})',
  story:
    '(?:asla|her\\s+zaman|hep)\\s+(?:\\p{L}+\\s+){0,2}\\p{L}*(?:dı|di|du|dü|tı|ti|tu|tü|ıyor|iyor|uyor|üyor)(?!\\p{L})',
  releases:
    'unut|(?:artık|şimdi)\\s+(?:\\p{L}+\\s+){0,4}(?:\\p{L}+bilirsin\\p{L}*|gerek\\s+yok|zorunda\\s+değil\\p{L}*)',
}

const vietnamese: RuleLanguage = {
  name: 'vi',
  spaced: true,
  forbids:
    'đừng|không\\s+được|không\\s+bao\\s+giờ\\s+(?:được|dùng|sử)|cấm|tuyệt\\s+đối\\s+không|tránh|chớ|nghiêm\\s+cấm',
  orders:
    'phải|luôn\\s+luôn|luôn|bắt\\s+buộc|nhất\\s+định|đảm\\s+bảo|từ\\s+(?:giờ|nay|bây\\s+giờ)|chỉ\\s+(?:được|dùng|sử\\s+dụng|sửa|trả|viết)|hãy\\s+(?:luôn|dùng|nhớ|giữ)|thay\\s+vì|ưu\\s+tiên',
  story: 'luôn\\s+(?:bị|lỗi|thất)|phải\\s+(?:không|chăng)|có\\s+phải',
  releases:
    'quên\\s+(?:quy\\s+tắc|điều)|bỏ\\s+qua\\s+(?:quy\\s+tắc|điều)|(?:bây\\s+giờ|giờ)\\s+(?:bạn\\s+)?có\\s+thể|không\\s+cần\\s+(?:\\p{L}+\\s+){0,4}nữa',
}

const indonesian: RuleLanguage = {
  name: 'id',
  spaced: true,
  forbids: 'jangan(?:lah)?|dilarang|tidak\\s+boleh|hindari|tak\\s+boleh|berhenti\\s+\\p{L}+',
  orders:
    'harus(?:lah)?|wajib|pastikan|mulai\\s+sekarang|hanya\\s+(?:gunakan|pakai|boleh|ubah|jawab)|(?:^|[,;:]\\s)(?:tolong\\s+)?(?:selalu|gunakan|pakailah|pakai|ingat|jaga)|daripada|alih-alih|lebih\\s+suka|selalu\\s+(?:gunakan|pakai|jalankan|jawab|tulis|buat|periksa)',
  story: 'selalu\\s+(?:gagal|error)|harusnya|seharusnya',
  releases:
    'lupakan\\s+(?:aturan|yang)|abaikan\\s+(?:aturan|yang)|sekarang\\s+(?:kamu\\s+|anda\\s+)?boleh|tidak\\s+perlu\\s+(?:\\p{L}+\\s+){0,4}lagi',
}

/** Languages of Latin script beside English. */
export const europeanRules: readonly RuleLanguage[] = [
  french,
  german,
  spanish,
  portuguese,
  italian,
  polish,
  turkish,
  vietnamese,
  indonesian,
]

/**
 * What a sentence of ASCII letters must hold for any of these rules to match it: mostly beginnings of words. A look for
 * it costs a tenth of one for the rules.
 */
export const plainEuropean =
  /\b(?:abaikan|agora|ahora|alih|anstatt|anstelle|antworte|apenas|asla|assicura|assure|aucun|bajo|behalte|benutze|berhenti|besoin|bevorzug|bisogna|boleh|bundan|certifique|d'ora|daima|daqui|daran|darauf|darf|daripada|debe|deja|deve|devez|devi|devono|dilarang|dimentica|dois|doit|doivent|dokunma|emin|esclusivamente|evit|evita|exclusivement|faut|favor|garanta|garde|gerek|gunakan|halte|hanya|harus|hay|hep|hindari|ignora|ignoriere|immer|ingat|interdi|invece|jaga|jamais|jangan|jedes|jedynie|jeito|jetzt|kannst|kein|keinen|kesinlikle|koniecznie|kullanma|lebih|lembre|lieu|lugar|lupakan|mai|mantenha|mantieni|mulai|musi|muss|musst|mutlaka|n'|nessun|nicht|nie|niemals|nigdy|nunca|nur|nutze|obbligatori|obligatoire|obligatori|odpowiadaj|olvida|oublie|pakai|pastikan|peux|poi|posto|pouvez|preferisco|prefiero|prefiro|prohibid|proibid|proibit|puede|puoi|que|recuerda|regra|respecte|respeite|respeta|responda|responde|ricorda|rispetta|rispondi|sadece|sekarang|selalu|sempre|seulement|sicher|siempre|silme|smetti|sofort|solamente|soll|solo|soltanto|somente|statt|stets|teraz|tercih|tidak|tiene|toujours|trzymaj|tylko|unbedingt|unikaj|uniquement|untersagt|unut|usa|utilise|utiliza|utilize|utilizza|verboten|vergiss|vermeide|verwende|vez|vietat|wajib|yapma|yasak|yerine|zabronion|zachowaj|zakaz|zaman|zamiast|zapomnij|zawsze|zignoruj|zorunlu|ne\b|no\s[\s\S]*[ae]s|non\b|pare\b|pas\b|ya\b)|^use|[,;:]\suse|m[ae]yin|meli/i
