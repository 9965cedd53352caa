import { newNumber, type RuleLanguage, someWords } from './rule-language.ts'

/** Portuguese, Italian and Catalan share their words for always and never, so each must know the others' subjects. */
const romanceSubject =
  "(?:o|a|os|as|um|uma|isso|isto|ele|ela|eu|este|esta|meu|minha|já|il|lo|la|gli|le|un|una|questo|quello|io|ho|è|el|els|les|això|aquest|aquesta|jo|no(?=\\s)|mai\\s+(?:am|ai|are|avem|au|e|este|sunt|mult|multe|bine|bun))(?!\\p{L})|l['’]"

const french: RuleLanguage = {
  name: 'fr',
  spaced: true,
  forbids:
    "(?:dois|devez|doit|doivent|faut)\\s+(?:pas|jamais)|ne\\s+(?:dois|devez|doit|doivent)\\s|interdi(?:t|te|ction)|défense\\s+de|évite[rz]?|arrête[rz]?\\s+de|(?:^|[,;:]\\s)(?:s['’]il te plaît,?\\s+|merci de\\s+)?(?:ne\\s+(?!(?:radi|znam|mogu|vidim?|razumi?j?em|postoji|ide|dela)(?!\\p{L}))|n['’])\\p{L}+|sous\\s+aucun\\s+prétexte|en\\s+aucun\\s+cas|(?:^|[,;:]\\s)pas\\s+d[e'’]",
  orders:
    "(?:tu|vous)\\s+(?:dois|devez)|il\\s+faut|assure-toi|assurez-vous|veille[rz]?\\s+à|à\\s+partir\\s+de\\s+maintenant|désormais|dorénavant|obligatoire(?:ment)?|n['’]oublie[rz]?\\s+pas|je\\s+préfère|au\\s+lieu\\s+de|plutôt\\s+que|(?:^|[,;:]\\s)(?:utilise[rz]?|garde[rz]?|réponds|répondez|respecte[rz]?)",
  softForbids: 'jamais',
  softOrders: 'toujours|uniquement|seulement|exclusivement|doit|doivent',
  subject: "(?:ça|cela|il|elle|on|ils|elles|je|j['’]|c['’]est|le|la|les|un|une|ce|cette|mon|ma)(?![\\p{L}-])",
  story:
    "toujours\\s+pas|(?:a|ont|ai|est)\\s+(?:toujours|jamais)\\s+\\p{L}+|(?:ça|il|elle|je|on)\\s+n[e'’]|il faut que je",
  endWords:
    'consigne|contrainte|obligation|restriction|interdiction|règle|ce\\s+que\\s+j|maintenant|désormais|nouveau|finalement|plus\\s|budget|limite|plafond|maximum|délai|quota',
  releases: [
    'oublie[rz]?\\s+(?:la\\s+règle|ce\\s+que\\s+j)|ignore[rz]?\\s+(?:la\\s+règle|ce\\s+que\\s+j)',
    `(?:oublie|ignore|annule|supprime|abandonne|laisse[rz]?\\s+tomber|lève)[rz]?\\s+(?:toutes\\s+)?(?:la\\s|les\\s|ma\\s|mes\\s|cette\\s|ces\\s|l['’])\\s?${someWords}(?:règle|consigne|restriction|interdiction|contrainte|obligation)`,
    '(?:règle|consigne|restriction|interdiction|contrainte|obligation)s?\\s+(?:[^,;?]{1,60}?\\s)?(?:est|sont)\\s+(?:\\p{L}+\\s+)?(?:levée|annulée|supprimée|abandonnée|caduque)',
    "(?:règle|consigne|restriction|interdiction|contrainte)\\s+(?:[^,;?]{1,60}?\\s)?ne\\s+(?:s['’]applique|tient|vaut)\\s+plus",
  ].join('|'),
  permits: [
    '(?:tu|vous)\\s+(?:peux|pouvez)\\s+(?:[^?]{1,60}?\\s)?(?:maintenant|désormais|à\\s+nouveau|de\\s+nouveau|finalement)|maintenant,?\\s+(?:tu|vous)\\s+(?:peux|pouvez)',
    '(?:est|sont)\\s+(?:maintenant|désormais|à\\s+nouveau|de\\s+nouveau|finalement)\\s+(?:autorisé|permis|accepté)',
  ].join('|'),
  waives:
    "plus\\s+besoin\\s+d[e'’]|(?:n['’]es|n['’]êtes|n['’]est|ne\\s+sont)\\s+plus\\s+(?:obligé|tenu|obligatoire|nécessaire|requis)|(?:dois|devez|doit|doivent|faut)\\s+plus\\s+(?:forcément|obligatoirement)",
  resets: [
    `(?:augmente|relève|monte|baisse|réduis|réduise|diminue|porte|passe|repousse)[rz]?\\s+(?:le\\s|la\\s|l['’])\\s?${someWords}(?:budget|limite|plafond|maximum|délai|quota)\\s+${someWords}(?:à|au)\\s+${newNumber}`,
    `(?:budget|limite|plafond|délai|quota)\\s+${someWords}(?:est|passe)\\s+(?:maintenant|désormais)\\s+(?:(?:de|à)\\s+)?${newNumber}`,
  ].join('|'),
  doubts:
    "si|quand|lorsque|dès|jusqu['’]\\p{L}+|sauf|excepté|hormis|peut-être|aujourd['’]hui|demain|cette\\s+fois|pour\\s+(?:l['’]instant|le\\s+moment)|temporairement|(?:pas|jamais)\\s+(?:oublier|ignorer|annuler|supprimer|abandonner|lever)|n[e'’]\\s?(?:oublie|ignore|annule|supprime|abandonne|lève)[rz]?\\s+pas",
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
  endWords:
    'vergiss|ignoriere|regel|vorgabe|verbot|schränkung|pflicht|sperre|jetzt|nun|wieder|sofort|doch|nicht\\s+mehr|budget|limit|grenze|maximum|frist',
  releases: [
    '(?:vergiss|ignoriere),?\\s+(?:die\\s+regel|was\\s+ich|das\\s+mit\\s)',
    `(?:vergiss|vergesst|vergessen\\s+sie|ignoriere?|ignorieren\\s+sie|streiche?|verwirf)\\s+(?:bitte\\s+)?(?:die|meine|das|den|diese|alle)\\s+${someWords}(?:[\\p{L}\\p{N}_.]+-)?(?:regel|vorgabe|verbot|einschränkung|beschränkung|pflicht)`,
    `(?:die|das|der)\\s+${someWords}(?:[\\p{L}\\p{N}_.]+-)?(?:regel|vorgabe|verbot|einschränkung|beschränkung|pflicht|sperre)\\s+${someWords}(?:ist|gilt|wurde|sind)\\s+(?:\\p{L}+\\s+){0,2}?(?:aufgehoben|nicht\\s+mehr|gestrichen|hinfällig|abgeschafft|zurückgenommen)`,
    `ich\\s+(?:hebe|nehme|ziehe)\\s+(?:die|das)\\s+${someWords}(?:regel|vorgabe|verbot|einschränkung|beschränkung|pflicht)\\s+${someWords}(?:auf|zurück)`,
  ].join('|'),
  permits: [
    '(?:du\\s+)?(?:darfst|kannst|dürft|könnt)\\s+(?:[^\\s,;?]+\\s+){0,4}?(?:jetzt|nun|wieder|ab\\s+sofort)|(?:jetzt|nun|ab\\s+sofort)\\s+(?:darfst|kannst)\\s+du',
    '(?:ist|sind)\\s+(?:(?:jetzt|nun|ab\\s+sofort|wieder|doch)\\s+){1,3}(?:erlaubt|gestattet|zulässig|freigegeben|in\\s+ordnung|okay|ok(?!\\p{L}))',
  ].join('|'),
  waives:
    '(?:musst|brauchst|muss|müssen|braucht|brauchen|müsst)\\s+(?:[^\\s,;?]+\\s+){0,5}?nicht\\s+mehr|nicht\\s+mehr\\s+(?:nötig|notwendig|erforderlich|verpflichtend|pflicht)',
  resets: [
    `(?:erhöhe?|senke?|reduziere?|verringere?|verlängere?|kürze?)\\s+(?:bitte\\s+)?(?:das|die|den)\\s+${someWords}\\p{L}*(?:budget|limit|grenze|maximum|frist)\\s+${someWords}auf\\s+${newNumber}`,
    `\\p{L}*(?:budget|limit|grenze|maximum|frist)\\s+${someWords}(?:ist|beträgt|liegt)\\s+(?:jetzt|nun|ab\\s+sofort)\\s+(?:bei\\s+)?${newNumber}`,
  ].join('|'),
  doubts:
    'wenn|falls|sobald|solange|bis|außer|ausgenommen|vielleicht|vorerst|vorläufig|diesmal|ausnahmsweise|heute|morgen|ob|würde|könnte|sollte|es\\s+sei\\s+denn',
}

