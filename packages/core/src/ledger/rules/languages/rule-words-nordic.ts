import { endingsFrom, fewWords, opening } from './ending-words.ts'
import { newNumber, type RuleLanguage, someWords } from './rule-language.ts'

const inDutch = opening('graag|alsjeblieft|aub|en|maar|dus|ook|dan')
const dutchActs =
  'gebruik|push|commit|wijzig|verander|bewerk|verwijder|wis|voeg|schrijf|maak|voer|draai|installeer|hernoem|deploy|vraag|antwoord|raak|doe|zet|stuur|lees|importeer|merge|test|vertaal|noem|toon|deel|pas|kom|sla'

const dutch: RuleLanguage = {
  name: 'nl',
  spaced: true,
  forbids: [
    `${inDutch}(?:${dutchActs})\\s+${fewWords}(?:niet|nooit|geen)(?!\\p{L})`,
    `(?:mag|mogen|moet|moeten)\\s+(?:\\p{L}+\\s+){0,4}?(?:niet|nooit|geen)(?!\\p{L})`,
    'verboden|niet\\s+toegestaan|vermijd|onder\\s+geen\\s+(?:beding|enkele)|in\\s+geen\\s+geval|stop\\s+met|blijf\\s+(?:\\p{L}+\\s+){0,2}?(?:af|van)(?!\\p{L})|nooit\\s+meer',
    `${inDutch}geen\\s+(?!idee|probleem|zorgen|dank|zin|tijd|reden|fout)\\p{L}+`,
  ].join('|'),
  orders: [
    'moet(?:en)?|zorg\\s+(?:er\\s?)?(?:voor|dat)|vanaf\\s+(?:nu|heden)|voortaan|in\\s+plaats\\s+van|verplicht|uitsluitend|onthoud|vergeet\\s+niet|niet\\s+vergeten',
    '(?:elke\\s+keer|telkens)\\s+(?:dat|als|wanneer)\\s+je|ik\\s+heb\\s+liever|ik\\s+wil\\s+(?:dat\\s+je|geen)|geef\\s+de\\s+voorkeur',
    `${inDutch}(?:gebruik|houd|hou|antwoord|respecteer|volg)`,
  ].join('|'),
  softForbids: 'nooit',
  softOrders: 'altijd|steeds|alleen|enkel',
  subject:
    '(?:de|het|een|ik|wij|we|hij|zij|ze|dit|dat|deze|die|er|mijn|onze|waarom|helaas|daar|hier|gisteren|blijkbaar|misschien|soms|hoe|wat|als|toen|omdat|sinds|volgens|bijna|nog)(?!\\p{L})',
  story: [
    '(?:ik|het|dat|dit|hij|ze|er)\\s+moet|moet(?:en)?\\s+(?:haast|nog|even|eens|(?:wel\\s+)?een\\s+(?:fout|bug|probleem|vergissing))',
    '(?:heb|heeft|hebben|had|hadden|is|was|werkt|werkte|faalt|crasht|gaat|doet|lukt|krijg|krijgt|zie|ziet|blijft|snap|begrijp)\\s+(?:\\p{L}+\\s+){0,3}?(?:altijd|nooit|niet|geen|steeds|alleen)(?!\\p{L})',
    'bijna\\s+(?:altijd|nooit)|zoals\\s+altijd|niet\\s+altijd|alleen\\s+maar|voor\\s+altijd|steeds\\s+(?:meer|vaker)',
  ].join('|'),
  ...endingsFrom({
    drop: 'vergeet|negeer|schrap|annuleer|ik\\s+trek',
    rules: 'regel|verbod|beperking|verplichting|voorwaarde|wat\\s+ik\\s+(?:zei|heb)',
    lifted: 'vervalt|is\\s+vervallen|(?:is|zijn)\\s+(?:opgeheven|geschrapt)|geldt\\s+niet\\s+(?:meer|langer)',
    may: '(?:je|jij|u|jullie)\\s+(?:mag|mogen|kan|kunt|kunnen)|(?:mag|mogen|kan|kunt|kunnen)\\s+(?:je|jij|u|jullie)|toegestaan',
    again: 'nu|weer|opnieuw|alsnog',
    noMore: 'meer|langer',
    waives: `(?:hoef|hoeft|hoeven)\\s+${fewWords}niet\\s+(?:meer|langer)|niet\\s+(?:meer|langer)\\s+(?:nodig|verplicht|vereist)`,
    raise: 'verhoog|verlaag|verleng|verkort',
    limits: 'budget|limiet|maximum|termijn|deadline',
    to: 'naar|tot|op',
    isNow: 'is\\s+nu|wordt',
    doubts:
      'als|indien|wanneer|zodra|totdat|tenzij|behalve|misschien|vandaag|morgen|deze\\s+keer|voorlopig|tijdelijk|eenmalig|zou|(?:vergeet|negeer|schrap)\\s+(?:\\p{L}+\\s+){0,6}?niet',
  }),
}

