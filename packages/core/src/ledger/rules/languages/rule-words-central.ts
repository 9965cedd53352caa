import { endingsFrom, fewWords, opening } from './ending-words.ts'
import type { RuleLanguage } from './rule-language.ts'

const inCzech = opening('prosím|a|ale|také|tiež|pak|potom')
const czechUse = '(?:použ[ií]vej|použij|použ[ií]vaj|použi|pouzivej|pouzij|pouzivaj|piš|píš)(?:te)?'

/** Czech and Slovak, which share most of these words. */
const czech: RuleLanguage = {
  name: 'cs',
  spaced: true,
  forbids: [
    `(?:${inCzech}|nikdy\\s+)(?:s[ea]\\s+)?ne\\p{L}+(?:ej|aj|uj|ěj|ij|eň|ěň|až)(?:te)?(?!\\p{L})`,
    'zakázán\\p{L}*|zakázan\\p{L}*|nesmí[šm]?(?:e|te|ejí)?(?!\\p{L})|nesmie(?:š|te)?(?!\\p{L})|nesmú|nesmějí|vyh(?:ni|ýbej|ýbaj)(?:te)?\\s+s[ea]|p[řr]estaň(?:te)?',
    'za\\s+ž[áia]*dných\\s+okolností|v\\s+žádném\\s+případě|v\\s+žiadnom\\s+prípade',
    `${inCzech}ž[áia]*dn[ée]\\s+(?!problém|starost|zmeny\\s+nevid)\\p{L}+`,
  ].join('|'),
  orders: [
    'musíš|musíte|musí|musia|musejí|musis|ujisti\\s+se|uisti\\s+sa|zajisti(?:te)?(?!\\p{L})|zabezpeč(?:te)?(?!\\p{L})|dbej|dbaj|od\\s+te[ďd](?:ka)?(?!\\p{L})|odte[ďd](?:ka)?(?!\\p{L})|od\\s?teraz|nabudúce|povinn[éeáaýy](?!\\p{L})',
    `nezapomeň(?:te)?|nezabudni(?:te)?|pamatuj|pamätaj|preferuj[iu]|preferujem|výhradn[ěe]|poka[žz]dé,?\\s+k[ed][yď]ž?\\s+\\p{L}+š(?!\\p{L})`,
    `${inCzech}(?:${czechUse}|zachovej|zachovaj|odpovídej|odpovedaj|dodržuj)(?:te)?(?!\\p{L})`,
    `${czechUse}\\s[^.?]{0,60}(?:místo|namísto|namiesto|jen|iba|len|pouze)(?!\\p{L})|(?:místo|namísto|namiesto)\\s[^.?]{1,60}\\s${czechUse}`,
  ].join('|'),
  softForbids: 'nikdy',
  softOrders: 'v[žz]dy|v[žz]dycky|pouze',
  subject:
    '(?:to|ten|ta|tento|tato|toto|já|ja|my|on|ona|ono|oni|test|můj|moje|moja|môj|proč|prečo|možná|možno|někdy|niekedy|včera|bohužel|bohužiaľ|jak|ako|co|čo|když|keď|protože|pretože|skoro|takmer|tady|tu|tam|aplikace|aplikácia|chyba|ještě|ešte|jsem|som|mám)(?!\\p{L})',
  story: [
    '(?:v[žz]dy|v[žz]dycky|nikdy)\\s+(?:(?:s[ea]|mi|to|mu|jsem|som|sme|jsme)\\s+){0,3}(?:(?:ne)?\\p{L}+l[aoiy]?|(?:ne)?(?:padá|padne|spadne|funguje|vrací|vracia|selže|zlyhá|je|jsem|som|vidím|vidím|rozumím|rozumiem))(?!\\p{L})',
    'mus[íi]\\s+(?:to\\s+)?(?:být|byť)\\s+(?:chyba|bug|nějak\\p{L}*|nejak\\p{L}*)|musím|skoro\\s+vždy|takmer\\s+vždy|jako\\s+vždy|ako\\s+vždy',
  ].join('|'),
  ...endingsFrom({
    drop: 'zapome[ňn]|zabudni|ignoruj|zruš|škrtni|odvolávám|odvolávam',
    rules:
      'pravid|zákaz|omezení|obmedzen|požadav|požiadav|to,?\\s+[cč]o\\s+jsem|tom,?\\s+[cč]o\\s+som|tom,?\\s+co\\s+jsem',
    lifted:
      '(?:je|byl[oa]?|bol[oa]?)\\s+zrušen\\p{L}*|(?:už|již)\\s+ne(?:platí|plat\\p{L}*)|ne(?:platí|plat\\p{L}*)\\s+už',
    may: 'm(?:ů|ô)že(?:š|te)|smíš|smieš|smíte|smiete|je\\s+povolen\\p{L}*|povolen\\p{L}*',
    again: 'te[ďd]|teraz|nyní|znovu|zase|opäť|už',
    noMore: 'už|již',
    waives: `(?:už|již)\\s+${fewWords}ne(?:musíš|musíte|musí|musia|ní\\s+(?:nutné|potřeba|třeba)|treba)|ne(?:musíš|musíte|musí|musia)\\s+(?:už|již)`,
    raise: 'zvyš|navyš|zvýš|sniž|zníž|prodluž|predĺž',
    limits: 'rozpočet|limit|maximum|strop|termín',
    to: 'na',
    isNow: 'je\\s+(?:teď|teraz|nyní)',
    doubts:
      'jestli|pokud|když|keď|ak|až|dokud|kým|kromě|okrem|leda|možná|možno|dnes|zítra|zajtra|tentokrát|tentoraz|zatím|zatiaľ|dočasně|dočasne|by|ne(?:zapomeň|zabudni|ignoruj|ruš)\\p{L}*',
  }),
}

