/** Words that carry the form of a rule, not its subject, in the languages of the north, the centre, the south and other scripts. */
export const furtherFormal = `
  niet nooit geen altijd het een op met van voor naar en of in je jij u gebruik gebruiken gebruikt alleen moet moeten
  inte aldrig alltid och på med till du ni använd använda använder endast måste att för om
  ikke aldrig aldri altid alltid og til på med brug bruge bruk bruke kun skal må at å
  älä koskaan aina ja käytä käyttää käyttäkää vain saa
  nikdy vždy a v ve na s k používej používaj použij používat používať pouze jen len musíš
  soha ne mindig a az és használj használd használni használhatod használhatsz csak kell
  nu niciodată întotdeauna mereu și la pe cu folosi folosește folosești folosiți doar trebuie să
  mai sempre no els amb per fer facis servir utilitza utilitzar utilitzis només cal has
  nikad nikada uvijek uvek nemoj ne i na u s sa koristi koristiti koristiš da samo moraš mora
  никад никада увек немој и на у са користи користиш да само мораш
  jangan sentiasa mesti guna gunakan menggunakan sahaja pada anda
  huwag palaging laging gamitin gumamit gamit mong ang ng sa mga mo ka kang na
  usitumie kamwe daima tumia kutumia kwenye ya wa na lazima
  μην μη ποτέ πάντα χρησιμοποιείς χρησιμοποίησε χρησιμοποίει χρησιμοποιήσεις να το τα στο στα με και πρέπει μόνο
  אל אסור תמיד תשתמש השתמש להשתמש את עם רק חייב
  هرگز همیشه استفاده کن نکن کنی کنید نکنید را از با باید فقط
  مت کبھی ہمیشہ استعمال کریں کرو نہ کا کی کے کو میں پر ہے صرف کر
  никога не винаги използвай използваш използвате да и в във на с със само трябва
  কখনো কখনও সবসময় সবসময় ব্যবহার করো করবেন করুন করতে না শুধু
  ஒருபோதும் எப்போதும் பயன்படுத்து பயன்படுத்தாதே பயன்படுத்த பயன்படுத்தலாம் மட்டுமே`

/** Words that carry the form of what ends a rule in them. */
export const furtherEnding = `
  regel regels verbod beperking over wat ik zei mag mogen kan kunt nu weer opnieuw hoef hoeft meer langer nodig verplicht vergeet negeer schrap vervalt vervallen opgeheven geldt toegestaan is alle vorige eerdere mijn dat die verhoog verlaag budget
  regel regeln regler förbud förbudet vad jag sa får kan nu igen behöver längre glöm ignorera stryk gäller upphävt tillåtet är alla tidigare mina höj sänk
  reglen reglerne forbud forbuddet hvad hva jeg sagde sa kan gerne igen igjen nå behøver trenger længere lenger mere mer glem ignorer gælder gjelder ophævet opphevet tilladt tillatt er alle tidligere mine hæv hev
  sääntö säännön säännöt kielto kiellon kielto sanoin mitä saat voit nyt taas jälleen tarvitse enää unohda peru kumottu kaikki aiemmat et ei nosta
  pravidlo pravidla pravidlá pravidle zákaz zákazu omezení obmedzenie co čo jsem som řekl povedal můžeš môžeš smíš teď teraz znovu zase opäť už nemusíš zapomeň zabudni ignoruj zruš platí neplatí zrušeno zrušen všechna všetky předchozí predchádzajúce o je zvyš
  szabály szabályt szabályról tilalom tilalmat amit mondtam most már újra ismét nem többé tovább szükséges felejtsd el érvényes összes korábbi használhatod szabad emeld
  regula regulile regulă interdicția restricția ce am spus poți puteți acum din nou iarăși mai nevoie uită ignoră anulează despre valabilă toate anterioare este mărește de
  regla regles norma prohibició restricció que he dit pots podeu ara ja de nou cal oblida ignora sobre totes anteriors és apuja
  pravilo pravila zabrana zabranu zabrani ograničenje što sam rekao možeš možete smiješ smeš sad sada opet ponovno ponovo više moraš treba zaboravi ignoriši ignoriraj o ukinuta ukinut važi sva prethodna je povećaj
  правило правила забрана забрану што сам рекао можеш можете сад сада опет поново више мораш треба заборави о укинута важи сва претходна је
  peraturan larangan sekatan tentang mengenai boleh sekarang kini semula lagi perlu payah lupakan abaikan dibatalkan semua terdahulu tidak tak naikkan
  tuntunin patakaran tungkol pwede puwede maaari pwedeng puwedeng maaaring ngayon ulit muli hindi kailangan kalimutan balewalain lahat nauna iyong nang itaas
  kanuni sheria marufuku kuhusu unaweza unaruhusiwa sasa tena huhitaji si sio sahau puuza zote imeondolewa ongeza
  κανόνα κανόνας κανόνες απαγόρευση περιορισμός μπορείς μπορείτε τώρα πλέον ξανά πάλι πια δεν χρειάζεται ξέχνα ξέχασε αγνόησε για του της τον την η ο όλους τους προηγούμενους αύξησε σχετικά
  כלל הכלל כללים הכללים איסור האיסור על לגבי אתה יכול אפשר מותר עכשיו שוב כבר לא צריך יותר תשכח שכח התעלם בוטל כל הקודמים העלה
  قانون قاعده محدودیت مورد درباره می‌توانی می توانی توانید حالا الان دوباره دیگر دیگه لازم نیست نیازی فراموش لغو همه قبلی در به قوانین
  اصول قاعدہ پابندی بارے آپ تم اب دوبارہ سکتے سکتی ہیں ہو ضرورت نہیں بھول جائیں جاؤ تمام پچھلے والا
  правило правилото правила забрана забраната ограничение можеш можете може сега вече отново пак нужно е забрави игнорирай за отменена всички предишни увеличи повече налага се
  নিয়ম নিয়ম নিয়মটা নিষেধাজ্ঞা এখন আবার আপনি তুমি পারেন পারো আর দরকার নেই ভুলে যাও যান সব আগের হবে
  விதி விதியை தடை இப்போது மீண்டும் நீங்கள் இனி தேவையில்லை மறந்துவிடு மறந்துவிடுங்கள் எல்லா முந்தைய விதிகளையும்`