/** Swedish, Danish and Norwegian share their words for always and never, so each must know the others' statements. */
const scandinavianStory =
  '(?:har|hade|havde|hadde|är|er|var|blir|bliver|kraschar|crasher|krasjer|fungerar|fungerer|virker|misslyckas|fejler|feiler|går|ser|fick|fik|fikk)\\s+(?:\\p{L}+\\s+){0,3}?(?:all?tid|aldrig|aldri|inte|ikke)(?!\\p{L})'

const inSwedish = opening('snälla|vänligen|och|men|så|också|då|tack')
const swedishActs =
  'använd|pusha|committa|ändra|redigera|ta|radera|lägg|skriv|skapa|kör|installera|döp|deploya|fråga|svara|rör|gör|skicka|öppna|läs|importera|testa|översätt|nämn|visa|dela|flytta|byt|bygg'

const swedish: RuleLanguage = {
  name: 'sv',
  spaced: true,
  forbids: [
    `${inSwedish}(?:${swedishActs})\\s+${fewWords}(?:inte|aldrig|ej)(?!\\p{L})`,
    '(?:får|(?:du|ni|man)\\s+ska)\\s+(?:\\p{L}+\\s+){0,3}?(?:inte|aldrig|ej)(?!\\p{L})|ska\\s+aldrig|inte\\s+tillåt(?:et|na|en)',
    'förbjud(?:et|na|en)|undvik|under\\s+inga\\s+omständigheter|sluta\\s+(?:att\\s+)?\\p{L}+a(?!\\p{L})',
    `${inSwedish}(?:inga|ingen|inget)\\s+(?!problem|aning|fara|orsak|idé|brådska|stress)\\p{L}+`,
  ].join('|'),
  orders: [
    'måste|se\\s+till\\s+att|från\\s+och\\s+med\\s+nu|hädanefter|i\\s+fortsättningen|framöver|i\\s?stället\\s+för|obligatorisk\\p{L}*|glöm\\s+inte|kom\\s+ihåg|varje\\s+gång\\s+du|jag\\s+föredrar|jag\\s+vill\\s+att\\s+du',
    `(?:^|[,;:]\\s)(?:alla|allt|varje|du)\\s+(?:\\p{L}+\\s+){0,4}?ska(?!\\p{L})|(?:${swedishActs})\\s+bara|${inSwedish}(?:använd|håll|svara|följ)(?!\\p{L})|skriv\\s+${fewWords}på\\s+\\p{L}+ska(?!\\p{L})`,
  ].join('|'),
  softForbids: 'aldrig',
  softOrders: 'alltid|endast|enbart',
  subject:
    '(?:det|den|de|jag|vi|han|hon|man|detta|här|där|en|ett|min|mitt|mina|vår|testet|appen|igår|tyvärr|varför|kanske|ibland|hur|vad|när|om|eftersom|nästan|tydligen)(?!\\p{L})',
  story: [
    '(?:jag|det|den|han|hon)\\s+måste|vi\\s+måste(?!\\s+alltid)|måste\\s+(?:ha|bero|vara\\s+(?:en|ett|något))',
    scandinavianStory,
    'nästan\\s+(?:alltid|aldrig)|som\\s+alltid|inte\\s+alltid|för\\s+alltid|aldrig\\s+(?:sett|haft|förstått|hänt|fungerat|varit)',
  ].join('|'),
  ...endingsFrom({
    drop: 'glöm|strunta\\s+i|ignorera|stryk|jag\\s+upphäver|bortse\\s+från',
    rules: 'regel|förbud|begränsning|krav|vad\\s+jag\\s+sa',
    lifted: '(?:är|har)\\s+(?:upphäv[td]|upphört|struket|struken)|gäller\\s+inte\\s+(?:längre|mer)',
    may: '(?:du|ni)\\s+(?:får|kan)|(?:får|kan)\\s+(?:du|ni)|tillåt(?:et|na|en)',
    again: 'nu|igen|åter',
    noMore: 'längre|mer',
    waives: `(?:behöver|måste)\\s+${fewWords}inte\\s+${fewWords}(?:längre|mer)(?!\\p{L})|inte\\s+längre\\s+${fewWords}(?:behöver|nödvändig|obligatorisk)|behöver\\s+inte\\s+längre`,
    raise: 'höj|öka|sänk|minska|förläng',
    limits: 'budget|gräns|maximum|tak|deadline',
    to: 'till',
    isNow: 'är\\s+nu',
    doubts:
      '(?<=^|[,;]\\s)om|när|så\\s+snart|tills|utom|förutom|kanske|idag|imorgon|i\\s+morgon|den\\s+här\\s+gången|tillfälligt|tills\\s+vidare|glöm\\s+inte|ignorera\\s+inte',
  }),
}