const inHungarian = opening('kérlek|légy\\s+szíves|és|de|tehát|akkor')
const hungarianUse = '(?:használj|használd|használjon|módosíts|módosítsd|szerkeszd|válaszolj|írj|írd)'

const hungarian: RuleLanguage = {
  name: 'hu',
  spaced: true,
  forbids: [
    `(?:${inHungarian}|soha\\s+|többé\\s+|sose\\s+)ne\\s+(?!haragudj|aggódj|izgulj|felejts)(?:\\p{L}+\\s+)?\\p{L}{2,}(?:j|d|ss|sz|él|ál|ts|jon|jen|jön|jatok|jetek)(?!\\p{L})`,
    'soha\\s+(?:ne|se)(?!\\p{L})|tilos|nem\\s+szabad|kerüld(?!\\p{L})|semmilyen\\s+körülmények|semmi\\s?esetre|hagyd\\s+abba|megtiltom',
  ].join('|'),
  orders: [
    'mostantól|ezentúl|innentől|a\\s+jövőben|helyett|kötelező|győződj\\s+meg|gondoskodj|ügyelj|ne\\s+felejts\\p{L}*|kizárólag|minden\\s+alkalommal,?\\s+amikor\\s+\\p{L}+(?:sz|ol|el)(?!\\p{L})|előnyben\\s+részesít\\p{L}*',
    `(?<!nem\\s)kell|${inHungarian}(?:használj|használd|tartsd|válaszolj|kövesd)(?!\\p{L})|${hungarianUse}\\s+csak|csak\\s+(?:\\S{1,100}\\s+){0,4}?${hungarianUse}(?!\\p{L})`,
  ].join('|'),
  softOrders: 'mindig|mindenképp',
  subject:
    '(?:ez|az|a|egy|én|mi|ő|ők|nekem|ezt|azt|amikor|ha|miért|talán|néha|tegnap|sajnos|hogyan|hogy|szinte|majdnem|itt|ott|hiba|teszt|mert|nem)(?!\\p{L})',
  story: [
    'mindig\\s+(?:\\p{L}+\\s+){0,2}?(?:lefagy|elszáll|hib\\p{L}+|\\p{L}+ik|\\p{L}+(?:ott|ett|ött)|van|volt)(?!\\p{L})|mint\\s+mindig|szinte\\s+mindig|nem\\s+mindig',
    '\\p{L}+[neo]m\\s+kell|kell\\s+(?:\\p{L}+\\s+)?\\p{L}+n[eoö]m(?!\\p{L})|(?:nekem|nekünk)\\s+(?:\\p{L}+\\s+){0,3}?kell|kell\\s+(?:egy|még|nekem)(?!\\p{L})|kell\\s+lennie\\s+(?:egy|valami)',
  ].join('|'),
  ...endingsFrom({
    drop: 'felejtsd\\s+el|hagyd\\s+figyelmen\\s+kívül|töröld|visszavonom|feloldom',
    rules: '(?:\\S{1,100}-)?szabály|tilalm|tilalom|korlátozás|követelmény|amit\\s+mondtam',
    lifted: 'megszűnt|feloldva|már\\s+nem\\s+(?:érvényes|él|vonatkozik)|(?:többé|már)\\s+nem\\s+érvényes|törölve',
    may: '\\p{L}+(?:hatsz|hetsz|hatod|heted|hattok|hettek)|szabad|megengedett|engedélyezett',
    again: 'most\\s+már|mostantól|már|újra|ismét',
    noMore: 'már|többé|tovább',
    waives: `(?:már|többé|tovább)\\s+(?:\\S{1,100}\\s+){0,3}?nem\\s+(?:kell|szükséges|kötelező)|nem\\s+(?:kell|szükséges|kötelező)\\s+(?:már|többé|tovább)`,
    raise: 'emeld|növeld|csökkentsd|hosszabbítsd',
    limits: 'költségkeret|keret|limit|korlát|határidő',
    to: 'mostantól',
    isNow: 'mostantól|most\\s+már',
    doubts:
      'ha|amikor|amíg|ameddig|kivéve|hacsak|talán|ma|holnap|ezúttal|most\\s+az\\s+egyszer|egyelőre|ideiglenesen|ne\\s+felejtsd',
  }),
  // The number's ending says "to".
  resets:
    '(?:emeld|növeld|csökkentsd|hosszabbítsd)\\s+(?:\\S{1,100}\\s+){0,3}?(?:költségkeret|keret|limit|korlát|határidő)\\S{0,100}\\s+\\d',
}

