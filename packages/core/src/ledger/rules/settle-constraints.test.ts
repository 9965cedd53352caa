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

/** Rules that stand beside the one that is ended, and must go on standing. */
const others = ['Never commit secrets.', 'Always run the linter.', 'Keep the latency below 90 ms.', '不要删除日志。']
const stillStanding = others.map((rule) => `standing: ${rule}`)

/** A rule, and what takes it back. */
const cancelled: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  English: [
    ['Always write tests with pytest.', 'Forget the rule about pytest.'],
    ['Never use yarn.', 'You can use yarn again.'],
    ['Please always answer in French.', 'You no longer need to answer in French.'],
    ["Don't touch src/legacy.", 'The restriction on src/legacy is lifted.'],
    ['Every commit must be signed.', 'Commits do not have to be signed any more.'],
    ['Use snake_case everywhere.', 'Scrap the snake_case rule, camelCase is fine.'],
    ['Do not deploy on Fridays.', 'Never mind about Fridays, you may deploy then too.'],
    ['Always write British English.', 'You can forget about the British English rule.'],
    ['Never use port 8080.', 'Port 8080 is now allowed.'],
    ['You must not edit schema.sql.', "The ban on schema.sql doesn't apply anymore."],
  ],
  German: [
    ['Verwende niemals Docker.', 'Docker ist jetzt doch erlaubt.'],
    ['Antworte immer auf Deutsch.', 'Du musst nicht mehr auf Deutsch antworten.'],
    ['Benutze immer Tabs.', 'Vergiss die Tabs-Regel.'],
    ['Ändere niemals die API.', 'Das Verbot für die API ist aufgehoben.'],
  ],
  French: [
    ["N'utilise jamais de regex.", 'Tu peux maintenant utiliser des regex.'],
    ['Réponds toujours en anglais.', "Tu n'as plus besoin de répondre en anglais."],
    ['Utilise toujours des tabulations.', 'Oublie la règle sur les tabulations.'],
    ['Ne touche pas au dossier legacy.', "L'interdiction du dossier legacy est levée."],
  ],
  Spanish: [
    ['Nunca uses lodash.', 'Ya puedes usar lodash.'],
    ['Responde siempre en inglés.', 'Ya no hace falta responder en inglés.'],
    ['Siempre usa tipos explícitos.', 'Olvida la regla de los tipos explícitos.'],
  ],
  Portuguese: [
    ['Nunca use lodash.', 'Agora você pode usar lodash.'],
    ['Sempre escreva testes.', 'Não precisa mais escrever testes.'],
    ['Sempre use tabulações.', 'Esqueça a regra das tabulações.'],
  ],
  Italian: [
    ['Non usare mai lodash.', 'Ora puoi usare lodash.'],
    ['Usa sempre i tipi espliciti.', 'Dimentica la regola dei tipi espliciti.'],
    ['Rispondi sempre in inglese.', 'Non è più necessario rispondere in inglese.'],
  ],
  Polish: [
    ['Nigdy nie używaj lodash.', 'Teraz możesz używać lodash.'],
    ['Zawsze uruchamiaj testy.', 'Nie musisz już uruchamiać testów.'],
    ['Zawsze używaj tabulatorów.', 'Zapomnij o zasadzie tabulatorów.'],
  ],
  Turkish: [
    ['Asla lodash kullanma.', 'Artık lodash kullanabilirsin.'],
    ["Asla main'e push yapma.", "Artık main'e push yapabilirsin."],
    ['Her zaman pytest kullan.', 'pytest kuralını unut.'],
  ],
  Vietnamese: [
    ['Đừng dùng lodash.', 'Bây giờ bạn có thể dùng lodash.'],
    ['Luôn chạy test trước khi commit.', 'Không cần chạy test trước khi commit nữa.'],
    ['Luôn dùng pytest.', 'Quên quy tắc về pytest đi.'],
  ],
  Indonesian: [
    ['Jangan gunakan lodash.', 'Sekarang kamu boleh menggunakan lodash.'],
    ['Selalu jalankan tes sebelum commit.', 'Tidak perlu menjalankan tes sebelum commit lagi.'],
    ['Selalu gunakan pytest.', 'Lupakan aturan tentang pytest.'],
  ],
  Russian: [
    ['Никогда не используй eval.', 'Теперь eval использовать можно.'],
    ['Всегда запускай тесты.', 'Больше не нужно запускать тесты.'],
    ['Всегда используй pytest.', 'Забудь правило про pytest.'],
    ['Никогда не пушь в main.', 'Теперь можно пушить в main.'],
    ['Не трогай папку legacy.', 'Запрет на папку legacy снят.'],
  ],
  Ukrainian: [
    ['Ніколи не використовуй eval.', 'Тепер можна використовувати eval.'],
    ['Завжди запускай тести.', 'Більше не потрібно запускати тести.'],
    ['Завжди використовуй pytest.', 'Забудь правило про pytest.'],
  ],
  Chinese: [
    ['不要使用 axios。', '现在可以使用 axios 了。'],
    ['提交前务必运行测试', '提交前不用再运行测试了。'],
    ['必须使用 pytest。', '取消使用 pytest 的规则。'],
  ],
  Japanese: [
    ['必ず敬語を使ってください。', '敬語はもう使わなくていいです。'],
    ['axiosは使わないでください。', 'axiosを使ってもいいです。'],
    ['必ずpytestを使ってください。', 'pytestのルールは忘れてください。'],
  ],
  Korean: [
    ['axios를 사용하지 마세요.', '이제 axios를 사용해도 돼요.'],
    ['반드시 pytest를 사용하세요.', 'pytest 규칙은 잊어주세요.'],
    ['반드시 테스트를 작성하세요.', '더 이상 테스트를 작성하지 않아도 됩니다.'],
  ],
  Arabic: [
    ['لا تستخدم lodash.', 'يمكنك الآن استخدام lodash.'],
    ['يجب استخدام pytest دائما.', 'انس قاعدة pytest.'],
    ['يجب استخدام eslint.', 'لم يعد من الضروري استخدام eslint.'],
  ],
  Hindi: [
    ['कभी भी lodash का उपयोग मत करो।', 'अब आप lodash का उपयोग कर सकते हैं।'],
    ['हमेशा pytest का उपयोग करो।', 'pytest वाला नियम भूल जाओ।'],
    ['हमेशा eslint का उपयोग करो।', 'अब eslint की ज़रूरत नहीं है।'],
  ],
  Thai: [
    ['ห้ามใช้ lodash', 'ตอนนี้ใช้ lodash ได้แล้ว'],
    ['ต้องใช้ pytest เสมอ', 'ไม่ต้องใช้ pytest แล้ว'],
    ['ต้องใช้ eslint เสมอ', 'ลืมกฎ eslint'],
  ],
}

