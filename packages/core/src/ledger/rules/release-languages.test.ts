import { describe, expect, test } from 'vitest'
import { entryId } from '../../log/entry.ts'
import { user } from '../../testing/build.ts'
import { emptyLedger } from '../ledger.ts'
import { readFacts } from '../read-facts.ts'

const statesAfter = (...said: readonly string[]) =>
  readFacts(
    emptyLedger,
    said.map((text, i) => ({ id: entryId(`e${i}`), message: user(text) })),
  ).constraints.map(({ text, state }) => `${state}: ${text}`)

/** Rules that nothing below is about. */
const others = ['Never commit secrets.', 'Always run the linter.', 'Keep the latency below 90 ms.', '不要删除日志。']
const stillStanding = others.map((rule) => `standing: ${rule}`)

/** Of each language a prohibition, what permits again, an order, what takes it back, and what only reminds of it. */
const said: Readonly<Record<string, readonly [string, string, string, string, string]>> = {
  Dutch: [
    'Gebruik nooit lodash.',
    'Je mag nu weer lodash gebruiken.',
    'Gebruik altijd pytest.',
    'Vergeet de regel over pytest.',
    'Vergeet de regel over pytest niet.',
  ],
  Swedish: [
    'Använd aldrig lodash.',
    'Du får nu använda lodash igen.',
    'Använd alltid pytest.',
    'Glöm regeln om pytest.',
    'Glöm inte regeln om pytest.',
  ],
  Danish: [
    'Brug aldrig lodash.',
    'Du må gerne bruge lodash nu.',
    'Brug altid pytest.',
    'Glem reglen om pytest.',
    'Glem ikke reglen om pytest.',
  ],
  Finnish: [
    'Älä koskaan käytä lodash.',
    'Saat nyt käyttää lodash.',
    'Käytä aina pytest.',
    'Unohda sääntö pytest.',
    'Älä unohda sääntöä pytest.',
  ],
  Czech: [
    'Nikdy nepoužívej lodash.',
    'Teď můžeš lodash používat.',
    'Vždy používej pytest.',
    'Zapomeň na pravidlo o pytest.',
    'Nezapomeň na pravidlo o pytest.',
  ],
  Hungarian: [
    'Soha ne használj lodash csomagot.',
    'Most már használhatod a lodash csomagot.',
    'Mindig pytest csomagot használj.',
    'Felejtsd el a szabályt: pytest csomagot.',
    'Ne felejtsd el a pytest szabályt.',
  ],
  Romanian: [
    'Nu folosi niciodată lodash.',
    'Acum poți folosi lodash.',
    'Folosește întotdeauna pytest.',
    'Uită regula despre pytest.',
    'Nu uita regula despre pytest.',
  ],
  Catalan: [
    'No facis servir mai lodash.',
    'Ara ja pots fer servir lodash.',
    'Utilitza sempre pytest.',
    'Oblida la regla sobre pytest.',
    'No oblidis la regla sobre pytest.',
  ],
  Croatian: [
    'Nikada ne koristi lodash.',
    'Sada možeš koristiti lodash.',
    'Uvijek koristi pytest.',
    'Zaboravi pravilo o pytest.',
    'Ne zaboravi pravilo o pytest.',
  ],
  Serbian: [
    'Никада немој да користиш lodash.',
    'Сада можеш да користиш lodash.',
    'Увек користи pytest.',
    'Заборави правило о pytest.',
    'Не заборави правило о pytest.',
  ],
  Malay: [
    'Jangan gunakan lodash.',
    'Anda boleh menggunakan lodash sekarang.',
    'Sentiasa gunakan pytest.',
    'Lupakan peraturan tentang pytest.',
    'Jangan lupakan peraturan tentang pytest.',
  ],
  Filipino: [
    'Huwag gamitin ang lodash.',
    'Pwede mong gamitin ulit ang lodash.',
    'Palaging gamitin ang pytest.',
    'Kalimutan ang tuntunin tungkol sa pytest.',
    'Huwag kalimutan ang tuntunin tungkol sa pytest.',
  ],
  Swahili: [
    'Usitumie lodash kamwe.',
    'Sasa unaweza kutumia lodash.',
    'Lazima kutumia pytest.',
    'Sahau kanuni kuhusu pytest.',
    'Usisahau kanuni kuhusu pytest.',
  ],
  Greek: [
    'Μην χρησιμοποιείς ποτέ lodash.',
    'Τώρα μπορείς να χρησιμοποιείς lodash.',
    'Χρησιμοποίησε πάντα pytest.',
    'Ξέχνα τον κανόνα για το pytest.',
    'Μην ξεχνάς τον κανόνα για το pytest.',
  ],
  Hebrew: [
    'אסור להשתמש lodash.',
    'עכשיו אתה יכול להשתמש lodash.',
    'תמיד תשתמש pytest.',
    'תשכח את הכלל על pytest.',
    'אל תשכח את הכלל על pytest.',
  ],
  Persian: [
    'هرگز از lodash استفاده نکن.',
    'حالا می‌توانی از lodash استفاده کنی.',
    'همیشه از pytest استفاده کن.',
    'قانون pytest را فراموش کن.',
    'قانون pytest را فراموش نکن.',
  ],
  Urdu: [
    'lodash کبھی استعمال مت کرو۔',
    'اب آپ lodash استعمال کر سکتے ہیں۔',
    'ہمیشہ pytest استعمال کریں۔',
    'pytest والا اصول اب بھول جائیں۔',
    'pytest والا اصول مت بھولیں۔',
  ],
  Bulgarian: [
    'Никога не използвай lodash.',
    'Сега можеш да използваш lodash.',
    'Винаги използвай pytest.',
    'Забрави правилото за pytest.',
    'Не забравяй правилото за pytest.',
  ],
}

