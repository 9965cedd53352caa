import { wordLook } from './word-look.ts'

/** Beginnings of words, mostly, that English lacks and rules in Latin letters have. */
const europeanWords = String.raw`
  abaikan abbassa agora ahora alih alza$ ammess anggaran annulla anstatt anstelle antworte anula anulowan anuluj
  apenas asla assicura assure aturan au$ aucun aumenta bajo batas behalte benutze berhenti besoin bevorzug bisogna
  boleh bundan cancela certifique cofam cofnij consentit consigne contrainte cuota d['’]ora daima daqui daran
  darauf darf daripada debe deja derogada descarta deve devi devono dilarang dimentica doch$ dois doit doivent
  dokunma dopuszczaln dozwolon efecto eliminada emin erlaubt esclusivamente estendi evit exclusivement faut favor
  freigegeben garanta garde gerek gestattet gunakan halte hanya harus hay hep hindari ignora ignoriere immer indir
  ingat interdi invece jaga jamais jangan jedes jedynie jeito jetzt kannst kein kesinlikle kewajiban kini$
  koniecznie kullanma kural kurangi larangan lebih lembre levanta lieu lugar lupakan mai mantenha mantieni mulai
  musi muss mutlaka n['’] naikkan ne$ nessun nicht nie nigdy no\s[\s\S]{0,200}[ae]s non$ novo$ nun$ nunca nur nutze
  obbligatori obligation obligatoire obligatori odpowiadaj olvida oublie pakai para$ pare$ pas$ passa_ pastikan
  pembatasan perdere permess permis$ perpanjang peux pflicht plazo pode poi porta_ posto potete pouvez preferisco
  prefiero prefiro presupuesto prohibid proibid proibit puede puoi que recuerda reduzier regel regra respecte
  respeite respeta responda responde restriction revoca ricorda riduci rispetta rispondi sadece scarta sekarang
  selalu sempre senk seulement sicher siempre silme smetti sofort solamente soll solo soltanto somente sperre
  statt stets streich sudah tambah tekrar teraz tercih tidak tiene tingkatkan tope$ toujours trzymaj turunkan
  tylko unbedingt unikaj uniquement untersagt unut usa utilise utiliza utilize utilizza uzat verbot vergess
  vergiss vermeide verringer verwende verwirf vez vietat vorgabe wajib wieder ya$ yapma yasak yeniden yerine
  zabronion zachowaj zakaz zaman zamiast zapomnij zawsze zignoruj zmniejsz znies zorunlu`

/** The same for the languages of the north, the centre and the south. */
const furtherWords = String.raw`
  a_fost a_partir abaikan abaixa acha_ku acum aina$ ainoastaan aja_vain aldrig? alleen$ alltid altid altijd amit_
  amplia andika antwoord anuleaz apa_yang apuja ara$ asigura assegur augmenta babaan badala badilisha baguhin
  balewalain bara$ bare$ batalkan bawal bawasan bawiin begrensning behold$ beperking berhenti_daripada bermula
  binabawi binawi blijf boleh brug$ bruk$ bukannya cada_vegada cal_ creste csak$ d['’]ara dagdagan daima dapat
  dbaj dbej de_acum de_fiecare deixa_ dere_kan$ di_na dibenarkan din_nou doar dozvoljen du_kan$
  e_(?:ridicat|anulat|retras|eliminat) ei_ ej$ elakkan elke_keer emeld en_(?:lloc|comptes) en_cap enbart endast
  enkel$ epuka er_nu$ es_pot este$ evita? f(?:es|eu)_servir fara_ folos forbud forleng fra_nu fremover fuata
  gamitin gebruik geen gerne gondoskodj gugurkan gumamit gusto_ko ha(?:i|zi)ruhus ha?e?s?u?_de$ ha_estat hagyd
  hakikisha halip helyett hendaklah herefter heretter hev_ hindi hoef hold_op houd?$ husk huwag hva hver_gang
  i_kan$ i_stedet iarasi ignora$ ik_wil ikke imbes in_loc in_niciun inaruhusiwa inga$ ingen$ inget$ inte$ interzis intet$
  intotdeauna ipinagbabawal is_nu$ istedet itaas itigil iwasan izbj?egavaj j(?:e|ij|ullie)_kan$ ja_no jag_vill
  jangan jatkossa je_sad jeg_ jibu joka_kerta jsem kailangan kalimutan kamwe kan_(?:je|jij|u|jullie|du|dere|ni)$
  kanselahin kanuni kell$ kielletty kiello kielto kila$ kinansela kini$ kirjoita_vain kizuizi koristi korota
  koskaan krav kuanzia kumbuka kun$ kunnen kunt kurangkan lagi lanjutkan larangan laske lazima liever lopeta
  lupakan maaari mag$ mai$ mareste marufuku megtiltom mereu mesti minden_ mindig minska mnaweza moet mogen mora
  msi muista mulai muli$ muokkaa_vain mus(?:is|ia) muuta_vain naikkan namiesto napendelea ne\w+[aeiou]j(?:te)?$
  ne_ nem$ nemoj nesmie nezabudni ngayon ni_(?:u|pod) ni_kan$ niciodata niet nikad nikdy nilichosema
  no_(?:\w+_)?\w+is$ nooit nosta noudata nu_ numai obavezno oblida obligatori obmedzen od_sad od_te odgovaraj
  odpovedaj odte ongeza onthoud opet osiguraj pakko pakollis palagi palawigin pamatuj panatilihin pandisha parati
  pastreaza pazi pe_viitor peraturan perlu permesa plaats_van pobrini podeu podigni ponov pots$ pouze pouzi povinn
  povolen pravid pravil prefer_sa prefereixo preferuj prelung prestani produlji puja punguza puwede pwede
  que_(?:he|vaig) queda rajoitu redu$ redueix regel regl respecta respecteer respon$ retiro retrag ridica saa$
  saat sada?$ sahaja sallittu samo$ sasa$ scade se_till sebaliknya segueix sekarang sekatan selepas semmi sempre
  senk_ sentiasa setiap_kali sharti sheria shusha sigurad siguruh sijaan sijasta siku_zote sila_ ska$ skal$ sluta
  slutt$ smanji soha som$ sose$ sota_cap spusti steeds stop_met sub_nicio sumagot sundin svaki_put svar$ svara$
  syarat taasan tandaan tangu tartsd ted$ telkens tena$ teraz tigilan tilal tilladt tillatt tilos tine_minte
  tingkatkan tiyakin toegestaan trebuie trenger tumia turunkan tuwing u_kan$ udelukkende uisti uita$ uitsluitend
  ujisti ulit? umj?esto unaruhusiwa unaweza under_inga under_ingen? undvik usah usi(?!ng) utelukkende utilitza
  utilizeaza uvi?j?ek uvjeri vaatimu vad_jag vanaf varmista vastaa vegada verbod verhoog verkort verlaag verleng
  vermijd verplicht voit volg$ voorkeur voortaan voorwaarde vyhni vyovyote vzdy wag_ wakati_wote wala_na wat_ik
  wordt zabran zachovaj zachovej zaht zajisti zapamti zase znovu zorg`

/** Words that appear elsewhere than at a border. */
const elsewhere = '^use|[,;:]\\suse|m[ae]yin|meli'

/**
 * Required of a sentence of ASCII letters for a rule of some languages to match. Looking for it costs a tenth of matching
 * the rules, and one for both costs hardly more than one for either.
 */
export const plainEuropean = wordLook(europeanWords, elsewhere)
export const plainFurther = wordLook(furtherWords)
export const plainLatin = wordLook(`${europeanWords} ${furtherWords}`, elsewhere)
