import type { Rule } from '../scan/rule.ts'
import type { Span } from '../scan/span.ts'
import { isJumble, isSecretValue } from '../values/is-secret-value.ts'

/** Words for a password; a capital that is not of ASCII is another keyword. */
const passwords = [
  'password',
  'passphrase',
  'passwort',
  'kennwort',
  'mot de passe',
  'contrase',
  'clave de acceso',
  'senha',
  'palavra-passe',
  'parola',
  'wachtwoord',
  'hasło',
  'hasła',
  'şifre',
  'Şifre',
  'mật khẩu',
  'lösenord',
  'adgangskode',
  'passord',
  'salasana',
  'heslo',
  'jelsz',
  'lozink',
  'kata sandi',
  'kata laluan',
  'пароль',
  'Пароль',
  'парол',
  'Парол',
  'лозинк',
  'κωδικός',
  'Κωδικός',
  'كلمة المرور',
  'كلمة السر',
  'סיסמ',
  'رمز عبور',
  'گذرواژه',
  'पासवर्ड',
  'รหัสผ่าน',
  'পাসওয়ার্ড',
  'கடவுச்சொல்',
  'パスワード',
  '비밀번호',
  ...told(['密码', '密碼', '口令', '암호']),
]

/** Words for a key or a token: the value after them must look generated. */
const keys = [
  'jeton',
  'api-schlüssel',
  'clé api',
  "clé d'api",
  'clave api',
  'clave de api',
  'chave api',
  'chave de api',
  'chiave api',
  'klucz api',
  'api-nyckel',
  'api-sleutel',
  'api anahtar',
  'khóa api',
  'токен',
  'Токен',
  'ключ api',
  'api-ключ',
  'apiキー',
  'トークン',
  'api 키',
  ...told(['密钥', '密鑰', '令牌', '토큰']),
]

/** A keyword has three characters at least, so a shorter word is looked for with what may follow it. */
function told(words: readonly string[]): readonly string[] {
  return words.flatMap((word) => Array.from('是为為：:는은이', (link) => word + link))
}

/** "Das Passwort lautet …", "パスワードは…です": a word for a credential, a word that says which, and the credential. */
export const spokenPasswordRules: readonly Rule[] = [
  { id: 'told-password', keywords: passwords, find: (text, at, keyword) => find(text, endOf(at, keyword), true) },
  { id: 'told-secret', keywords: keys, find: (text, at, keyword) => find(text, endOf(at, keyword), false) },
]

function endOf(at: number, keyword: string): number {
  return at + keyword.length - (/[是为為：:는은이]$/.test(keyword) ? 1 : 0)
}

const ending = "[\\p{L}\\p{M}']{0,5}"
/** The thing that the password is for: "für die Datenbank". */
const purpose = '(?:[ \\t]{1,200}[^\\s\\d:：=,.!?…]{1,24}){0,5}?'
const says =
  'ist|lautet|heißt|war|est|es|és|era|è|é|jest|to|brzmi|is|luidt|är|er|on|je|este|là|adalah|ialah|είναι|هي|هو|است|ہے|है|היא|הוא|это|е'
const link = new RegExp(
  `${ending}${purpose}(?:[ \\t]{0,200}[:：=—–][ \\t]{0,200}|[ \\t]{1,200}(?:${says})[ \\t:：]{1,200}|[ \\t]{0,200}(?:は|が|是|为|為|คือ)[ \\t:：]{0,200}|(?<=[는은이가])[ \\t]{1,200})[*"'\`„“”«「『‘（(]{0,3}(?:(?<=«)[ \\u00a0])?`,
  'uy',
)
/** "With password …": then it must look generated. */
const beside = /[ \t]+["'`„“«「]?/y
/** Ends where another script goes on: "hunter2です". */
const word = /[!-~]{4,512}/y
const closing = /(?<!["'`*)\]},.;:!?>])["'`*)\]},.;:!?>]+$/

function find(text: string, from: number, strong: boolean): readonly Span[] {
  link.lastIndex = from
  beside.lastIndex = from
  const lead = link.exec(text)?.[0]
  const gap = lead ?? beside.exec(text)?.[0]
  if (gap === undefined) return []
  const start = from + gap.length
  word.lastIndex = start
  const value = word.exec(text)?.[0].replace(closing, '') ?? ''
  return isTold(value, strong && lead !== undefined)
    ? [{ id: strong ? 'password' : 'secret', start, end: start + value.length }]
    : []
}

/** Nothing but the sentence says that it is a credential, so it must look like none of the words of one. */
function isTold(value: string, strong: boolean): boolean {
  if (
    !/[A-Za-z]/.test(value) ||
    !(/\d/.test(value) || isJumble(value)) ||
    /^\d+[-.]?[A-Za-z]+$|[/\\[\]{}<>()"'`=:,;|]/.test(value)
  )
    return false
  return isSecretValue(value, { strong, quoted: false, literal: false })
}
