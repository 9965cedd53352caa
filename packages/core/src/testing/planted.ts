/** Made-up credentials of every kind, put together at run time: no line of this file looks like one. */
export interface Planted {
  readonly kind: string
  /** As it would appear in a text. */
  readonly text: string
  /** The part that must not survive. */
  readonly secret: string
}

const lower = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
const alnum = lower + lower.toUpperCase() + digits
const hex = 'abcdef0123456789'
const base64 = `${alnum}+/`
const base64url = `${alnum}_-`

/** The same seed, the same characters: a failing test names its case. */
export function createDice(seed: number): (alphabet: string, length: number) => string {
  let state = seed >>> 0 || 1
  const roll = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  return (alphabet, length) => Array.from({ length }, () => alphabet[roll(alphabet.length)]).join('')
}

/** Draws so many characters of an alphabet. */
type Dice = (alphabet: string, length: number) => string

/** Returns one of each kind that begins with its own marker and is found anywhere. */
export function plantTokens(seed: number): readonly Planted[] {
  const any = createDice(seed)
  const texts = { ...earlierTokens(any), ...laterTokens(any), ...serviceTokens(any) }
  return Object.entries(texts).map(([kind, text]) => ({ kind, text, secret: text }))
}

function uuidOf(any: Dice): string {
  return [8, 4, 4, 4, 12].map((length) => any(hex, length)).join('-')
}

function jwtOf(any: Dice): string {
  return [`ey${'J'}${any(alnum, 30)}`, `ey${'J'}${any(base64url, 60)}`, any(base64url, 43)].join('.')
}

function earlierTokens(any: Dice): Readonly<Record<string, string>> {
  return {
    'aws-access-key': `AK${'IA'}${any(lower.toUpperCase() + digits, 16)}`,
    'aws-session-key': `AS${'IA'}${any(lower.toUpperCase() + digits, 16)}`,
    'gcp-api-key': `AI${'za'}${any(base64url, 34)}x`,
    'google-oauth': `ya${'29.'}a0${any(base64url, 60)}`,
    'google-client': `GOC${'SPX-'}${any(base64url, 28)}`,
    'google-refresh': `1/${'/0'}${any(base64url, 60)}`,
    'azure-client': `${any(alnum, 3)}8${'Q~'}${any(alnum, 34)}`,
    'azure-devops': `${any(alnum, 76)}AZ${'DO'}${any(alnum, 4)}`,
    digitalocean: `do${'p_v1_'}${any(hex, 64)}`,
    heroku: `HR${'KU-'}${any(base64url, 60)}`,
    cloudflare: `cf${'ut_'}${any(alnum, 48)}`,
    'cloudflare-origin': `v1${'.0-'}${any(hex, 24)}-${any(hex, 146)}`,
    anthropic: `sk-${'ant-'}api03-${any(base64url, 93)}AA`,
    'openai-project': `sk-${'proj-'}${any(base64url, 120)}`,
    openai: `sk-${any(alnum, 20)}T3Blbk${'FJ'}${any(alnum, 20)}`,
    deepseek: `sk-${any(hex, 32)}`,
    openrouter: `sk-${'or-'}v1-${any(hex, 64)}`,
    huggingface: `h${'f_'}${any(alnum, 34)}`,
    replicate: `r${'8_'}${any(alnum, 37)}`,
    groq: `gs${'k_'}${any(alnum, 52)}`,
    xai: `xa${'i-'}${any(alnum, 80)}`,
    perplexity: `pp${'lx-'}${any(alnum, 48)}`,
    nvidia: `nv${'api-'}${any(base64url, 64)}`,
    langsmith: `ls${'v2_pt_'}${any(hex, 32)}_${any(hex, 10)}`,
    'github-classic': `gh${'p_'}${any(alnum, 36)}`,
    'github-oauth': `gh${'o_'}${any(alnum, 36)}`,
    'github-user': `gh${'u_'}${any(alnum, 36)}`,
    'github-server': `gh${'s_'}${any(alnum, 36)}`,
    'github-refresh': `gh${'r_'}${any(alnum, 76)}`,
    'github-fine': `github${'_pat_'}${any(alnum, 22)}_${any(alnum, 59)}`,
    gitlab: `gl${'pat-'}${any(base64url, 20)}`,
    bitbucket: `AT${'BB'}${any(alnum, 32)}`,
    atlassian: `AT${'ATT3'}xFfGF0${any(base64url, 180)}`,
    'slack-bot': `xo${'xb-'}${any(digits, 12)}-${any(digits, 13)}-${any(alnum, 24)}`,
    'slack-user': `xo${'xp-'}${any(digits, 12)}-${any(digits, 12)}-${any(hex, 32)}`,
    'slack-app': `xa${'pp-'}1-A${any(digits, 10)}-${any(digits, 13)}-${any(hex, 64)}`,
  }
}

