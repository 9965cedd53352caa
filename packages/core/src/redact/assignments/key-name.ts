/**
 * The promise of a key about its value: a password, which may be any word; a credential by every part of its name; a
 * secret, which must look like one; a guess, which must look generated in a place where only values occur.
 */
export type Promised = 'password' | 'credential' | 'secret' | 'guess' | 'none'

const keyWords =
  /(?:api|access|secret|auth|private|preshared|pre-shared|encryption|decryption|signing|master|account|storage|license|licence|service|deploy|webhook|app|subscription|consumer|client|admin|root|shared|server|session|crypt|aes|hmac|jwt|bot|user|ssh|sas|write|read|ingest|instrumentation|fernet|cipher)[_\-. ]?$/i

const certainKeys =
  /(?:api|access|secret|auth|private|client|encryption|signing|master|refresh|session|id|bearer)[_\-. ]?$/i

/** Those who give out keys: beside their names even a key in small letters is one of theirs. */
const vendors = new Set(
  'openai anthropic claude gemini stripe mailgun sendgrid twilio groq mistral cohere deepseek deepgram elevenlabs exa tavily perplexity openrouter huggingface pinecone weaviate qdrant supabase firebase datadog newrelic sentry segment mixpanel amplitude posthog github gitlab bitbucket slack discord telegram notion linear airtable shopify square paypal plaid adyen cloudflare digitalocean heroku netlify vercel aws azure gcp fal replicate together fireworks cerebras xai nvidia langsmith langfuse browserbase firecrawl resend postmark mailchimp brevo sendinblue postman doppler brave serp serpapi serper rapidapi algolia mapbox maps gmaps googlemaps openweather weather newsapi unsplash pexels giphy zendesk intercom hubspot salesforce asana jira trello figma okta auth0 clerk tailscale ngrok pusher ably agora zoom dropbox box spotify youtube twitch facebook instagram twitter linkedin tiktok'.split(
    ' ',
  ),
)

/** Before a key these say what it opens or sorts: nothing that is secret. */
const plainKeys = new Set(
  'cache primary foreign sort partition public pub publishable object s3 group row range hash index lookup routing idempotency map dict config registry hot shortcut translation i18n message locale enum state query param parameter prop property field column unique natural composite surrogate item entry feature flag metric event topic kafka redis bucket data dedup dedupe react attr attribute header metadata meta setting settings preference option storage session user app read write service any no has press keyboard function'.split(
    ' ',
  ),
)

/** Before a credential's name these make it the name of something else; only whole words: "is_token", not "redis_token". */
const quietLeads = new Set(
  'page next prev previous continuation max min num total input output prompt completion cache cached cancel cancellation sync design syntax stop eos bos pad unk mask public publishable idempotency per sub has is no show forgot reset change invalid missing use lex foreign'.split(
    ' ',
  ),
)

const quietWords = new Set(
  'id ids name names type types count counts length len limit limits max min size file files filename path dir url uri endpoint field fields label hint placeholder title description desc text message msg error errors color colour usage budget expiry expires expired expiration ttl age at date time policy regex pattern format reset hash index idx kind class style scope scopes env var ref refs prefix suffix header headers param params position start end ratio rate price cost estimate used total window provider store manager service version algorithm alg encoding status state valid required enabled exists ring map list set input form button page screen view component schema model of in is to for from the and or arn address created updated source method mode strategy fn func function handler test tests spec sock socket config command cmd hasher hashers validator validators validation backend backends generator generators fallback fallbacks getter resolver reader parser lookup startswith endswith contains exact'.split(
    ' ',
  ),
)

const passwords =
  /^(?:password|passwd|passphrase|passwort|kennwort|passcode|pass|pwd|[_.-]?pw|psk|密码|口令|パスワード|비밀번호|пароль)/

/** Words that are part of longer ones: "bypass", "author". */
const endings = new Set(['pass', 'auth', 'jwt', 'psk', 'pw'])

/** The promise of the key around a keyword: `before` and `after` are the rest of the identifier on each side. */
export function promiseOf(keyword: string, before: string, after: string): Promised {
  const rest = after === '' ? after : after.replace(/^[sS](?![a-z])/, '')
  if (rest !== '' && isQuiet(rest)) return 'none'
  if (keyword === 'key') return keyPromise(before)
  const lead = lastWord(before)
  if (quietLeads.has(lead) || isLibrary(before)) return 'none'
  if (endings.has(keyword) && (/[A-Za-z0-9]$/.test(before) || (keyword !== 'auth' && /^[A-Za-z_-]/.test(rest))))
    return 'none'
  if (passwords.test(keyword) || (keyword === 'auth' && /redis\w{0,8}_$/i.test(before))) return 'password'
  const isCertain =
    /^(?:secret|credentials?|otp_?seed)$/.test(keyword) || (keyword === 'token' && certainKeys.test(before))
  return isCertain ? 'credential' : 'secret'
}

function keyPromise(before: string): Promised {
  const lead = lastWord(before)
  if (keyWords.test(before)) return certainKeys.test(before) ? 'credential' : 'secret'
  // In a file of variables nothing but a key follows such a name.
  if (vendors.has(lead)) return /^[A-Z0-9_]+$/.test(before) ? 'credential' : 'guess'
  return /^[A-Z0-9_]*[A-Z0-9]_$/.test(before) && !plainKeys.has(lead) && !quietLeads.has(lead) ? 'guess' : 'none'
}

/** "io.jsonwebtoken:…" names a library, and what follows is a part of it. */
function isLibrary(before: string): boolean {
  return /jsonweb$/i.test(before)
}

function lastWord(name: string): string {
  return wordsOf(name).at(-1)?.toLowerCase() ?? ''
}

function wordsOf(name: string): readonly string[] {
  return name.split(/[_\-.]|(?<=[a-z0-9])(?=[A-Z])/).filter((word) => word !== '')
}

/** A suffix that turns a credential's name into the name of something about it. */
function isQuiet(after: string): boolean {
  return wordsOf(after).some((word) => quietWords.has(word.toLowerCase()))
}

/** True if the keyword ends a word of the identifier: "token" and "tokenValue", not "tokenizer"; one more "s" is its plural. */
export function endsWord(text: string, end: number): boolean {
  const next = text.charCodeAt(end)
  if (!isLetter(next)) return true
  if (isCapital(next) && !isCapital(text.charCodeAt(end - 1))) return true
  return (next | 32) === 115 && !isLetter(text.charCodeAt(end + 1))
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || isCapital(code)
}

function isCapital(code: number): boolean {
  return code >= 65 && code <= 90
}