describe.each(Object.entries(cancelled))('%s', (_, pairs) => {
  test.each(pairs)('"%s" is cancelled by "%s", and nothing else is', (rule, release) => {
    expect(statesAfter(...others, rule, release).sort()).toEqual([...stillStanding, `cancelled: ${rule}`].sort())
  })
})

/** A rule, and the one that takes its place. */
const superseded: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  English: [
    ['Keep the budget below 500 USD.', 'Raise the budget to 800 USD.'],
    ['Only use Python 3.10.', 'Change of plan: use Python 3.12 instead of 3.10.'],
    ['Use at most 3 retries.', 'Use at most 5 retries.'],
    ['Keep the budget below 500 USD.', 'The budget is now 300 USD.'],
    ['Always use jest.', 'Switch to vitest instead of jest.'],
  ],
  German: [
    ['Halte das Budget unter 500 Euro.', 'Erhöhe das Budget auf 800 Euro.'],
    ['Verwende immer Docker.', 'Verwende ab jetzt Podman statt Docker.'],
    ['Antworte immer auf Deutsch.', 'Antworte ab jetzt auf Englisch.'],
  ],
  French: [
    ['Garde le budget sous 500 euros.', 'Augmente le budget à 800 euros.'],
    ['Utilise toujours docker.', 'Utilise podman au lieu de docker.'],
    ['Réponds toujours en français.', 'Désormais, réponds en anglais.'],
  ],
  Spanish: [
    ['Mantén el presupuesto por debajo de 500 euros.', 'Sube el presupuesto a 800 euros.'],
    ['Usa siempre docker.', 'Usa podman en lugar de docker.'],
  ],
  Portuguese: [
    ['Mantenha o orçamento abaixo de 500 reais.', 'Aumente o orçamento para 800 reais.'],
    ['Sempre use docker.', 'Use podman em vez de docker.'],
  ],
  Italian: [
    ['Mantieni il budget sotto 500 euro.', 'Aumenta il budget a 800 euro.'],
    ['Usa sempre docker.', 'Usa podman invece di docker.'],
  ],
  Polish: [
    ['Budżet musi wynosić maksymalnie 500 zł.', 'Zwiększ budżet do 800 zł.'],
    ['Zawsze używaj docker.', 'Używaj podman zamiast docker.'],
  ],
  Turkish: [
    ['Bütçe en fazla 500 dolar olmalı.', 'Bütçeyi 800 dolara çıkar.'],
    ['Her zaman docker kullan.', 'docker yerine podman kullan.'],
  ],
  Vietnamese: [
    ['Ngân sách phải dưới 500 USD.', 'Tăng ngân sách lên 800 USD.'],
    ['Luôn dùng docker.', 'Hãy dùng podman thay vì docker.'],
  ],
  Indonesian: [
    ['Anggaran harus di bawah 500 USD.', 'Naikkan anggaran menjadi 800 USD.'],
    ['Selalu gunakan docker.', 'Gunakan podman daripada docker.'],
  ],
  Russian: [
    ['Бюджет должен быть не больше 500 долларов.', 'Подними бюджет до 800 долларов.'],
    ['Всегда используй docker.', 'Используй podman вместо docker.'],
  ],
  Ukrainian: [
    ['Бюджет повинен бути не більше 500 доларів.', 'Збільш бюджет до 800 доларів.'],
    ['Завжди використовуй docker.', 'Використовуй podman замість docker.'],
  ],
  Chinese: [
    ['预算必须控制在 500 美元以内。', '把预算提高到 800 美元。'],
    ['必须使用 docker。', '请用 podman 而不是 docker。'],
  ],
  Japanese: [
    ['予算は必ず500ドル以下にしてください。', '予算を800ドルに引き上げてください。'],
    ['必ずdockerを使ってください。', 'dockerではなくpodmanを使ってください。'],
  ],
  Korean: [
    ['예산은 반드시 500달러 이하로 유지하세요.', '예산을 800달러로 올려주세요.'],
    ['반드시 docker를 사용하세요.', 'docker 대신 podman을 사용하세요.'],
  ],
  Arabic: [
    ['يجب أن تكون الميزانية أقل من 500 دولار.', 'ارفع الميزانية إلى 800 دولار.'],
    ['استخدم docker دائما.', 'استخدم podman بدلا من docker.'],
  ],
  Hindi: [
    ['बजट 500 डॉलर से कम होना चाहिए।', 'बजट 800 डॉलर तक बढ़ाओ।'],
    ['हमेशा docker का उपयोग करो।', 'docker के बजाय podman का उपयोग करो।'],
  ],
  Thai: [
    ['งบประมาณต้องไม่เกิน 500 บาท', 'เพิ่มงบประมาณเป็น 800 บาท'],
    ['ต้องใช้ docker เสมอ', 'ใช้ podman แทนที่จะใช้ docker'],
  ],
}

