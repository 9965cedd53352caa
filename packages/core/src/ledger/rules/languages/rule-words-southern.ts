import { endingsFrom, fewWords, opening } from './ending-words.ts'
import type { RuleLanguage } from './rule-language.ts'

const inSerbian = opening('molim|molim\\s+te|i|a|ali|pa|onda|takođe|također')
const serbianUse = '(?:koristi|upotrebljavaj|mijenjaj|menjaj|odgovaraj|piši|uređuj)(?:te)?'

/** Bosnian, Croatian and Serbian in Latin letters. */
export const serbian: RuleLanguage = {
  name: 'sr',
  spaced: true,
  forbids: [
    'nemoj(?:te|mo)?(?!\\p{L})|ne\\s+smij?e(?:š|te|mo|ju)?(?!\\p{L})|zabranjen\\p{L}*|izbj?egavaj(?:te)?|ni\\s+(?:u\\s+kojem|pod\\s+kojim)\\s+(?:slučaju|uvjetima|uslovima)|prestani(?:te)?\\s',
    `(?:${inSerbian}|nikada?\\s+)ne\\s+(?:\\p{L}{2,}(?:aj|uj|ij)|koristi|briši|piši|stavljaj)(?:te)?(?!\\p{L})`,
  ].join('|'),
  orders: [
    'moraš|morate|moraju|mora(?!\\p{L})|obavezno|pobrini(?:te)?\\s+se|pazi(?:te)?\\s+da|osiguraj(?:te)?(?!\\p{L})|uvjeri\\s+se|od\\s+sada?(?!\\p{L})|ubuduće|umj?esto|zapamti(?:te)?(?!\\p{L})|ne\\s+zaboravi|svaki\\s+put\\s+kada?\\s+\\p{L}+š(?!\\p{L})|isključivo',
    `${inSerbian}(?:koristi|koristite|zadrži|odgovaraj|poštuj|drži\\s+se)(?!\\p{L})|${serbianUse}\\s+samo(?!\\p{L})|samo\\s+${serbianUse}(?!\\p{L})`,
  ].join('|'),
  softForbids: 'nikada?',
  softOrders: 'uvijek|uvek',
  subject:
    '(?:to|ovo|taj|ovaj|ova|on|ona|ono|oni|ja|mi|test|moj|moja|zašto|možda|ponekad|jučer|juče|nažalost|kako|što|šta|kad|kada|jer|skoro|ovdje|ovde|tu|tamo|aplikacija|greška|još|opet|nisam|nije|ne)(?!\\p{L})',
  story: [
    '(?:uvijek|uvek|nikada?)\\s+(?:(?:se|mi|ga|to|ne|mu)\\s+){0,3}(?:\\p{L}*(?:ao|io|eo|uo|ala|ila|ela|alo|ilo|ali|ili)|pada|puca|ruši|radi|vraća|javlja|je|nije|nisam|sam|su)(?!\\p{L})',
    'mora(?:\\s+da)?\\s+(?:biti|je)\\s+(?:neka?|da|greška|bug)|moram(?!\\p{L})|skoro\\s+uvi?j?ek|kao\\s+uvi?j?ek',
  ].join('|'),
  ...endingsFrom({
    drop: 'zaboravi|ignoriši|ignoriraj|zanemari|ukini|ukidam|povlačim|poništi',
    rules: 'pravil|zabran|ograničenj|zahtj?ev|ono\\s+što\\s+sam|što\\s+sam\\s+rek',
    lifted:
      '(?:je|su)\\s+(?:ukinut|ukinut|poništen|povučen)\\p{L}*|(?:više\\s+ne|ne)\\s+(?:važi|vrijedi|vredi)(?:\\s+više)?',
    may: 'možeš|možete|smij?eš|smij?ete|dozvoljen\\p{L}*|dopušten\\p{L}*',
    again: 'sada?|ponovno|ponovo|opet|opet',
    noMore: 'više',
    waives: `više\\s+${fewWords}ne\\s+(?:moraš|morate|mora|moraju|treba)|ne\\s+(?:moraš|morate|mora|moraju|treba)\\s+(?:\\p{L}+\\s+)?više|nije\\s+više\\s+(?:potrebn|obavezn)\\p{L}*`,
    raise: 'povećaj|podigni|smanji|spusti|produži|produlji',
    limits: 'budžet|proračun|limit|maksimum|rok',
    to: 'na',
    isNow: 'je\\s+sada?',
    doubts:
      'ako|kad|kada|dok|osim|možda|danas|sutra|ovaj\\s+put|ovog\\s+puta|privremeno|za\\s+sada?|zasad|bi|ne\\s+(?:zaboravi|ignoriši|ignoriraj|zanemari)',
  }),
}