describe.each(Object.entries(said))('%s', (_, [forbids, permits, orders, drops, reminds]) => {
  test.each([
    [forbids, permits],
    [orders, drops],
  ])('"%s" is cancelled by "%s", and nothing else is', (rule, release) => {
    expect(statesAfter(...others, rule, release).sort()).toEqual([...stillStanding, `cancelled: ${rule}`].sort())
  })

  test.each([
    [forbids, permits.replace('lodash', 'underscore')],
    [orders, drops.replace('pytest', 'prettier')],
    [orders, reminds],
  ])('"%s" goes on standing after "%s"', (rule, release) => {
    expect(statesAfter(...others, rule, release)).toEqual(
      expect.arrayContaining([...stillStanding, `standing: ${rule}`]),
    )
  })
})

test.each([
  ['Gebruik altijd docker.', 'Gebruik podman in plaats van docker.'],
  ['Använd alltid docker.', 'Använd podman i stället för docker.'],
  ['Brug altid docker.', 'Brug podman i stedet for docker.'],
  ['Käytä aina docker.', 'Käytä docker sijaan podman.'],
  ['Vždy používej docker.', 'Používej podman místo docker.'],
  ['Mindig docker csomagot használj.', 'Használj podman csomagot docker helyett.'],
  ['Folosește întotdeauna docker.', 'Folosește podman în loc de docker.'],
  ['Utilitza sempre docker.', 'Utilitza podman en lloc de docker.'],
  ['Uvijek koristi docker.', 'Koristi podman umjesto docker.'],
  ['Увек користи docker.', 'Користи podman уместо docker.'],
  ['Palaging gamitin ang docker.', 'Gamitin ang podman sa halip na docker.'],
  ['Lazima kutumia docker.', 'Tumia podman badala ya docker.'],
  ['Χρησιμοποίησε πάντα docker.', 'Χρησιμοποίησε podman αντί για docker.'],
  ['תמיד תשתמש docker.', 'השתמש podman במקום docker.'],
  ['همیشه از docker استفاده کن.', 'به جای docker از podman استفاده کن.'],
  ['ہمیشہ docker استعمال کریں۔', 'docker کے بجائے podman استعمال کریں۔'],
  ['Винаги използвай docker.', 'Използвай podman вместо docker.'],
  ['Houd het budget onder 500 euro.', 'Verhoog het budget naar 800 euro.'],
  ['Håll budgeten under 500 euro.', 'Höj budgeten till 800 euro.'],
])('"%s" gives way to "%s", and nothing else does', (rule, next) => {
  expect(statesAfter(...others, rule, next).sort()).toEqual(
    [...stillStanding, `superseded: ${rule}`, `standing: ${next}`].sort(),
  )
})