const inRomanian = opening('te\\s+rog|vă\\s+rog|și|si|dar|deci|apoi')
const romanianActs =
  '(?:folosi|utiliza|modifica|[șşs]terge|edita|atinge|schimba|ad[ăa]uga|face|pune|scrie|rula|instala|redenumi|[îi]mpinge|da|trimite|crea|importa|r[ăa]spunde|deschide|publica|elimina|l[ăa]sa|include|presupune|ignora|muta|rescrie|traduce|apela|porni|comite)'

const romanian: RuleLanguage = {
  name: 'ro',
  spaced: true,
  forbids: [
    `nu\\s+(?:mai\\s+)?(?:(?:te|se|îl|le|o|îi)\\s+)?${romanianActs}(?:[țţt]i)?(?!\\p{L})`,
    'nu\\s+(?:ai\\s+voie|aveți\\s+voie|(?:este|e)\\s+permis|trebuie\\s+s[ăa])|interzis[ăae]?(?!\\p{L})|evit[ăa](?:ți)?(?!\\p{L})|[îi]n\\s+niciun\\s+caz|sub\\s+nicio\\s+form[ăa]|f[ăa]r[ăa]\\s+s[ăa]\\s+(?:modifici|atingi|[șs]tergi|schimbi)',
  ].join('|'),
  orders: [
    'trebuie|asigur[ăa]-te|asigura[țt]i-v[ăa]|de\\s+acum\\s+(?:[îi]nainte|[îi]ncolo)|pe\\s+viitor|[îi]n\\s+loc\\s+(?:de|s[ăa])|obligatoriu|nu\\s+uita|[țt]ine\\s+minte|prefer\\s+s[ăa]|de\\s+fiecare\\s+dat[ăa]\\s+c[âa]nd\\s+\\p{L}+i(?!\\p{L})',
    `${inRomanian}(?:folose[șs]te|folosi[țt]i|utilizeaz[ăa]|p[ăa]streaz[ăa]|respect[ăa])(?!\\p{L})|(?:folose[șs]te|modific[ăa]|r[ăa]spunde|scrie|editeaz[ăa])\\s+(?:\\p{L}+\\s+){0,3}?(?:doar|numai)(?!\\p{L})`,
  ].join('|'),
  softForbids: 'niciodat[ăa]',
  softOrders: '[îi]ntotdeauna|mereu',
  subject:
    '(?:el|ea|eu|noi|ei|ele|acest|această|asta|aceasta|acesta|un|o|nu|am|mi|îmi|imi|mă|ma|e|este|testul|aplicația|aplicatia|de\\s+ce|poate|uneori|ieri|din\\s+p[ăa]cate|cum|ce|când|cand|dacă|daca|pentru\\s+că|aproape|aici|acolo|codul|eroarea|se)(?!\\p{L})',
  story: [
    '(?:am|ai|a|au|ați|era|este|e|se)\\s+(?:\\p{L}+\\s+){0,2}?(?:niciodat[ăa]|mereu|[îi]ntotdeauna)(?!\\p{L})',
    '(?:mereu|[îi]ntotdeauna|niciodat[ăa])\\s+(?:\\p{L}+\\s+)?(?:crap[ăa]|pic[ăa]|e[șs]ueaz[ăa]|func[țt]ioneaz[ăa]|merge|apare|cade|d[ăa]|a|am|se|nu)(?!\\p{L})|(?:crap[ăa]|pic[ăa]|merge|cade)\\s+(?:mereu|[îi]ntotdeauna)',
    'trebuie\\s+s[ăa]\\s+(?:fie\\s+(?:un|o|vreo?|ceva)|plec|recunosc)(?!\\p{L})|ca\\s+[îi]ntotdeauna|aproape\\s+(?:mereu|[îi]ntotdeauna)',
  ].join('|'),
  ...endingsFrom({
    drop: 'uit[ăa]|ignor[ăa]|anuleaz[ăa]|retrag',
    rules: 'regul|restric[țt]i|interdic[țt]i|cerin[țt]|constr[âa]nger|ce\\s+am\\s+(?:spus|zis)',
    lifted:
      '(?:a\\s+fost|este|e)\\s+(?:ridicat|anulat|retras|eliminat)\\p{L}*|nu\\s+(?:mai\\s+(?:e\\s+valabil|este\\s+valabil|se\\s+aplic)|se\\s+mai\\s+aplic)\\p{L}*',
    may: 'po[țt]i|pute[țt]i|ai\\s+voie|este\\s+permis|e\\s+permis',
    again: 'acum|din\\s+nou|iar[ăa][șs]i',
    noMore: 'mai',
    waives:
      'nu\\s+mai\\s+(?:trebuie|e\\s+nevoie|este\\s+nevoie|e\\s+(?:necesar|obligatoriu)|este\\s+(?:necesar|obligatoriu)|e[șs]ti\\s+obligat)',
    raise: 'm[ăa]re[șs]te|cre[șs]te|ridic[ăa]|redu|scade|prelunge[șs]te',
    limits: 'buget|limit|plafon|maxim|termen',
    to: 'la',
    isNow: 'este\\s+acum|e\\s+acum',
    doubts:
      'dac[ăa]|c[âa]nd|p[âa]n[ăa]|cu\\s+excep[țt]ia|[îi]n\\s+afar[ăa]|poate|azi|ast[ăa]zi|m[âa]ine|de\\s+data\\s+asta|deocamdat[ăa]|temporar|nu\\s+(?:uita|ignora|anula)',
  }),
}