/** The words in which Malay differs from Indonesian. */
const malay: RuleLanguage = {
  name: 'ms',
  spaced: true,
  forbids: 'usah(?:lah)?\\s+\\p{L}+|elakkan|tidak\\s+dibenarkan|tak\\s+dibenarkan|janganlah|berhenti\\s+daripada',
  orders:
    'mesti(?:lah)?(?!\\p{L})|hendaklah|perlu\\s+sentiasa|bermula\\s+sekarang|mulai\\s+hari\\s+ini|selepas\\s+ini,?\\s+(?:gunakan|guna|sila)|setiap\\s+kali\\s+(?:anda|awak|kamu)|dan\\s+bukannya|sebaliknya\\s+gunakan|sila\\s+(?:guna|gunakan|pastikan|jawab|tulis|simpan)|(?:gunakan|guna|ubah|jawab|tulis)\\s+(?:\\S{1,100}\\s+){1,6}?sahaja(?!\\p{L})|jangan\\s+lupa',
  softOrders: 'sentiasa',
  subject:
    '(?:ia|ini|itu|saya|kami|kita|dia|mereka|ujian|aplikasi|kenapa|mengapa|mungkin|semalam|malangnya|bagaimana|apa|apabila|kalau|jika|kerana|hampir|sini|ralat|masih)(?!\\p{L})',
  story:
    'mesti(?:lah)?\\s+(?:ada|ia|kerana|sebab|dia|pepijat|saya|error)(?!\\p{L})|sentiasa\\s+(?:gagal|ranap|rosak|ralat|ada|crash|hang|berlaku)|hampir\\s+sentiasa|(?:saya|dia)\\s+mesti',
  ...endingsFrom({
    drop: 'lupakan|abaikan|batalkan|gugurkan',
    rules: 'peraturan|larangan|sekatan|syarat|apa\\s+yang\\s+saya\\s+kata',
    lifted:
      '(?:telah\\s+|sudah\\s+)?(?:dibatalkan|dimansuhkan|ditarik\\s+balik)|tidak\\s+lagi\\s+(?:terpakai|berkuat\\s+kuasa)',
    may: '(?:anda|awak|kamu)\\s+(?:boleh|dibenarkan)|boleh|dibenarkan',
    again: 'sekarang|kini|semula|kembali',
    noMore: 'lagi',
    waives: `tidak\\s+(?:perlu|payah)\\s+${fewWords}lagi(?!\\p{L})|tak\\s+(?:perlu|payah)\\s+${fewWords}lagi(?!\\p{L})|tidak\\s+lagi\\s+(?:perlu|wajib|diwajibkan)`,
    raise: 'naikkan|tingkatkan|turunkan|kurangkan|lanjutkan',
    limits: 'bajet|had|maksimum|tarikh\\s+akhir',
    to: 'kepada|ke',
    isNow: 'sekarang|kini',
    doubts:
      'jika|kalau|apabila|sehingga|kecuali|selain|mungkin|hari\\s+ini|esok|kali\\s+ini|buat\\s+masa\\s+ini|sementara|jangan',
  }),
}

const inFilipino = opening('pakiusap|paki|at|pero|kaya|saka')

const filipino: RuleLanguage = {
  name: 'fil',
  spaced: true,
  forbids:
    'huwag(?!\\p{L})|wag\\s+(?:mo|na|kang|mong)(?!\\p{L})|bawal|ipinagbabawal|hindi\\s+(?:ka\\s+|mo\\s+)?dapat|hindi\\s+(?:ka|mo)\\s+(?:pwede|puwede|maaari)\\p{L}*|iwasan(?!\\p{L})|itigil|tigilan',
  orders: [
    'dapat\\s+(?:ay|mo|mong|ninyo|laging|palaging|ang|nasa|may|naka\\p{L}+)(?!\\p{L})|(?:lahat|bawat)\\s+(?:\\p{L}+\\s+){1,5}?dapat(?!\\p{L})|kailangan(?:g)?\\s+(?:mo|mong|ninyong|laging|palaging)(?!\\p{L})|siguraduhin|siguruhin|tiyakin',
    '(?:mula|simula)\\s+ngayon|sa\\s+halip\\s+na|imbes\\s+na|tandaan|mas\\s+gusto\\s+ko|(?:gamitin|baguhin|sumagot|gumamit)\\s+(?:lang|lamang)|tuwing\\s+\\p{L}+\\s+ka(?!\\p{L})',
    `${inFilipino}(?:gamitin|gumamit|sumagot|panatilihin|sundin)(?!\\p{L})`,
  ].join('|'),
  softOrders: '(?:palagi|lagi|parati)(?:ng)?',
  subject:
    '(?:ito|iyon|iyan|ang|ako|kami|tayo|siya|sila|hindi|may|meron|mayroon|bakit|baka|minsan|kahapon|paano|ano|kapag|kung|kasi|dahil|halos|dito|doon|nag\\p{L}+|sana)(?!\\p{L})',
  story:
    '(?:palagi|lagi|parati)(?:ng)?\\s+(?:\\p{L}+\\s+){0,2}?(?:nag\\p{L}+|na\\p{L}{3,}|bumabagsak|pumapalya|may|kong|akong)(?!\\p{L})|huwag\\s+(?:kang\\s+)?mag-?alala|dapat\\s+ay\\s+may\\s+(?:bug|mali)',
  ...endingsFrom({
    drop: 'kalimutan|balewalain|kanselahin|bawiin|binabawi\\s+ko',
    rules: 'tuntunin|patakaran|pagbabawal|panuntunan|sinabi\\s+ko',
    lifted: 'wala\\s+na(?!\\p{L})|hindi\\s+na\\s+(?:umiiral|ipinatutupad)|kinansela\\s+na|binawi\\s+na',
    may: '(?:pwede|puwede|maaari)(?:ng|\\s+ka\\s+nang|\\s+mo\\s+nang|\\s+mong|\\s+kang|\\s+na)?',
    again: 'ngayon|ulit|muli|uli',
    noMore: '(?:di|hindi)\\s+(?:mo\\s+)?na',
    waives: 'hindi\\s+(?:mo\\s+)?na\\s+(?:kailangan|kinakailangan|obligado)|di\\s+na\\s+kailangan',
    raise: 'itaas|taasan|dagdagan|babaan|bawasan|palawigin',
    limits: 'badyet|budget|limitasyon|limit|maximum|deadline',
    to: 'sa|hanggang',
    isNow: 'ngayon\\s+ay|ay\\s+ngayon',
    doubts: 'kung|kapag|hanggang|maliban|baka|siguro|bukas|sa\\s+ngayon|muna|pansamantala|huwag',
  }),
}