function laterTokens(any: Dice): Readonly<Record<string, string>> {
  return {
    discord: `MT${'Ay'}${any(alnum, 22)}.${any(base64url, 6)}.${any(base64url, 37)}x`,
    stripe: `sk_${'live_'}${any(alnum, 24)}`,
    'stripe-restricted': `rk_${'live_'}${any(alnum, 24)}`,
    'stripe-webhook': `wh${'sec_'}${any(alnum, 32)}`,
    square: `sq0${'atp-'}${any(base64url, 22)}`,
    'square-new': `EA${'AA'}${any(alnum, 60)}`,
    braintree: `access_${'token$'}production$${any(lower + digits, 16)}$${any(hex, 32)}`,
    twilio: `A${'C'}a${any(hex, 31)}`,
    'twilio-key': `S${'K'}${any(hex, 32)}`,
    sendgrid: `S${'G.'}${any(base64url, 22)}.${any(base64url, 43)}`,
    mailgun: `ke${'y-'}${any(hex, 32)}`,
    mailchimp: `${any(hex, 32)}-${'us'}12`,
    npm: `np${'m_'}${any(alnum, 36)}`,
    pypi: `py${'pi-'}AgEIcHlwaS5vcmc${any(base64url, 120)}`,
    docker: `dckr${'_pat_'}${any(base64url, 27)}`,
    newrelic: `NR${'AK-'}${any(lower.toUpperCase() + digits, 27)}`,
    sentry: `sn${'trys_'}ey${'J'}${any(alnum, 90)}_${any(alnum, 43)}`,
    grafana: `gl${'sa_'}${any(alnum, 32)}_${any(hex, 8)}`,
    vault: `hv${'s.'}${any(base64url, 90)}`,
    shopify: `sh${'pat_'}${any(hex, 32)}`,
    linear: `lin${'_api_'}${any(alnum, 40)}`,
    notion: `sec${'ret_'}${any(alnum, 43)}`,
    'notion-new': `nt${'n_'}${any(alnum, 46)}`,
    airtable: `pa${'t'}${any(alnum, 14)}.${any(hex, 64)}`,
    databricks: `da${'pi'}${any(hex, 32)}`,
    supabase: `sb${'p_'}${any(hex, 40)}`,
    planetscale: `psc${'ale_tkn_'}${any(base64url, 43)}`,
    terraform: `${any(alnum, 14)}.atlas${'v1.'}${any(alnum, 67)}`,
    age: `AGE-SECRET-${'KEY-1'}${any(lower.toUpperCase() + digits, 58)}`,
    doppler: `dp${'.pt.'}${any(alnum, 43)}`,
    postman: `PM${'AK-'}${any(hex, 24)}-${any(hex, 34)}`,
    figma: `fi${'gd_'}${any(base64url, 40)}`,
    launchdarkly: `sd${'k-'}${uuidOf(any)}`,
    jwt: jwtOf(any),
    'ssh-body': `b3BlbnNzaC1rZXkt${'djE'}AAAA${any(base64, 60)}`,
    'encoded-pem': `LS0tLS1CRUdJ${'TiB'}QUklWQVRFIEtFWS0tLS0t${any(base64, 80)}`,
  }
}