const inCatalan = opening('si\\s+us\\s+plau|sisplau|i|però|doncs|també')

const catalanActs =
  '(?:facis|modifiquis|toquis|usis|utilitzis|esborris|canviïs|afegeixis|escriguis|executis|instal·lis|pugis|publiquis|reanomenis|editis|enviïs|creïs|importis|responguis|eliminis|moguis|posis|deixis|obris|tradueixis|despleguis)'

const catalan: RuleLanguage = {
  name: 'ca',
  spaced: true,
  forbids: [
    `(?:no|mai)\\s+(?:(?:em|et|ho|el|la|els|les|hi)\\s+)?${catalanActs}(?!\\p{L})`,
    'no\\s+(?:has\\s+de|heu\\s+de|es\\s+pot|està\\s+permès)|(?:està|és|queda)\\s+prohibi\\p{L}+|sota\\s+cap\\s+(?:concepte|circumstància)|en\\s+cap\\s+cas|deixa\\s+de',
  ].join('|'),
  orders: [
    "(?:has|heu)\\s+de(?![-\\p{L}])|cal\\s+(?:que|sempre|executar|fer|provar|comprovar|utilitzar|afegir|escriure|demanar|preguntar|seguir|mantenir)(?!\\p{L})|assegura['’]t|assegureu-vos|a\\s+partir\\s+d['’]ara|d['’]ara\\s+endavant|en\\s+(?:lloc|comptes)\\s+de|obligatori(?!\\p{L})|prefereixo|no\\s+oblidis",
    `${inCatalan}(?:fes\\s+servir|feu\\s+servir|utilitza|respon|mantén|segueix)(?!\\p{L})|(?:utilitza|usa|edita|modifica|respon)\\s+(?:només|únicament)|cada\\s+vegada\\s+que\\s+\\p{L}+is(?!\\p{L})`,
  ].join('|'),
  // It shares the words for never and always with Italian.
  softOrders: 'només',
  subject:
    "(?:el|la|els|les|un|una|això|allò|aquest|aquesta|jo|ell|ella|nosaltres|no|ho|em|hi|he|ha|és|per\\s+què|potser|ahir|com|què|quan|si|perquè|gairebé|aquí|l['’])(?!\\p{L})",
  story:
    '(?:sempre|mai)\\s+(?:falla|peta|funciona|surt|dona|he|ha|es)(?!\\p{L})|(?:he|ha|falla|peta|funciona)\\s+(?:sempre|mai)|com\\s+sempre|gairebé\\s+sempre|només\\s+(?:una|un|tinc)',
  ...endingsFrom({
    drop: "oblida|oblida['’]t\\s+de|ignora|anul·la|cancel·la|retiro",
    rules: 'regla|norma|restricció|prohibició|requisit|(?:el|allò)\\s+que\\s+(?:he|vaig)',
    lifted:
      "(?:queda|està|ha\\s+estat)\\s+(?:anul·lad|aixecad|retirad|cancel·lad)\\p{L}*|ja\\s+no\\s+(?:val|s['’]aplica|és\\s+vigent)",
    may: 'pots|podeu|es\\s+pot|permès|permesa',
    again: 'ara|ja|de\\s+nou|una\\s+altra\\s+vegada',
    noMore: 'ja\\s+no',
    waives: 'ja\\s+no\\s+(?:cal|has\\s+de|heu\\s+de|és\\s+(?:necessari|obligatori)|fa\\s+falta)',
    raise: 'apuja|augmenta|puja|redueix|abaixa|amplia',
    limits: 'pressupost|límit|màxim|topall|termini',
    to: 'a|fins\\s+a',
    isNow: 'és\\s+ara(?:\\s+de)?',
    doubts:
      'si|quan|fins|excepte|llevat|tret|potser|avui|demà|aquesta\\s+vegada|de\\s+moment|temporalment|no\\s+(?:oblidis|ignoris|anul·lis)',
  }),
}

/** Languages of the centre and the east of Europe in Latin letters, and Catalan. */
export const centralRules: readonly RuleLanguage[] = [czech, hungarian, romanian, catalan]