const inSwahili = opening('tafadhali|na|lakini|pia|kisha')

const swahili: RuleLanguage = {
  name: 'sw',
  spaced: true,
  forbids:
    'usi(?!ng|ku(?!\\p{L}))\\p{L}{2,}[eiu](?!\\p{L})|msi(?:tumie|badilishe|guse|fute|ongeze|andike|sukume|fanye|weke)|marufuku|ha(?:i|zi)ruhusiwi|epuka(?!\\p{L})|acha\\s+ku\\p{L}+|kwa\\s+vyovyote\\s+vile',
  orders: `lazima|hakikisha|(?:kuanzia|tangu)\\s+sasa|badala\\s+ya|kumbuka(?!\\p{L})|napendelea|kila\\s+(?:mara|wakati)\\s+u\\p{L}+po(?!\\p{L})|${inSwahili}(?:tumia|jibu|fuata)(?=\\s)|(?:tumia|jibu|andika|badilisha)\\s+(?:\\S{1,100}\\s+){0,5}?(?:pekee|tu)(?!\\p{L})`,
  softForbids: 'kamwe',
  softOrders: 'daima|siku\\s+zote|kila\\s+mara|wakati\\s+wote',
  subject:
    '(?:hii|hiyo|hilo|hili|hizi|mimi|sisi|yeye|ni|nina\\p{L}*|sija\\p{L}*|si\\p{L}+|ina\\p{L}*|ime\\p{L}*|hai\\p{L}*|hu\\p{L}+|ana\\p{L}*|programu|jaribio|kwa\\s+nini|labda|jana|kwa\\s+bahati|jinsi|nini|karibu|hapa|mara\\s+nyingi)(?!\\p{L})',
  story:
    '(?:lazima)\\s+(?:kuna|ni|iwe\\s+ni|niende|niseme)(?!\\p{L})|(?:daima|siku\\s+zote|kila\\s+mara)\\s+(?:ina|inashind|hu|ime|ana|nina)\\p{L}*|usi(?:jali|we\\s+na\\s+wasiwasi)',
  ...endingsFrom({
    drop: 'sahau|puuza|futa|ondoa|naondoa',
    rules: 'kanuni|sheria|marufuku|kizuizi|sharti|nilichosema',
    lifted: '(?:ime|zime|lime|ume)(?:ondolewa|futwa|batilishwa)|hai(?:tumiki|fai)\\s+tena',
    may: '(?:una|mna)weza|unaruhusiwa|inaruhusiwa',
    again: 'sasa|tena',
    noMore: 'tena',
    waives: `(?:huhitaji|si\\s+lazima|sio\\s+lazima|hakuna\\s+haja)\\s+${fewWords}tena(?!\\p{L})`,
    raise: 'ongeza|pandisha|punguza|shusha',
    limits: 'bajeti|kikomo|kiwango|muda',
    to: 'hadi|mpaka|kuwa',
    isNow: 'sasa\\s+ni',
    doubts:
      'kama|ikiwa|iwapo|mpaka|hadi|isipokuwa|labda|leo|kesho|mara\\s+hii|kwa\\s+sasa|kwa\\s+muda|usisahau|usipuuze',
  }),
}

/** The languages of the southern Slavs in Latin letters, of Malaysia, of the Philippines and of East Africa. */
export const southernRules: readonly RuleLanguage[] = [serbian, malay, filipino, swahili]