function serviceTokens(any: Dice): Readonly<Record<string, string>> {
  return {
    jsr: `js${'rt_'}${any(alnum, 32)}`,
    palimpsest: `palimp${'sest_'}${any(base64url, 43)}`,
    matrix: `sy${'t_'}${any(alnum, 12)}_${any(alnum, 20)}_${any(alnum, 6)}`,
    voyage: `p${'a-'}${any(alnum, 43)}`,
    friendli: `fl${'p_'}${any(alnum, 46)}`,
    paddle: `pdl_${'live_apikey_'}${any(lower + digits, 26)}_${any(alnum, 22)}_${any(alnum, 3)}`,
    mollie: `li${'ve_'}${any(alnum, 30)}`,
    adyen: `AQ${'E'}${any(alnum, 60)}-${any(alnum, 43)}=-${any(alnum, 16)}`,
    duffel: `duffel_${'live_'}${any(base64url, 42)}x`,
    easypost: `EZ${'AK'}${any(alnum, 54)}`,
    shippo: `shippo_${'live_'}${any(hex, 40)}`,
    honeycomb: `hc${'aik_'}${any(lower + digits, 58)}`,
    axiom: `xa${'at-'}${uuidOf(any)}`,
    intercom: `dG${'9rO'}${any(alnum, 54)}=`,
    clickup: `p${'k_'}${any('123456789', 8)}_${any(lower.toUpperCase() + digits, 32)}`,
    twitter: `${'A'.repeat(21)}${any(alnum, 80)}`,
    linkedin: `WPL_${'AP1.'}${any(alnum, 16)}.${any(alnum, 6)}==`,
    dropbox: `sl${'.B'}${any(base64url, 139)}`,
    readme: `rd${'me_'}${any(lower + digits, 70)}`,
    onfido: `api_${'live.'}${any(alnum, 20)}.${any(alnum, 32)}`,
    firebase: `${any(alnum, 11)}:${'APA91b'}${any(base64url, 133)}x`,
  }
}

/** Credentials that only their surroundings betray. */
export function plantInPlace(seed: number): readonly Planted[] {
  const any = createDice(seed)
  const block = (label: string, line: string): Planted => {
    const lines = Array.from({ length: 12 }, () => any(base64, 64))
    const secret = lines[5] ?? ''
    return {
      kind: `${label}, ${line.length} characters a break`,
      secret,
      text: ['BEGIN', 'END'].map((edge) => `-----${edge} ${label}-----`).join(`${line}${lines.join(line)}${line}`),
    }
  }
  return [
    ...['RSA', 'EC', 'OPENSSH', 'ENCRYPTED', 'DSA'].map((name) => block(`${name} PRIVATE${' KEY'}`, '\n')),
    block(`PRIVATE${' KEY'}`, '\\n'),
    block(`PRIVATE${' KEY'}`, '\\\\n'),
    block(`PGP PRIVATE${' KEY BLOCK'}`, '\n'),
    ...earlierPlaces(any),
    ...laterPlaces(any),
  ]
}

function place(kind: string, secret: string, before: string, after = ''): Planted {
  return { kind, secret, text: `${before}${secret}${after}` }
}

function earlierPlaces(any: Dice): readonly Planted[] {
  return [
    place('aws secret', any(base64, 40), 'aws_secret_access_key = '),
    place('aws secret in JSON', any(base64, 40), '"SecretAccessKey": "', '"'),
    place('aws secret beside its id', any(base64, 40), `AK${'IA'}${any(digits, 16)},`),
    place(
      'azure account key',
      `${any(base64, 86)}==`,
      'DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=',
      ';EndpointSuffix=core',
    ),
    place('azure signature', `${any(alnum, 43)}%3D`, 'https://acme.blob.core.example/x?sv=2022-11-02&sp=r&sig='),
    place('slack webhook', any(alnum, 24), `https://hooks.slack.com/services/T${any(alnum, 8)}/B${any(alnum, 8)}/`),
    place('discord webhook', any(base64url, 68), `https://discord.com/api/webhooks/${any(digits, 18)}/`),
    place('telegram', `AA${any(base64url, 33)}`, `https://api.telegram.org/bot${any('123456789', 10)}:`, '/getMe'),
    place('postgres', `${any(alnum, 12)}!`, 'postgres://app:', '@db.internal:5432/main'),
    place('redis', any(alnum, 16), 'redis://:', '@cache:6379/0'),
    place('mongodb', any(alnum, 16), 'mongodb+srv://root:', '@cluster0.abcde.mongodb.net/'),
    place('sentry dsn', any(hex, 32), 'https://', '@o1234.ingest.sentry.io/42'),
    place('bearer', any(base64url, 32), 'Authorization: Bearer '),
    place('basic header', `${any(base64, 22)}==`, 'authorization: Basic '),
    place('token header', any(hex, 40), '-H "Authorization: token ', '"'),
    place('api key header', any(alnum, 32), 'x-api-key: '),
    place('cookie', any(alnum, 32), 'Cookie: theme=dark; sessionid=', '; lang=en'),
    place('set-cookie', any(alnum, 32), 'Set-Cookie: sid=', '; Path=/; HttpOnly'),
    place('session cookie', `s%3A${any(alnum, 32)}.${any(alnum, 30)}`, 'connect.sid='),
    place('datadog', any(hex, 32), 'DD_API_KEY='),
    place('heroku', '0a1b2c3d-1111-4222-8333-a4b5c6d7e8f9', 'HEROKU_API_KEY='),
    place('twilio auth token', any(hex, 32), 'TWILIO_AUTH_TOKEN='),
  ]
}