describe.each(Object.entries(superseded))('%s', (_, pairs) => {
  test.each(pairs)('"%s" gives way to "%s", and nothing else does', (rule, next) => {
    expect(statesAfter(...others, rule, next).sort()).toEqual(
      [...stillStanding, `superseded: ${rule}`, `standing: ${next}`].sort(),
    )
  })
})

test.each([
  'Forget all earlier rules.',
  'Vergiss alle bisherigen Regeln.',
  'Oublie toutes les règles précédentes.',
  'Olvida todas las reglas anteriores.',
  'Esqueça todas as regras anteriores.',
  'Dimentica tutte le regole precedenti.',
  'Zapomnij o wszystkich poprzednich zasadach.',
  'Önceki tüm kuralları unut.',
  'Quên tất cả các quy tắc trước đó.',
  'Lupakan semua aturan sebelumnya.',
  'Забудь все предыдущие правила.',
  'Забудь всі попередні правила.',
  '忘掉之前的所有规则。',
  'これまでのすべてのルールは忘れてください。',
  '이전의 모든 규칙은 잊어주세요.',
  'انس جميع القواعد السابقة.',
  'पिछले सभी नियम भूल जाओ।',
  'ลืมกฎทั้งหมดก่อนหน้า',
])('"%s" ends every rule', (said) => {
  expect(statesAfter(...others, said).sort()).toEqual(others.map((rule) => `cancelled: ${rule}`).sort())
})

test('what a sentence orders after it took a rule back is a rule', () => {
  expect(statesAfter('Always use tabs.', 'Forget the rule about tabs, always use four spaces.').sort()).toEqual([
    'cancelled: Always use tabs.',
    'standing: always use four spaces.',
  ])
})