const inDanish = opening('vær\\s+(?:så\\s+)?venlig|vennligst|venligst|og|men|så|også|da')
const danishActs =
  'brug|bruk|push|pushe?|commite?|ændr|endre|rediger|slet|slett|fjern|tilføj|legg|skriv|opret|opprett|lav|lag|kør|kjør|installer|omdøb|deploy|spørg|spør|svar|rør|gør|gjør|send|åbn|åpne|læs|les|importer|test|oversæt|oversett|nævn|nevn|vis|del|flyt|flytt|ret|byg|bygg'

/** Danish and Norwegian, which share most of these words. */
const danish: RuleLanguage = {
  name: 'da',
  spaced: true,
  forbids: [
    `${inDanish}(?:${danishActs})\\s+${fewWords}(?:ikke|aldrig|aldri)(?!\\p{L})|${inDanish}ikke\\s+(?:${danishActs})(?!\\p{L})`,
    '(?:må|skal)\\s+(?:\\p{L}+\\s+){0,3}?(?:ikke|aldrig|aldri)(?!\\p{L})|ikke\\s+(?:tilladt|tillatt)|forbudt|undgå|unngå',
    'under\\s+ingen\\s+omst(?:æn|en)digheter|under\\s+ingen\\s+omstændigheder|lad\\s+være\\s+med|la\\s+være\\s+å|hold\\s+op\\s+med|slutt\\s+(?:med\\s+)?å',
    `${inDanish}(?:ingen|intet)\\s+(?!problem|anelse|idé|årsag|årsak|fare|stress|tid)\\p{L}+`,
  ].join('|'),
  orders: [
    'sørg\\s+for|fra\\s+(?:nu|nå)\\s+a[fv]|fremover|heretter|herefter|i\\s?stedet\\s+for|obligatorisk\\p{L}*|påkræve[td]|glem\\s+ikke|husk\\s+(?:at|å)|hver\\s+gang\\s+du|jeg\\s+foretr(?:æ|e)kker|jeg\\s+vil\\s+(?:have|ha)\\s+at\\s+du',
    `(?:^|[,;:]\\s)(?:alle?|alt|hver|du|dere)\\s+(?:\\p{L}+\\s+){0,4}?skal(?!\\p{L})|alle\\s+(?:\\p{L}+\\s+){1,4}må(?!\\p{L})|må\\s+all?tid|(?:${danishActs})\\s+(?:kun|bare)(?!\\p{L})|${inDanish}(?:brug|bruk|behold|svar|følg)(?!\\p{L})|udelukkende|utelukkende`,
  ].join('|'),
  softForbids: 'aldrig|aldri',
  softOrders: 'altid|alltid',
  subject:
    '(?:det|den|de|jeg|vi|han|hun|man|dette|disse|her|der|en|et|ei|min|mit|mitt|mine|vores|vår|testen|appen|i\\s+går|desværre|dessverre|hvorfor|måske|kanskje|hvordan|hvad|hva|når|hvis|fordi|næsten|nesten)(?!\\p{L})',
  story: [
    '(?:jeg|det|den|han|hun)\\s+(?:må|skal)',
    scandinavianStory,
    'n(?:æ|e)sten\\s+(?:all?tid|aldrig?)|som\\s+all?tid|ikke\\s+all?tid|for\\s+all?tid|aldrig?\\s+(?:set|sett|haft|hatt|forstået|forstått|sket|skjedd|været|vært|virket|fungert)',
  ].join('|'),
  ...endingsFrom({
    drop: 'glem|ignorer|drop|dropp|stryg|stryk|se\\s+bort\\s+fra',
    rules: 'reg(?:el|l)|forbud|begr(?:æ|e)nsning|krav|hv(?:ad|a)\\s+jeg\\s+sag?d?e',
    lifted:
      '(?:er|blev|ble)\\s+(?:ophævet|opphevet|droppet|bortfaldet|bortfalt)|g(?:æ|j?e)lder\\s+ikke\\s+(?:længere|lenger|mere|mer)',
    may: '(?:du|i|dere)\\s+(?:må|kan)(?:\\s+gerne)?|(?:må|kan)\\s+(?:du|dere)|tilladt|tillatt',
    again: 'nu|nå|igen|igjen',
    noMore: 'længere|lenger|mere|mer',
    waives: `(?:behøver|trenger)\\s+${fewWords}ikke\\s+${fewWords}(?:længere|lenger|mere|mer)(?!\\p{L})|ikke\\s+(?:længere|lenger)\\s+${fewWords}(?:behøver|trenger|nødvendig|påkrævet)`,
    raise: 'hæv|hev|øg|øk|sænk|senk|forlæng|forleng',
    limits: 'budget|budsjett|grænse|grense|maksimum|loft|deadline',
    to: 'til',
    isNow: 'er\\s+nu|er\\s+nå',
    doubts:
      'hvis|når|så\\s+snart|indtil|inntil|undtagen|unntatt|måske|kanskje|i\\s+dag|i\\s+morgen|denne\\s+gang\\p{L}*|midlertidigt?|foreløbig|foreløpig|(?:glem|ignorer)\\s+ikke',
  }),
}