function laterPlaces(any: Dice): readonly Planted[] {
  return [
    place('paypal', any(base64url, 79), 'paypal_client_secret: "E', '"'),
    place('env password', `${any(lower, 6)}${any(digits, 2)}`, 'DB_PASSWORD='),
    place('env word', any(lower, 9), 'DB_PASSWORD='),
    place('json password', `${any(lower, 6)}${any(digits, 2)}`, '{"user":"bob","password":"', '"}'),
    place('nested json', any(alnum, 24), '{\\"token\\":\\"', '\\"}'),
    place('doubly nested json', any(alnum, 24), '\\\\\\"client_secret\\\\\\":\\\\\\"', '\\\\\\"'),
    place('yaml', any(alnum, 20), 'spec:\n  api_key: '),
    place('code', any(alnum, 24), "const apiKey: string = '", "'"),
    place('python', any(alnum, 24), 'client = Client(api_key="', '")'),
    place('list of variables', any(alnum, 20), '- name: API_TOKEN\n  value: '),
    place('members name and value', any(alnum, 20), '{"name":"SECRET_KEY","value":"', '"}'),
    place('flag', `${any(lower, 6)}${any(digits, 3)}`, 'mytool login --password '),
    place('flag with equals', any(alnum, 24), 'mytool --api-key='),
    place('curl user', any(alnum, 10), 'curl -sS -u admin:', ' https://example.com/'),
    place('mysql', `${any(lower, 6)}7`, 'mysql -h db -u root -p', ' shop'),
    place('sshpass', `${any(lower, 6)}7`, "sshpass -p '", "' ssh host"),
    place('netrc', any(alnum, 12), 'machine example.com login bob password '),
    place('npmrc', any(alnum, 36), '//packages.example.org/:_authToken='),
    place('docker config', `${any(base64, 22)}==`, '{"auths":{"ghcr.io":{"auth":"', '"}}}'),
    place('xml', `${any(alnum, 10)}7`, '<password>', '</password>'),
    place('sql server', `${any(alnum, 10)}7`, 'Server=db;User Id=sa;Password=', ';Encrypt=true'),
    place('query', any(alnum, 24), 'GET /v1/items?access_token=', '&page=2'),
    place('sentence', any(alnum, 28), 'my api key for staging is '),
    place('markdown', any(alnum, 24), '**API key:** `', '`'),
    place('okta', `00${any(base64url, 39)}x`, 'Authorization: SSWS '),
    place('twitch', any(lower + digits, 30), 'oauth:'),
    place('chinese', `${any(lower, 6)}99`, '数据库密码：'),
    place('bcrypt', any(alnum, 53), `$2${'b$'}12$`),
    place('cut off key', any(base64, 64), `-----BEGIN PRIVATE${' KEY'}-----\n`, '\n'),
  ]
}

/** Ways in which a credential turns up in a transcript. */
export const surroundings: Readonly<Record<string, (text: string) => string>> = {
  bare: (text) => text,
  quoted: (text) => `got "${text}" from it`,
  json: (text) => JSON.stringify({ output: `line one\n${text}\nline two` }),
  'json in json': (text) => JSON.stringify({ body: JSON.stringify({ output: `a\n${text}\tb` }) }),
  log: (text) => `2026-01-02T03:04:05Z INFO worker[12] started with ${text} (ok)`,
  markdown: (text) => `Use this:\n\n\`\`\`sh\n${text}\n\`\`\`\n`,
  list: (text) => `- ${text}\n- other`,
  'middle of a long text': (text) =>
    `${'Nothing to see here, move on. '.repeat(400)}\n${text}\n${'More of the same. '.repeat(400)}`,
}

/** Further ways for a token that is known by itself. */
export const tokenSurroundings: Readonly<Record<string, (text: string) => string>> = {
  env: (text) => `FOO=1\nSERVICE_VALUE=${text}\nBAR=2`,
  shell: (text) => `export X='${text}' && run --flag ${text}`,
  url: (text) => `https://example.com/cb?state=1&code=${text}&x=2`,
  yaml: (text) => `service:\n  value: ${text}\n  other: 1`,
  sentence: (text) => `It answered with ${text}, then stopped.`,
  coloured: (text) => `\u001b[31m${text}\u001b[0m`,
}