const spanish: RuleLanguage = {
  name: 'es',
  spaced: true,
  forbids:
    '(?:^|[,;:¡]\\s?|por favor,?\\s+|y\\s+|pero\\s+|que\\s+)no\\s+(?:(?:me|lo|la|los|las|le|te|se|nos)\\s+)?(?!worries|puedes|tienes|sabes|quieres|eres|antes|es\\b|hubo|estás|has\\b|entiendes|debes|ves\\b|das\\b)\\p{L}{2,}(?:es|as|éis|áis)|prohibid[oa]|evita[rs]?|deja\\s+de|no\\s+(?:debes?|deben|se\\s+debe|se\\s+puede|está\\s+permitido)|bajo\\s+ning(?:ún|una)|en\\s+ningún\\s+caso',
  orders:
    'debes|debe[nr]?|tienes?\\s+que|hay\\s+que|asegúra(?:te|se)|asegúrese|a\\s+partir\\s+de\\s+ahora|de\\s+ahora\\s+en\\s+adelante|obligatori[oa]|recuerda|prefiero|en\\s+(?:lugar|vez)\\s+de|(?:^|[,;:]\\s)(?:por favor,?\\s+)?(?:usa|utiliza|usad|mantén|responde|respeta)',
  softForbids: 'nunca|jamás',
  softOrders: 'siempre|s[oó]lo|solamente|únicamente',
  subject: '(?:el|la|los|las|un|una|esto|eso|ella?|yo|este|esta|mi|ya|me|se)(?!\\p{L})',
  story:
    '(?:siempre|nunca|jamás)\\s+(?:(?:me|se|lo|ha|he|han|había)\\s+)*\\p{L}*(?:ó|aba|ía|ado|ido|falla|funciona|devuelve|sale|aparece|ocurre|muestra)(?!\\p{L})|debe\\s+(?:haber|de\\s+ser)',
  endWords:
    'olvida|ignora|regla|norma|restricci|prohibici|condici|limitaci|ya\\s|ahora|puedes|permitid|presupuesto|límite|tope|máximo|plazo|cuota',
  releases: [
    'olvida\\s+(?:la\\s+regla|lo\\s+que)|ignora\\s+(?:la\\s+regla|lo\\s+que)',
    `(?:olvida|olvídate\\s+de|ignora|anula|cancela|descarta|levanta)\\s+(?:todas\\s+)?(?:la|las|mi|mis|esa|esas|esta|el)\\s+${someWords}(?:regla|norma|restricci|prohibici|condici|limitaci)`,
    '(?:regla|norma|restricción|prohibición|condición|limitación)\\s+(?:[^,;?]{1,60}?\\s)?(?:(?:queda|está|ha\\s+sido)\\s+(?:\\p{L}+\\s+)?(?:anulada|cancelada|levantada|eliminada|sin\\s+efecto|derogada)|ya\\s+no\\s+(?:se\\s+aplica|aplica|vale|rige))',
  ].join('|'),
  permits:
    'ya\\s+(?:puedes|podéis|pueden|se\\s+puede)|ahora\\s+(?:sí\\s+|ya\\s+)*(?:puedes|podéis|se\\s+puede)|puedes\\s+(?:volver\\s+a|[^?]{1,60}?\\s(?:de\\s+nuevo|otra\\s+vez))|(?:está|están)\\s+(?:ahora|de\\s+nuevo|ya)\\s+permitid',
  waives:
    'ya\\s+no\\s+(?:hace\\s+falta|es\\s+necesari|es\\s+obligatori|tienes\\s+que|tienen\\s+que|necesitas|hay\\s+que)',
  resets: [
    `(?:sube|aumenta|baja|reduce|amplía|incrementa|eleva)\\s+(?:el|la)\\s+${someWords}(?:presupuesto|límite|tope|máximo|plazo|cuota)\\s+${someWords}a\\s+${newNumber}`,
    `(?:presupuesto|límite|tope|máximo|plazo|cuota)\\s+${someWords}es\\s+ahora\\s+(?:de\\s+)?${newNumber}|ahora\\s+(?:el|la)\\s+(?:presupuesto|límite|tope|máximo|plazo|cuota)\\s+${someWords}es\\s+(?:de\\s+)?${newNumber}`,
  ].join('|'),
  doubts:
    'si|cuando|hasta|salvo|excepto|menos|quizás?|tal\\s+vez|hoy|mañana|esta\\s+vez|por\\s+ahora|de\\s+momento|temporalmente|no\\s+(?:olvides|ignores|anules|canceles)',
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
  subject: romanceSubject,
  story:
    '(?:sempre|nunca|jamais)\\s+(?:(?:me|se|tinha|tem)\\s+)*\\p{L}*(?:ou|eu|ó|ía|iu|ava|ado|ido|falha|funciona|retorna|dá|aparece|acontece)(?!\\p{L})|deve\\s+(?:ter|haver)',
  endWords:
    'esqueça|ignore\\s+o|regra|restriç|proibiç|exigência|limitaç|agora|já|pode|permitid|mais|orçamento|limite|teto|máximo|prazo|cota',
  releases: [
    'esqueça\\s+(?:a\\s+regra|o\\s+que)|ignore\\s+(?:a\\s+regra|o\\s+que)',
    `(?:esqueça|esquece|ignore|ignora|cancele|cancela|anule|descarte)\\s+(?:todas\\s+)?(?:a|as|o|minha|essa|esta)\\s+${someWords}(?:regra|restriç|proibiç|exigência|limitaç)`,
    '(?:regra|restrição|proibição|exigência|limitação)\\s+(?:[^,;?]{1,60}?\\s)?(?:(?:foi|está)\\s+(?:cancelada|revogada|removida|anulada|suspensa)|já\\s+não\\s+(?:vale|se\\s+aplica)|não\\s+(?:vale|se\\s+aplica)\\s+mais)',
  ].join('|'),
  permits:
    '(?:agora\\s+)?(?:já\\s+)?pode[s]?\\s+(?:agora|\\p{L}+\\s+agora)|(?:agora|já)\\s+(?:você\\s+|tu\\s+|já\\s+){0,3}pode|pode[sm]?\\s+(?:voltar\\s+a|[^?]{1,60}?\\s(?:de\\s+novo|novamente|outra\\s+vez))|(?:está|estão|é)\\s+(?:agora|novamente|de\\s+novo)\\s+permitid',
  waives:
    'não\\s+(?:precisa[ms]?|é\\s+necessário|é\\s+preciso|é\\s+obrigatório)\\s+mais|já\\s+não\\s+(?:precisa|é\\s+(?:necessári|precis|obrigatóri))',
  resets: [
    `(?:aumente|aumenta|suba|sobe|baixe|reduza|reduz|eleve|estenda|prorrogue)\\s+(?:o|a)\\s+${someWords}(?:orçamento|limite|teto|máximo|prazo|cota)\\s+${someWords}para\\s+${newNumber}`,
    `(?:orçamento|limite|teto|máximo|prazo|cota)\\s+${someWords}(?:(?:é|está)\\s+agora|passa\\s+a\\s+ser|agora\\s+é)\\s+(?:de\\s+)?${newNumber}`,
  ].join('|'),
  doubts:
    'se\\s+(?:o|a|os|as|você|for|tiver|houver|quiser|todos)|quando|até|exceto|salvo|menos|talvez|hoje|amanhã|desta\\s+vez|por\\s+enquanto|não\\s+(?:esqueça|esquece|ignore|cancele|anule)',
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
  subject: romanceSubject,
  story:
    '(?:ha|è|ho|hanno)\\s+(?:mai|sempre)\\s+\\p{L}+|(?:sempre|mai)\\s+(?:fallisce|funziona|falha|retorna|\\p{L}+ou(?!\\p{L}))|(?:fallisce|funziona)\\s+(?:sempre|mai)|come\\s+mai|deve\\s+(?:essere|aver)',
  endWords:
    'dimentica|ignora|regol|restrizion|divieto|vincolo|obbligo|puoi|potete|può|permess|consentit|ammess|più|budget|limite|tetto|massimo|scadenza|quota',
  releases: [
    'dimentica\\s+(?:la\\s+regola|quello)|ignora\\s+(?:la\\s+regola|quello)',
    `(?:dimentica|ignora|annulla|scarta|revoca|lascia\\s+perdere)\\s+(?:tutte\\s+)?(?:la|le|il|questa|quella)\\s+${someWords}(?:regol[ae]|restrizion|divieto|vincolo|obbligo)`,
    '(?:regola|restrizione|divieto|vincolo|obbligo)\\s+(?:[^,;?]{1,60}?\\s)?(?:è\\s+(?:stat[oa]\\s+)?(?:annullat|revocat|abolit|cancellat|rimoss|decadut)|non\\s+(?:vale|si\\s+applica)\\s+più)',
  ].join('|'),
  permits:
    '(?:ora|adesso)\\s+(?:puoi|potete|si\\s+può)|puoi\\s+(?:ora|adesso|di\\s+nuovo)|puoi\\s+(?:tornare\\s+a|[^?]{1,60}?\\s(?:di\\s+nuovo|nuovamente))|(?:è|sono)\\s+(?:ora|adesso|di\\s+nuovo)\\s+(?:permess|consentit|ammess)',
  waives:
    "non\\s+(?:serve|è\\s+necessario|è\\s+obbligatorio|devi|occorre)\\s+più|non\\s+(?:è|sono)\\s+più\\s+(?:necessari|obbligatori|richiest)|non\\s+c['’]è\\s+più\\s+bisogno|non\\s+sei\\s+più\\s+obbligat",
  resets: [
    `(?:aumenta|alza|porta|riduci|abbassa|estendi)\\s+(?:il\\s|la\\s|l['’])\\s?${someWords}(?:budget|limite|tetto|massimo|scadenza|quota)\\s+${someWords}a\\s+${newNumber}`,
    `(?:budget|limite|tetto|massimo|quota)\\s+${someWords}è\\s+(?:ora|adesso)\\s+(?:di\\s+)?${newNumber}|(?:ora|adesso)\\s+il\\s+(?:budget|limite|tetto|massimo)\\s+${someWords}è\\s+(?:di\\s+)?${newNumber}`,
  ].join('|'),
  doubts:
    'se|quando|finché|fino|tranne|salvo|eccetto|forse|oggi|domani|stavolta|per\\s+ora|questa\\s+volta|non\\s+(?:dimenticare|ignorare|annullare|revocare)',
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
  endWords:
    'zapomnij|zignoruj|zasad|reguł|ogranicze|zakaz|wymóg|wymag|możesz|można|wolno|dozwolon|dopuszczaln|musi|trzeba|muszą|konieczn|potrzebn|obowiązkow|budżet|limit|maksimum|termin|próg',
  releases: [
    'zapomnij(?:cie)?\\s+o|zignoruj\\s+(?:zasadę|to)',
    `(?:anuluj|odwołaj|odwołuję|znieś|znoszę|cofnij|cofam|zignoruj)\\s+${someWords}(?:zasad|reguł|ograniczen|zakaz|wymóg|wymag)`,
    '(?:zasada|reguła|zakaz|ograniczenie|wymóg)\\s+(?:[^,;?]{1,60}?\\s)?(?:już\\s+nie\\s+obowiązuje|nie\\s+obowiązuje\\s+już|został[ao]?\\s+(?:zniesion|anulowan|cofnięt|odwołan)|jest\\s+(?:zniesion|anulowan|nieaktualn))',
  ].join('|'),
  permits:
    '(?:teraz\\s+)?możesz\\s+(?:już|teraz|znowu|znów|ponownie|jednak)|już\\s+(?:możesz|można|wolno)|teraz\\s+(?:już\\s+)?(?:możesz|można|wolno)|(?:jest|są)\\s+(?:już|teraz|znowu|znów)\\s+(?:dozwolon|dopuszczaln)',
  waives:
    '(?:już\\s+)?nie\\s+(?:musisz|trzeba)\\s*(?:już)?|już\\s+nie\\s+(?:musi|muszą|jest\\s+(?:konieczn|wymagan|potrzebn|obowiązkow))|nie\\s+(?:jest|są)\\s+już\\s+(?:konieczn|wymagan|potrzebn|obowiązkow)',
  resets: [
    `(?:zwiększ|podnieś|zmniejsz|obniż|wydłuż|przesuń)(?:cie)?\\s+${someWords}(?:budżet|limit|maksimum|termin|próg)\\s+${someWords}(?:do|na)\\s+${newNumber}`,
    `(?:budżet|limit|maksimum|termin)\\s+${someWords}(?:wynosi\\s+teraz|to\\s+teraz|teraz\\s+wynosi|teraz\\s+to)\\s+${newNumber}`,
  ].join('|'),
  doubts:
    'jeśli|jeżeli|gdy|gdyby|kiedy|dopóki|aż|oprócz|poza|chyba|może|dziś|dzisiaj|jutro|tym\\s+razem|na\\s+razie|tymczasowo',
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
  endWords: 'unut|kural|kısıtlama|yasa|sınırlama|zorunlulu|artık|şimdi|yeniden|tekrar|bütçe|limit|sınır|süre',
  releases: [
    'unut(?:un|abilirsin|abilirsiniz)?(?!\\p{L})',
    `(?:kural|kısıtlama|yasa[kğ]|sınırlama|zorunluluğ|zorunluluk)\\p{L}*\\s+${someWords}(?:kaldır(?:ıldı|dım|ıyorum|ın)?(?!\\p{L})|iptal|geçersiz|artık\\s+geçerli\\s+değil|görmezden\\s+gel(?!m)|yok\\s+say(?!m)|boş\\s*ver)`,
  ].join('|'),
  permits: `(?:artık|şimdi|yeniden|tekrar)\\s+${someWords}(?:\\p{L}+bilirsin\\p{L}*|serbest|izinli)|\\p{L}+bilirsin\\p{L}*\\s+artık`,
  waives: `(?:artık|şimdi)\\s+${someWords}(?:gerek\\s+(?:yok|kalmadı)|gerekmiyor|zorunda\\s+değil\\p{L}*|zorunlu\\s+değil|şart\\s+değil|mecbur\\s+değil\\p{L}*)`,
  resets: [
    `(?:bütçe|limit|sınır|süre)\\p{L}*\\s+${someWords}${newNumber}\\S{0,100}\\s+${someWords}(?:çıkar|yükselt|düşür|indir|artır|uzat)`,
    `(?:bütçe|limit|sınır|süre)\\p{L}*\\s+artık\\s+${newNumber}`,
  ].join('|'),
  doubts:
    'eğer|olursa|geçerse|olduğunda|kadar|hariç|dışında|belki|bugün|yarın|şimdilik|bu\\s+sefer|bu\\s+seferlik|geçici\\s+olarak',
}

