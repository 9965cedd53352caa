import { describe, expect, test } from 'vitest'
import { judgeSentence } from './constraints.ts'

/** Of each language: what is a rule, and what only sounds like one. */
const said: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
  Dutch: [
    [
      'Push nooit naar main.',
      'Wijzig de gegenereerde bestanden niet.',
      'Je mag geen nieuwe afhankelijkheden toevoegen.',
      'Draai altijd de tests voordat je commit.',
      'Zorg ervoor dat elke functie een test heeft.',
      'Gebruik vanaf nu pnpm in plaats van npm.',
      'Antwoord alleen in het Nederlands.',
    ],
    [
      'Ik heb dit nooit begrepen.',
      'Het crasht altijd als ik op de knop klik.',
      'Dat moet een fout in de cache zijn.',
      'Ik moet zo weg, tot morgen.',
      'Dit werkt niet op mijn machine.',
    ],
  ],
  Swedish: [
    [
      'Pusha aldrig till main.',
      'Ändra inte de genererade filerna.',
      'Du får inte lägga till nya beroenden.',
      'Kör alltid testerna innan du committar.',
      'Se till att varje funktion har ett test.',
      'Använd pnpm i stället för npm från och med nu.',
      'Alla meddelanden måste vara på svenska.',
      'Skriv alla kommentarer på engelska.',
    ],
    [
      'Jag har aldrig förstått det här.',
      'Den kraschar alltid när jag klickar på knappen.',
      'Det måste vara ett fel i cachen.',
      'Det fungerar inte på min dator.',
      'Testerna misslyckas alltid på CI.',
      'Vi måste prata om det här imorgon.',
    ],
  ],
  Danish: [
    [
      'Push aldrig til main.',
      'Ændr ikke de genererede filer.',
      'Du må ikke tilføje nye afhængigheder.',
      'Kør altid testene, før du committer.',
      'Sørg for at alle funktioner har en test.',
      'Brug fra nu af pnpm i stedet for npm.',
    ],
    [
      'Jeg har aldrig forstået det her.',
      'Den crasher altid, når jeg klikker på knappen.',
      'Det virker ikke på min maskine.',
      'Jeg skal snart hjem.',
    ],
  ],
  Norwegian: [
    [
      'Push aldri til main.',
      'Ikke endre de genererte filene, bruk aldri tabulatorer.',
      'Du må aldri legge til nye avhengigheter.',
      'Kjør alltid testene før du committer.',
      'Husk å oppdatere dokumentasjonen.',
      'Ikke slett noe uten å spørre.',
      'Bruk heretter pnpm i stedet for npm.',
    ],
    [
      'Jeg har aldri forstått dette.',
      'Den krasjer alltid når jeg klikker på knappen.',
      'Det fungerer ikke på min maskin.',
      'Dette var nesten alltid tregt.',
    ],
  ],
  Finnish: [
    [
      'Älä koskaan pushaa mainiin.',
      'Tiedostoja ei saa muuttaa ilman lupaa.',
      'Aja aina testit ennen committia.',
      'Varmista, että jokaisella funktiolla on testi.',
      'Käytä tästä lähtien pnpm:ää.',
      'Vastaa vain suomeksi.',
    ],
    [
      'En ole koskaan ymmärtänyt tätä.',
      'Se kaatuu aina kun painan nappia.',
      'Tämä ei toimi minun koneellani.',
      'Älä huoli, kaikki on kunnossa.',
      'Testit kaatuvat aina CI:ssä.',
    ],
  ],
  Czech: [
    [
      'Nikdy nepushuj do main.',
      'Neupravuj vygenerované soubory.',
      'Nesmíš přidávat nové závislosti.',
      'Vždy spusť testy před commitem.',
      'Ujisti se, že každá funkce má test.',
      'Od teď používej pnpm místo npm.',
    ],
    [
      'Nikdy jsem to nepochopil.',
      'Aplikace vždy spadne, když kliknu na tlačítko.',
      'To musí být chyba v cache.',
      'Na mém počítači to nefunguje.',
    ],
  ],
  Slovak: [
    [
      'Nikdy nepushuj do main.',
      'Neupravuj vygenerované súbory.',
      'Nesmieš pridávať nové závislosti.',
      'Vždy spusti testy pred commitom.',
      'Používaj pnpm namiesto npm.',
      'Odteraz odpovedaj po slovensky.',
    ],
    [
      'Nikdy som to nepochopil.',
      'Vždy to spadne, keď kliknem na tlačidlo.',
      'Toto na mojom počítači nefunguje.',
      'Včera to ešte išlo.',
    ],
  ],
  Hungarian: [
    [
      'Soha ne pusholj a main ágra.',
      'Ne módosítsd a generált fájlokat.',
      'Tilos új függőséget hozzáadni.',
      'Mindig futtasd le a teszteket commit előtt.',
      'Mostantól pnpm-et használj npm helyett.',
      'Minden függvényhez tesztet kell írni.',
    ],
    [
      'Soha nem értettem ezt.',
      'Mindig összeomlik, amikor a gombra kattintok.',
      'Mennem kell, holnap folytatjuk.',
      'Ez nálam nem működik.',
    ],
  ],
  Romanian: [
    [
      'Nu face niciodată push pe main.',
      'Nu modifica fișierele generate.',
      'Este interzis să adaugi dependențe noi.',
      'Rulează întotdeauna testele înainte de commit.',
      'Asigură-te că fiecare funcție are un test.',
      'Scrie toate comentariile doar în engleză.',
      'De acum înainte folosește pnpm în loc de npm.',
    ],
    [
      'Nu am înțeles niciodată asta.',
      'Aplicația crapă mereu când apăs pe buton.',
      'Trebuie să fie o eroare în cache.',
      'Mai am o întrebare despre teste.',
      'Nu merge pe calculatorul meu.',
    ],
  ],
  Catalan: [
    [
      'No facis mai push a main.',
      'No modifiquis els fitxers generats.',
      'Has de demanar permís abans de publicar.',
      'Executa sempre les proves abans de cada commit.',
      "A partir d'ara utilitza pnpm en lloc de npm.",
      'Respon només en català.',
    ],
    [
      'No ho he entès mai.',
      'El test falla sempre quan premo el botó.',
      'Aquesta funció peta sempre.',
      'Només tinc una pregunta.',
    ],
  ],
  Croatian: [
    [
      'Nikada nemoj pushati na main.',
      'Ne mijenjaj generirane datoteke.',
      'Ne smiješ dodavati nove ovisnosti.',
      'Uvijek pokreni testove prije commita.',
      'Od sada koristi pnpm umjesto npm.',
      'Svaka funkcija mora imati test.',
    ],
    [
      'Nikad nisam razumio ovo.',
      'Uvijek se ruši kad kliknem na gumb.',
      'Ne radi mi na ovom računalu.',
      'Moram ići, vidimo se sutra.',
    ],
  ],
  Serbian: [
    [
      'Никада немој да пушујеш на main.',
      'Не мењај генерисане фајлове.',
      'Увек покрени тестове пре комита.',
      'Обавезно питај пре него што обришеш фајл.',
      'Од сада користи pnpm уместо npm.',
      'Nikad ne menjaj generisane fajlove.',
    ],
    [
      'Никад нисам разумео ово.',
      'Увек се руши кад кликнем на дугме.',
      'Не ради ми на овом рачунару.',
      'Uvek puca kad kliknem na dugme.',
    ],
  ],
  Malay: [
    [
      'Jangan sesekali push ke main.',
      'Elakkan mengubah fail yang dijana.',
      'Anda mesti menjalankan ujian sebelum commit.',
      'Sentiasa tulis ujian untuk setiap fungsi.',
      'Setiap fail hendaklah ada ujian.',
      'Jawab dalam bahasa Melayu sahaja.',
    ],
    [
      'Mesti ada pepijat di sini.',
      'Aplikasi ini sentiasa gagal apabila saya klik.',
      'Saya tidak faham kod ini.',
      'Semalam semuanya berjalan lancar.',
    ],
  ],
  Filipino: [
    [
      'Huwag kang mag-push sa main.',
      'Bawal baguhin ang mga nabuong file.',
      'Palaging patakbuhin ang mga test bago mag-commit.',
      'Siguraduhin na may test ang bawat function.',
      'Mula ngayon, gamitin ang pnpm sa halip na npm.',
      'Hindi mo dapat burahin ang log.',
    ],
    [
      'Hindi ko ito naintindihan kailanman.',
      'Palaging nagka-crash kapag pinipindot ko.',
      'Ang app ay lagi na lang bumabagsak.',
      'Huwag kang mag-alala, ayos lang.',
    ],
  ],
  Swahili: [
    [
      'Usisukume kamwe kwenye main.',
      'Usibadilishe faili zilizotengenezwa.',
      'Ni marufuku kuongeza vifurushi vipya.',
      'Lazima uendeshe majaribio kabla ya commit.',
      'Hakikisha kila kazi ina jaribio.',
      'Kuanzia sasa tumia pnpm badala ya npm.',
    ],
    [
      'Sijawahi kuelewa hili kamwe.',
      'Lazima kuna hitilafu mahali fulani.',
      'Usiku wa jana programu ilifanya kazi.',
      'Programu hii huanguka kila mara.',
    ],
  ],
}

describe.each(Object.entries(said))('%s', (_, [rules, others]) => {
  test.each(rules)('%s is a rule, kept word for word', (sentence) => {
    const ruling = judgeSentence(sentence)
    expect(ruling?.text).toBe(sentence)
    expect(ruling?.kind).not.toBe('release')
  })

  test.each(others)('%s is none', (sentence) => {
    expect(judgeSentence(sentence)).toBeUndefined()
  })
})