const inFinnish = opening('ole\\s+hyvä|ja|mutta|siis|myös')

const finnish: RuleLanguage = {
  name: 'fi',
  spaced: true,
  forbids: [
    'älä(?:kä)?(?!\\p{L})|älkää|(?:ei|et|eivät)\\s+(?:koskaan\\s+)?saa(?!\\p{L})|ei\\s+pidä|(?:on|ovat)\\s+kielletty\\p{L}*|kielletään',
    'vältä(?!\\p{L})|missään\\s+(?:tapauksessa|nimessä)|lopeta\\s+\\p{L}+minen|^ei\\s+koskaan\\s+\\p{L}+(?:a|ä)(?!\\p{L})',
  ].join('|'),
  orders: [
    'varmista(?:kaa)?(?!\\p{L})|tästä\\s+(?:lähtien|eteenpäin)|jatkossa|sijaan|sijasta|pakollis\\p{L}+|muista(?:kaa)?|on\\s+pakko|ainoastaan|joka\\s+kerta\\s+kun\\s+\\p{L}+t(?!\\p{L})',
    `${inFinnish}(?:käytä|käyttäkää|pidä|vastaa|noudata)(?!\\p{L})|(?:käytä|muuta|muokkaa|aja|kirjoita|vastaa)\\s+vain(?!\\p{L})`,
  ].join('|'),
  softOrders: 'aina|täytyy|pitää',
  subject:
    '(?:se|sen|ne|tämä|nämä|minä|minun|mun|mä|me|meidän|hän|hänen|he|en|ei|on|oli|testi|miksi|ehkä|joskus|eilen|valitettavasti|kuinka|miten|mitä|kun|jos|koska|melkein|siellä|täällä|tässä|siinä|virhe|sovellus|ohjelma)(?!\\p{L})',
  story: [
    '(?:kaatuu|kaatuvat|epäonnistuu|epäonnistuvat|toimii|toimivat|näyttää|tulee|on|oli|antaa|palauttaa)\\s+(?:\\p{L}+\\s+){0,2}?aina|aina\\s+(?:kaatuu|epäonnistuu|toimii|näyttää|tulee|on|oli|sama)(?!\\p{L})',
    'melkein\\s+aina|kuten\\s+aina|ei\\s+aina|älä\\s+(?:huoli|välitä|viitsi)|pidä\\s+paikkaansa|pitää\\s+paikkansa|sen\\s+sijaan,|täytyy\\s+olla\\s+(?:bugi|virhe)',
  ].join('|'),
  ...endingsFrom({
    drop: 'unohda|peru|ohita|jätä',
    rules: '(?:\\S{1,100}-)?sään(?:tö|nö)|kiel(?:to|lo)|rajoitu|vaatimu|mitä\\s+sanoin',
    lifted:
      'on\\s+(?:kumottu|poistettu|peruttu)|ei\\s+(?:enää\\s+ole\\s+voimassa|ole\\s+enää\\s+voimassa|päde\\s+enää|enää\\s+päde)',
    may: 'saat|voit|saa|sallittu\\p{L}*',
    again: 'nyt|taas|jälleen',
    noMore: 'enää',
    waives: `(?:ei|et)\\s+enää\\s+(?:tarvitse|täydy)|(?:ei|et)\\s+(?:tarvitse|täydy)\\s+${fewWords}enää|ei\\s+ole\\s+enää\\s+(?:pakollis|tarpe)\\p{L}*`,
    raise: 'nosta|korota|laske|pienennä|pidennä',
    limits: 'budjet|raja|maksimi|katto|määräaika',
    to: 'on\\s+nyt',
    isNow: 'on\\s+nyt',
    doubts:
      'jos|kun|kunnes|paitsi|ellei|ehkä|tänään|huomenna|tällä\\s+kertaa|toistaiseksi|väliaikaisesti|älä\\s+unohda',
  }),
  // The number's ending says "to".
  resets: `(?:nosta|korota|laske|pienennä|pidennä)\\s+${someWords}(?:budjet|raja|maksimi|katto|määräaika)\\S{0,100}\\s+${newNumber}`,
}

/** Dutch and the languages of the north. */
export const nordicRules: readonly RuleLanguage[] = [dutch, swedish, danish, finnish]
