/**
 * Short original prose, for scripts of which installed packages hold little running text.
 * Every passage is held out: the weights were never fitted on it.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const passages = {
  zh: [
    '清晨六点，菜市场已经热闹起来了。卖豆腐的老王把木板车停在老位置，一边吆喝一边给熟客留下最嫩的那一块。他说做豆腐没有什么秘诀，无非是豆子要泡够时间，水要干净，火候要稳，人不能偷懒。可是街坊们都知道，他凌晨两点就起床磨豆子，三十年来几乎没有休息过一天。',
    '最近我们把订单系统从单体架构拆成了几个独立的服务。刚开始大家觉得一切都变得清晰了，接口文档写得很漂亮，部署也可以分开进行。上线第二周问题就来了：某个下游服务响应变慢，重试请求像滚雪球一样堆积，最后连登录页面都打不开。事后复盘的时候，我们发现超时时间设置得太长，熔断器的阈值又太宽松，日志里其实早就有预警，只是没有人看。',
    '关于这次旅行，我最难忘的不是那些有名的景点，而是一个下雨的午后。我们在山脚下的小茶馆里避雨，老板娘端来自家炒的花生，又讲起她年轻时走路去县城读书的故事。雨停了以后，远处的梯田一层一层亮起来，空气里全是泥土和青草的味道。',
    '专家指出，人口老龄化将在未来二十年内深刻影响劳动力市场、医疗保险和住房需求。政府应当尽早完善养老服务体系，鼓励企业采用弹性工作制度，同时加大对职业培训的投入，使年长的劳动者也能够适应新技术带来的变化。',
  ],
  'zh-TW': [
    '昨天晚上颱風登陸之後，整個社區停電將近三個小時。樓下便利商店的店員用手電筒幫客人結帳，大家排隊的時候反而比平常更有耐心，還互相詢問家裡有沒有漏水。一位阿姨說，小時候每逢颱風天，全家人就擠在客廳裡點蠟燭聽廣播，現在的孩子只關心手機還剩多少電。',
    '如果您在安裝過程中遇到錯誤訊息，請先確認作業系統的版本是否符合需求，並檢查防火牆設定是否阻擋了連線。更新完成後，建議重新啟動電腦，再執行一次診斷工具。若問題仍然無法解決，請將紀錄檔附在郵件中寄給客服人員，我們會在兩個工作天內回覆。',
    '這座圖書館最特別的地方是它的閱覽室。設計師把舊倉庫的屋頂換成了大片的玻璃，陽光在不同的季節會落在不同的書架上。管理員告訴我，很多退休的老先生每天固定坐在同一個位子，看報紙、寫毛筆字，偶爾也教年輕人下圍棋。',
  ],
  ja: [
    '駅前の商店街に、祖父の代から続く小さな時計屋があります。店主はもう八十歳を過ぎていますが、今でも毎朝九時になるとシャッターを開け、作業台の前に座ります。電池交換だけのお客さんがほとんどになったと笑いながらも、古い機械式の腕時計が持ち込まれると、目つきが変わるのがわかります。',
    '今回のリリースでは、検索機能の速度を大幅に改善しました。これまではリクエストのたびにデータベース全体を走査していましたが、インデックスを追加し、結果をキャッシュすることで、平均応答時間が約五分の一になりました。なお、設定ファイルの書式が一部変更されていますので、アップデートする前に必ずバックアップを取ってください。',
    '子どものころ、夏休みになると母の実家に預けられた。朝はラジオ体操、昼はそうめん、夕方は川で泳いで、夜は縁側で花火をする。ただそれだけの毎日だったのに、どうしてあんなに時間がゆっくり流れていたのだろう。大人になった今でも、蝉の声を聞くとあの家の畳のにおいを思い出す。',
    'えっと、昨日の会議のことなんだけど、結局スケジュールはどうなったの？来週までに見積もりを出さないといけないって聞いたけど、まだ仕様が決まってないよね。とりあえず、わかっている部分だけでも先に進めておこうか。',
  ],
  ko: [
    '우리 동네에는 오래된 서점이 하나 있다. 간판은 색이 바랬고 책장도 삐걱거리지만, 문을 열고 들어서면 종이 냄새가 가득해서 마음이 편안해진다. 주인 할아버지는 손님이 어떤 책을 찾는지 말하지 않아도 한참을 지켜보다가 조용히 한 권을 꺼내 주신다. 신기하게도 그 책은 대부분 내가 정말로 읽고 싶었던 이야기였다.',
    '이번 업데이트에서는 로그인 과정에서 발생하던 오류를 수정하고, 알림 설정 화면을 새롭게 바꾸었습니다. 또한 대용량 파일을 업로드할 때 메모리 사용량이 급격히 늘어나는 문제를 해결했습니다. 변경된 내용을 적용하려면 서버를 다시 시작해야 하며, 기존 설정 파일은 자동으로 변환됩니다.',
    '지난 주말에 친구들과 함께 강원도로 여행을 다녀왔다. 새벽에 출발했는데도 고속도로가 막혀서 다섯 시간이나 걸렸지만, 바다를 보는 순간 피곤함이 모두 사라졌다. 저녁에는 시장에서 산 조개를 구워 먹으면서 어린 시절 이야기를 나누었고, 다음에는 가족들과도 꼭 다시 오자고 약속했다.',
    '전문가들은 기후 변화로 인해 농작물의 재배 지역이 점차 북쪽으로 이동하고 있다고 설명한다. 정부는 새로운 품종을 개발하고 농민들에게 기술을 지원하는 방안을 검토하고 있다.',
  ],
  ru: [
    'Старый дом на углу улицы давно собирались снести, но каждый раз находилась причина отложить решение. Сначала жильцы писали письма в администрацию, потом приехали архитекторы и обнаружили под слоем краски редкую лепнину, а затем о доме сняли небольшой фильм. Теперь по выходным здесь проводят экскурсии, и бывшие соседи рассказывают гостям, как до войны во дворе играл оркестр.',
    'При обновлении библиотеки мы столкнулись с неожиданной проблемой: часть запросов начала завершаться ошибкой по времени ожидания. Оказалось, что новая версия по умолчанию открывает отдельное соединение для каждого потока, а на сервере установлено жёсткое ограничение. Мы увеличили размер пула, добавили повторные попытки с задержкой и настроили оповещения, чтобы замечать подобные ситуации заранее.',
    'Бабушка всегда говорила, что хороший суп нельзя сварить в спешке. Сначала нужно медленно обжарить лук и морковь, затем добавить картофель, капусту и свёклу, и только в самом конце положить зелень и чеснок. Пока кастрюля тихо булькала на плите, она рассказывала нам сказки, и каждая заканчивалась по-разному.',
    'Исследователи отмечают, что за последние десять лет продолжительность зимнего периода в регионе сократилась почти на две недели, что отражается на миграции птиц, урожайности и состоянии дорог.',
  ],
  uk: [
    'У маленькому містечку біля річки щороку восени проводять ярмарок. Сюди приїжджають майстри з усієї області: гончарі, ткалі, пасічники, ковалі. Діти бігають між рядами з медовими пряниками, а старші люди сидять на лавках і слухають троїсті музики. Цього року вперше поставили сцену для молодих гуртів, і ввечері танцювали навіть ті, хто спочатку бурчав на гучний звук.',
    'Щоб налаштувати резервне копіювання, спочатку створіть окремий обліковий запис із обмеженими правами. Потім вкажіть у файлі конфігурації шлях до сховища, розклад і кількість копій, які потрібно зберігати. Після першого запуску обов’язково перевірте, чи вдається відновити дані на іншому комп’ютері, адже неперевірена копія нічого не варта.',
  ],
  th: [
    'ทุกเช้าวันอาทิตย์ ยายจะตื่นตั้งแต่ตีสี่เพื่อเตรียมของไปขายที่ตลาดน้ำ มีทั้งขนมครก ข้าวเหนียวมะม่วง และน้ำตาลสดที่ตาเก็บมาจากสวนหลังบ้าน ฉันชอบนั่งเรือไปด้วยเพราะอากาศเย็นสบาย และได้เห็นพระอาทิตย์ค่อย ๆ โผล่ขึ้นเหนือยอดไม้ คนขายของทักทายกันเสียงดังไปทั้งคลอง',
    'ระบบใหม่จะเริ่มใช้งานตั้งแต่วันจันทร์หน้าเป็นต้นไป ขอให้พนักงานทุกคนเปลี่ยนรหัสผ่านและตรวจสอบข้อมูลส่วนตัวให้ถูกต้องก่อนเข้าสู่ระบบ หากพบปัญหาในการใช้งาน สามารถติดต่อฝ่ายเทคโนโลยีสารสนเทศได้ตลอดเวลาทำการ หรือส่งอีเมลพร้อมแนบภาพหน้าจอเพื่อให้เจ้าหน้าที่ช่วยแก้ไขได้รวดเร็วขึ้น',
    'นักวิจัยพบว่าการเดินวันละสามสิบนาทีช่วยลดความเสี่ยงของโรคหัวใจและทำให้นอนหลับได้ดีขึ้น อย่างไรก็ตาม ผู้สูงอายุควรปรึกษาแพทย์ก่อนเริ่มออกกำลังกาย และเลือกสถานที่ที่ปลอดภัย ไม่ร้อนหรือแออัดจนเกินไป',
  ],
  ar: [
    'في الحي القديم من المدينة يوجد مقهى صغير لا يعرفه السياح، يجلس فيه الرجال بعد صلاة العصر يلعبون الشطرنج ويتحدثون عن أخبار البلد. صاحب المقهى رجل هادئ يحفظ طلبات الزبائن كلها، ويعرف من يحب القهوة مرة ومن يفضل الشاي بالنعناع. يقول إن المكان لم يتغير كثيرا منذ أن ورثه عن أبيه، وإن الكراسي الخشبية أكبر منه سنا.',
    'لتثبيت البرنامج على جهازك، قم أولا بتنزيل الملف المناسب لنظام التشغيل، ثم افتح نافذة الأوامر وانتقل إلى المجلد الذي حفظت فيه الملف. بعد الانتهاء من عملية التثبيت يجب إعادة تشغيل الخدمة حتى تصبح الإعدادات الجديدة فعالة. إذا ظهرت رسالة خطأ فتأكد من أن لديك الصلاحيات الكافية ومن أن الاتصال بالشبكة يعمل بشكل صحيح.',
    'وأوضح الباحثون أن نقص المياه سيكون من أكبر التحديات التي تواجه المنطقة خلال العقود القادمة، ودعوا الحكومات إلى الاستثمار في تحلية مياه البحر وتطوير أساليب الري الحديثة.',
  ],
  fa: [
    'پدربزرگم باغبان بود و همیشه می‌گفت درخت را باید با حوصله بزرگ کرد. هر سال بهار، پیش از آن که شکوفه‌ها باز شوند، ما را به باغ می‌برد تا شاخه‌های خشک را ببریم و زمین را برای آبیاری آماده کنیم. هنوز هم بوی خاک خیس مرا به یاد آن روزها می‌اندازد.',
    'برای استفاده از این سرویس ابتدا باید یک حساب کاربری بسازید و نشانی رایانامهٔ خود را تأیید کنید. سپس می‌توانید از بخش تنظیمات، زبان برنامه و شیوهٔ دریافت اعلان‌ها را تغییر دهید. در صورت بروز مشکل، گزارش خطا را همراه با نسخهٔ برنامه برای پشتیبانی بفرستید.',
  ],
  he: [
    'בכל יום שישי בבוקר אני יורד לשוק לקנות ירקות, לחם טרי וזיתים. המוכרים כבר מכירים אותי בשם, ותמיד יש מי שמתעקש שאטעם משהו חדש. אחר כך אני יושב בבית הקפה שבפינה, קורא את העיתון ומקשיב לוויכוחים על כדורגל ופוליטיקה. כשהשעון מגיע לשתים עשרה הדוכנים מתחילים להיסגר והרחוב נעשה שקט.',
    'לפני שמעדכנים את המערכת חשוב לגבות את מסד הנתונים ולוודא שיש מספיק מקום פנוי בדיסק. תהליך השדרוג עשוי להימשך כמה דקות, ובמהלכו המשתמשים לא יוכלו להתחבר. אם מופיעה שגיאה, אפשר לחזור לגרסה הקודמת באמצעות הפקודה המתאימה ולבדוק את קובץ היומן.',
  ],
  hi: [
    'हमारे गाँव के बीच में एक बहुत पुराना बरगद का पेड़ है। गर्मियों की दोपहर में बच्चे उसकी छाया में खेलते हैं और बुज़ुर्ग चारपाई पर बैठकर पुरानी बातें याद करते हैं। दादी कहती हैं कि जब वह शादी करके इस गाँव में आई थीं, तब भी यह पेड़ इतना ही बड़ा था। बरसात के मौसम में इसकी जड़ों के आसपास पानी भर जाता है और मेंढक रात भर शोर करते हैं।',
    'इस सुविधा का उपयोग करने के लिए सबसे पहले अपने खाते में लॉग इन करें और सेटिंग्स पृष्ठ पर जाएँ। वहाँ आपको सूचनाओं को चालू या बंद करने का विकल्प मिलेगा। यदि आप अपना पासवर्ड भूल गए हैं, तो नीचे दिए गए लिंक पर क्लिक करके नया पासवर्ड बना सकते हैं। किसी भी समस्या के लिए हमारी सहायता टीम से संपर्क करें।',
    'वैज्ञानिकों का कहना है कि हिमालय के ग्लेशियर पिछले कुछ दशकों में तेज़ी से पिघल रहे हैं, जिससे नदियों के बहाव और खेती पर गहरा असर पड़ सकता है।',
  ],
  bn: [
    'বর্ষাকালে আমাদের বাড়ির পাশের খালটা কানায় কানায় ভরে যেত। সকালে উঠে দেখতাম উঠানে ছোট ছোট মাছ লাফাচ্ছে, আর মা রান্নাঘর থেকে ডাকছেন। বাবা নৌকা নিয়ে বাজারে যেতেন, ফেরার সময় আমাদের জন্য মুড়ি আর জিলাপি নিয়ে আসতেন। এখন সেই খাল শুকিয়ে গেছে, কিন্তু স্মৃতিগুলো রয়ে গেছে।',
    'নতুন সংস্করণে আমরা অ্যাপের গতি বাড়িয়েছি এবং কয়েকটি ত্রুটি ঠিক করেছি। অনুগ্রহ করে হালনাগাদ করার আগে আপনার গুরুত্বপূর্ণ তথ্য সংরক্ষণ করুন। কোনো সমস্যা হলে সহায়তা কেন্দ্রে যোগাযোগ করুন।',
  ],
  ta: [
    'எங்கள் ஊரில் கோடை விடுமுறை என்றாலே ஆற்றங்கரை தான் நினைவுக்கு வரும். காலையில் தாத்தாவுடன் நடந்து சென்று குளித்துவிட்டு, வழியில் இருக்கும் சிறிய கடையில் இட்லி சாப்பிடுவோம். மாலையில் நண்பர்கள் எல்லோரும் ஒன்றாக விளையாடுவார்கள். இரவில் பாட்டி சொல்லும் கதைகளைக் கேட்டுக்கொண்டே தூங்கிவிடுவோம்.',
    'இந்தப் பயன்பாட்டை நிறுவுவதற்கு முன் உங்கள் சாதனத்தில் போதுமான இடம் உள்ளதா என்று சரிபார்க்கவும். நிறுவல் முடிந்ததும் கணக்கை உருவாக்கி உள்நுழையவும்.',
  ],
  el: [
    'Το μικρό λιμάνι ξυπνάει πολύ πριν ανατείλει ο ήλιος. Οι ψαράδες γυρίζουν με τα καΐκια τους, απλώνουν τα δίχτυα στην προκυμαία και πίνουν τον πρώτο καφέ της ημέρας. Λίγο αργότερα ανοίγει ο φούρνος και η μυρωδιά του ζεστού ψωμιού φτάνει μέχρι τα τελευταία σπίτια του χωριού. Το καλοκαίρι έρχονται πολλοί επισκέπτες, αλλά τον χειμώνα μένουν μόνο λίγες οικογένειες.',
    'Για να ενεργοποιήσετε τη νέα λειτουργία, ανοίξτε τις ρυθμίσεις και επιλέξτε την καρτέλα ασφάλειας. Αν η σύνδεση διακοπεί κατά τη διάρκεια της ενημέρωσης, η διαδικασία θα συνεχιστεί αυτόματα μόλις αποκατασταθεί το δίκτυο.',
  ],
  es: [
    'Cuando era niño, mi abuelo me llevaba todos los veranos a la huerta para enseñarme a distinguir los tomates maduros de los que todavía necesitaban sol. Decía que la tierra habla si uno sabe escucharla, y que la prisa es la peor enemiga de una buena cosecha. Al volver a casa, mi abuela preparaba una ensalada enorme con aceite, sal gruesa y pan recién horneado.',
    'El equipo decidió retrasar el lanzamiento una semana porque las pruebas de carga mostraban tiempos de respuesta inaceptables. Tras revisar los registros, descubrimos que una consulta sin índice recorría la tabla completa cada vez que un usuario abría su perfil. Añadimos el índice, reducimos el tamaño de las imágenes y repetimos las mediciones: la diferencia fue notable.',
    'Según los especialistas, la sequía de los últimos años ha obligado a los agricultores a cambiar sus cultivos tradicionales por variedades más resistentes, aunque muchos temen que los precios no compensen el esfuerzo.',
  ],
  pt: [
    'A feira começa antes do amanhecer, quando os caminhões chegam carregados de mandioca, banana e peixe fresco. Dona Lúcia monta sua barraca sempre no mesmo canto, debaixo da mangueira, e conhece pelo nome quase todos os fregueses. Ela conta que aprendeu a fazer tapioca com a avó e que o segredo está em não ter pressa na hora de peneirar a goma.',
    'Para restaurar uma cópia de segurança, primeiro interrompa o serviço e verifique se existe espaço suficiente no disco. Em seguida, execute o comando de importação indicando o caminho do arquivo. Caso apareça uma mensagem de erro, consulte o registro de eventos e confirme se as permissões estão corretas antes de tentar novamente.',
  ],
  fr: [
    'Au bout de la rue, il y avait une librairie minuscule où l’on entrait toujours en baissant la tête. Le propriétaire, un ancien marin, rangeait les livres selon un ordre que lui seul comprenait : les romans d’aventures près de la fenêtre, les poèmes au fond, les dictionnaires sous l’escalier. Il prétendait qu’un bon lecteur finit toujours par trouver ce qu’il ne cherchait pas.',
    'Avant de déployer la nouvelle version, assurez-vous que toutes les migrations ont été appliquées et que les variables d’environnement sont correctement définies. En cas d’échec, le système revient automatiquement à l’état précédent, mais les fichiers temporaires doivent être supprimés à la main. N’hésitez pas à consulter la documentation si un message vous paraît obscur.',
    'D’après les chercheurs, la disparition progressive des haies a entraîné une diminution importante du nombre d’oiseaux et d’insectes pollinisateurs, ce qui inquiète aujourd’hui les apiculteurs comme les maraîchers.',
  ],
  de: [
    'Die alte Werkstatt am Stadtrand riecht nach Holz, Leim und Bohnerwachs. Seit über fünfzig Jahren werden hier Geigen gebaut und repariert, und noch immer hängt das Werkzeug des Großvaters ordentlich aufgereiht an der Wand. Wer ein Instrument abholt, muss zuerst etwas vorspielen; der Meister hört mit geschlossenen Augen zu und entscheidet dann, ob er zufrieden ist.',
    'Nach der Umstellung auf die neue Schnittstelle häuften sich die Fehlermeldungen im Protokoll. Zunächst vermuteten wir ein Netzwerkproblem, doch die Ursache war eine abgelaufene Zugriffsberechtigung, die nur in der Produktionsumgebung verwendet wurde. Wir haben die Überwachung erweitert und eine Benachrichtigung eingerichtet, damit so etwas künftig rechtzeitig auffällt.',
    'Die Bundesregierung kündigte an, den Ausbau der Schieneninfrastruktur zu beschleunigen und Genehmigungsverfahren deutlich zu vereinfachen. Umweltverbände begrüßten das Vorhaben grundsätzlich, forderten jedoch verbindliche Zwischenziele.',
  ],
  it: [
    'Ogni domenica la nonna preparava la sfoglia sul grande tavolo di legno della cucina, e noi bambini facevamo a gara per rubare i ritagli. Il ragù cuoceva piano dalla mattina presto, e il profumo arrivava fino alle scale del palazzo. Quando finalmente ci sedevamo a tavola, nessuno parlava per i primi cinque minuti.',
    'Se l’applicazione non risponde, controllate prima di tutto che il servizio sia in esecuzione e che la porta non sia occupata da un altro processo. Nel registro degli errori troverete di solito un’indicazione precisa del problema; in caso contrario, aumentate il livello di dettaglio e riprovate.',
  ],
  pl: [
    'Na strychu starego domu znaleźliśmy skrzynię pełną listów przewiązanych wstążką. Większość była napisana jeszcze przed wojną, drobnym i starannym pismem, które trudno było odczytać. Przez całą zimę siedzieliśmy wieczorami przy kominku i próbowaliśmy odtworzyć historię dwojga ludzi, którzy mieszkali po przeciwnych stronach granicy.',
    'Po zainstalowaniu aktualizacji należy ponownie uruchomić usługę i sprawdzić, czy wszystkie połączenia działają prawidłowo. Jeżeli w dzienniku pojawią się ostrzeżenia, proszę przesłać je do działu wsparcia razem z numerem wersji.',
  ],
  cs: [
    'Za vesnicí stojí starý mlýn, ve kterém už dávno nikdo nemele mouku. Děti si vyprávějí, že v něm straší, ale ve skutečnosti tam bydlí jen sovy a netopýři. Každé léto přijíždějí studenti z města, opravují střechu a večer hrají na kytaru u ohně.',
    'Před spuštěním programu se ujistěte, že máte dostatečná oprávnění a že je soubor s nastavením uložen ve správné složce. Pokud dojde k chybě, zkontrolujte nejprve připojení k databázi.',
  ],
  tr: [
    'Mahallemizdeki fırın sabahın beşinde açılır ve ilk ekmekler çıktığında sokağı mis gibi bir koku kaplar. Fırıncı Hasan Usta, babasından öğrendiği ekşi mayayı kırk yıldır canlı tutuyor. Pazar günleri pide yaptırmak isteyen komşular sıraya girer, beklerken de haftanın dedikodusunu yaparlar.',
    'Yeni sürümü yüklemeden önce verilerinizi yedeklemenizi öneririz. Kurulum sırasında bağlantınız kesilirse işlem kaldığı yerden devam edecektir. Sorun yaşarsanız günlük dosyasını destek ekibimize gönderebilirsiniz.',
  ],
  vi: [
    'Mỗi buổi sáng, bà ngoại tôi gánh hai thúng xôi ra đầu ngõ bán cho học sinh và công nhân. Hạt nếp dẻo, đậu xanh bùi, thêm chút hành phi thơm lừng khiến ai đi qua cũng phải dừng lại. Bà bảo bán hàng không chỉ để kiếm tiền mà còn để được trò chuyện với mọi người, nghe chuyện vui buồn của xóm nhỏ.',
    'Trước khi cập nhật hệ thống, bạn nên sao lưu toàn bộ dữ liệu và kiểm tra dung lượng ổ đĩa. Nếu quá trình cài đặt bị gián đoạn, hãy khởi động lại máy chủ rồi thử lại. Khi gặp lỗi không rõ nguyên nhân, vui lòng gửi tệp nhật ký cho bộ phận hỗ trợ kỹ thuật.',
  ],
  id: [
    'Setiap sore, anak-anak di kampung kami berkumpul di lapangan untuk bermain layang-layang. Angin dari laut cukup kencang, sehingga benang sering putus dan semua berlari mengejar layangan yang jatuh di sawah. Menjelang magrib, para ibu mulai memanggil dari teras rumah dan lapangan pun kembali sepi.',
    'Untuk mengaktifkan fitur ini, buka halaman pengaturan lalu pilih menu keamanan. Pastikan nomor telepon yang terdaftar masih aktif karena kode verifikasi akan dikirim melalui pesan singkat.',
  ],
  en: [
    'The lighthouse keeper had been retired for almost a decade, yet he still climbed the hundred and twelve steps every evening, as though the lamp might forget how to turn without him. Visitors found this charming. His daughter found it worrying, particularly after the winter when he slipped on the landing and lay there listening to the gulls until the postman came.',
    'What nobody tells you about rewriting a scheduler is how much of the old behaviour turns out to be load-bearing. We deleted a two-line workaround that looked like superstition, and three days later a customer in another hemisphere noticed that their invoices were being sent twice. The comment explaining it had been removed years ago because it mentioned a vendor we no longer used.',
    'Economists remain divided over whether the subsidy achieved anything beyond rewarding households that would have insulated their homes regardless. Proponents point to a measurable decline in consumption; sceptics reply that the mildest January on record deserves most of the credit.',
  ],
}