const vietnamese: RuleLanguage = {
  name: 'vi',
  spaced: true,
  forbids:
    'đừng|không\\s+được|không\\s+bao\\s+giờ\\s+(?:được|dùng|sử)|cấm|tuyệt\\s+đối\\s+không|tránh|chớ|nghiêm\\s+cấm',
  orders:
    'phải|luôn\\s+luôn|luôn|bắt\\s+buộc|nhất\\s+định|đảm\\s+bảo|từ\\s+(?:giờ|nay|bây\\s+giờ)|chỉ\\s+(?:được|dùng|sử\\s+dụng|sửa|trả|viết)|hãy\\s+(?:luôn|dùng|nhớ|giữ)|thay\\s+vì|ưu\\s+tiên',
  story: 'luôn\\s+(?:bị|lỗi|thất)|phải\\s+(?:không|chăng)|có\\s+phải',
  endWords:
    'quên|bỏ|hủy|huỷ|gỡ|bãi|dỡ|quy\\s+tắc|quy\\s+định|lệnh\\s+cấm|hạn\\s+chế|yêu\\s+cầu|có\\s+thể|được\\s+phép|nữa|không\\s+còn|ngân\\s+sách|giới\\s+hạn|hạn\\s+mức|thời\\s+hạn|tối\\s+đa',
  releases: [
    'quên\\s+(?:đi\\s+)?(?:quy\\s+tắc|quy\\s+định|điều|tất\\s+cả)|bỏ\\s+qua\\s+(?:quy\\s+tắc|quy\\s+định|điều|tất\\s+cả)',
    '(?:hủy|huỷ|gỡ|bãi|dỡ|bỏ)\\s+(?:bỏ\\s+)?(?:quy\\s+tắc|quy\\s+định|lệnh\\s+cấm|hạn\\s+chế|yêu\\s+cầu)',
    '(?:quy\\s+tắc|quy\\s+định|lệnh\\s+cấm|hạn\\s+chế|yêu\\s+cầu)\\s+(?:[^,;?]{1,60}?\\s)?(?:đã\\s+(?:được\\s+|bị\\s+)?(?:bỏ|dỡ|hủy|huỷ|gỡ|bãi)|không\\s+còn\\s+(?:hiệu\\s+lực|áp\\s+dụng))',
  ].join('|'),
  permits:
    '(?:bây\\s+giờ|giờ)\\s+(?:bạn\\s+)?(?:đã\\s+|lại\\s+)?(?:có\\s+thể|được\\s+phép)|(?:có\\s+thể|được\\s+phép)\\s+[^?]{1,60}?\\s(?:trở\\s+lại|lại\\s+rồi|lại\\s+được)',
  waives: `không\\s+cần\\s+${someWords}nữa|không\\s+(?:phải|bắt\\s+buộc)\\s+${someWords}nữa|không\\s+còn\\s+(?:bắt\\s+buộc|cần\\s+thiết|phải|cần)`,
  resets: [
    `(?:tăng|giảm|nâng|hạ|kéo\\s+dài)\\s+${someWords}(?:ngân\\s+sách|giới\\s+hạn|hạn\\s+mức|thời\\s+hạn|mức\\s+tối\\s+đa)\\s+${someWords}(?:lên|xuống|thành|đến|còn)\\s+${newNumber}`,
    `(?:ngân\\s+sách|giới\\s+hạn|hạn\\s+mức|thời\\s+hạn)\\s+(?:bây\\s+giờ|giờ|hiện)\\s+là\\s+${newNumber}`,
  ].join('|'),
  doubts:
    'nếu|(?<!(?:trước|sau)\\s)khi|cho\\s+đến|trừ|ngoại\\s+trừ|có\\s+lẽ|hôm\\s+nay|ngày\\s+mai|tạm\\s+thời|lần\\s+này|(?:đừng|không|chưa)\\s+(?:được\\s+)?(?:quên|bỏ|hủy|huỷ|gỡ)',
}

const indonesian: RuleLanguage = {
  name: 'id',
  spaced: true,
  forbids: 'jangan(?:lah)?|dilarang|tidak\\s+boleh|hindari|tak\\s+boleh|berhenti\\s+\\p{L}+',
  orders:
    'harus(?:lah)?|wajib|pastikan|mulai\\s+sekarang|hanya\\s+(?:gunakan|pakai|boleh|ubah|jawab)|(?:^|[,;:]\\s)(?:tolong\\s+)?(?:selalu|gunakan|pakailah|pakai|ingat|jaga)|daripada|alih-alih|lebih\\s+suka|selalu\\s+(?:gunakan|pakai|jalankan|jawab|tulis|buat|periksa)',
  story: 'selalu\\s+(?:gagal|error)|harusnya|seharusnya',
  endWords:
    'lupakan|abaikan|aturan|larangan|batasan|kewajiban|boleh|bisa|diizinkan|diperbolehkan|lagi|sudah\\s+tidak|anggaran|batas|limit|maksimum|tenggat|kuota',
  releases: [
    'lupakan\\s+(?:semua\\s+)?(?:aturan|larangan|yang)|abaikan\\s+(?:semua\\s+)?(?:aturan|larangan|yang)',
    '(?:batalkan|cabut)\\s+(?:semua\\s+)?(?:aturan|larangan|batasan|pembatasan|kewajiban)',
    '(?:aturan|larangan|batasan|pembatasan|kewajiban)\\s+(?:[^,;?]{1,60}?\\s)?(?:dicabut|dibatalkan|tidak\\s+berlaku\\s+lagi|sudah\\s+tidak\\s+berlaku)',
  ].join('|'),
  permits:
    '(?:sekarang|kini)\\s+(?:kamu\\s+|anda\\s+|sudah\\s+)*(?:boleh|bisa|diizinkan|diperbolehkan)|boleh\\s+[^?]{1,60}?\\slagi(?!\\p{L})|sudah\\s+(?:boleh|diizinkan|diperbolehkan)',
  waives: `tidak\\s+(?:perlu|harus|wajib)\\s+${someWords}lagi|sudah\\s+tidak\\s+(?:perlu|harus|wajib|diwajibkan)`,
  resets: [
    `(?:naikkan|turunkan|tambah|kurangi|perpanjang|tingkatkan)\\s+${someWords}(?:anggaran|batas|limit|maksimum|tenggat|kuota)\\p{L}*\\s+${someWords}(?:menjadi|jadi|ke)\\s+${newNumber}`,
    `(?:anggaran|batas|limit|kuota)\\p{L}*\\s+${someWords}(?:sekarang|kini)\\s+(?:menjadi\\s+|adalah\\s+)?${newNumber}`,
  ].join('|'),
  doubts: 'jika|kalau|bila|ketika|sampai|kecuali|selain|mungkin|hari\\s+ini|besok|kali\\s+ini|sementara|jangan',
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
