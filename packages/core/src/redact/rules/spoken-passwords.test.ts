import { describe, expect, test } from 'vitest'
import { createDice } from '../../testing/planted.ts'
import { redact } from '../redact.ts'

const any = createDice(11)
const made = `${any('bcdfghjkmnpqrstvwxz', 6)}${any('23456789', 2)}`
const key = any('abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789', 32)

test.each([
  ['Log in as admin with password ', ' and look.'],
  ['Benutzer admin, Passwort ', ''],
])('%s…%s: what stands right behind the word is one where it looks generated', (before, after) => {
  expect(redact(`${before}${key.slice(0, 10)}7x2Q${after}`).text).toBe(`${before}[REDACTED]${after}`)
  expect(redact(`${before}manager4${after}`).text).toBe(`${before}manager4${after}`)
})

test('letters that nobody would put in this order are a password, words joined by capitals are none', () => {
  expect(redact('Le mot de passe est kTqRBBtGzprBPh.').text).toBe('Le mot de passe est [REDACTED].')
  expect(redact('Das Passwort ist inputFieldValue.').text).toContain('inputFieldValue')
})

describe('a password told in a sentence is replaced, and nothing else', () => {
  test.each([
    ['Das Passwort ist ', '.'],
    ['Das Kennwort lautet ', ', danke'],
    ['The passphrase of the vault is ', '.'],
    ['La clave de acceso es ', '.'],
    ['Пароль от сервера — ', ''],
    ['Das Passwort für die Datenbank lautet: ', ''],
    ['Le mot de passe est ', '.'],
    ['Le mot de passe de la base est « ', ' »'],
    ['La contraseña es ', '.'],
    ['La contraseña del servidor es ', ''],
    ['A senha é ', '.'],
    ['La password è ', '.'],
    ['La parola chiave: ', ''],
    ['Het wachtwoord is ', '.'],
    ['Hasło to ', '.'],
    ['Hasło do bazy: ', ''],
    ['Şifre: ', ''],
    ['Mật khẩu là ', '.'],
    ['mật khẩu là ', '.'],
    ['Lösenordet är ', '.'],
    ['Adgangskoden er ', '.'],
    ['Passordet er ', '.'],
    ['Salasana on ', '.'],
    ['Heslo je ', '.'],
    ['A jelszó: ', ''],
    ['Lozinka je ', '.'],
    ['Kata sandi adalah ', '.'],
    ['пароль: ', ''],
    ['Пароль от сервера: ', ''],
    ['Паролата е ', '.'],
    ['Ο κωδικός είναι ', '.'],
    ['كلمة المرور هي ', '.'],
    ['הסיסמה היא ', '.'],
    ['पासवर्ड है ', '।'],
    ['รหัสผ่านคือ ', ''],
    ['密码是', '。'],
    ['数据库密码为 ', '，谢谢'],
    ['パスワードは ', ' です'],
    ['パスワードは「', '」です'],
    ['パスワードは', 'です。'],
    ['비밀번호는 ', ' 입니다'],
  ])('%s…%s', (before, after) => {
    expect(redact(`${before}${made}${after}`).text).toBe(`${before}[REDACTED]${after}`)
  })

  test.each([
    ['Der API-Schlüssel lautet ', '.'],
    ['La clé API est ', '.'],
    ['La clave API es ', '.'],
    ['API密钥是', '。'],
    ['APIキーは ', ' です'],
    ['토큰은 ', ' 입니다'],
    ['Токен: ', ''],
  ])('%s…%s', (before, after) => {
    expect(redact(`${before}${key}${after}`).text).toBe(`${before}[REDACTED]${after}`)
  })
})

test.each([
  'das Passwort ist falsch',
  'Das Passwort ist 12-stellig.',
  'Das Passwort lautet immer gleich.',
  'Das Passwort für den Login ist abgelaufen.',
  'パスワードは必須です',
  'パスワードは8文字以上にしてください',
  'パスワードは32bytesです',
  '密码是必填项',
  '密码是6位数字',
  '비밀번호는 필수입니다',
  'the password is required',
  'le mot de passe est obligatoire',
  'le mot de passe est haché avec bcrypt',
  'la contraseña es incorrecta',
  'a senha é obrigatória',
  'la password è sbagliata',
  'het wachtwoord is verlopen',
  'hasło jest wymagane',
  'Şifre yanlış',
  'mật khẩu là bắt buộc',
  'lösenordet är fel',
  'пароль: обязательное поле',
  'Пароль хранится как sha256',
  'La parola è bella.',
  'le jeton est expiré',
  'Das Token ist abgelaufen, Token: siehe src/auth2.ts',
  '令牌是可选的',
  'Das Passwort steht in config/db2.yaml',
])('leaves %s', (text) => {
  expect(redact(text)).toEqual({ text, found: {} })
})

test.each(['REDIS_PASSWORD', 'TRAVIS_TOKEN', 'CASINO_SECRET', 'redis-token'])(
  'a word that only ends like another one hides nothing: %s',
  (name) => {
    expect(redact(`${name}=${key}`).text).toBe(`${name}=[REDACTED]`)
  },
)

test.each(['is_token', 'hasPassword', 'NEXT_TOKEN', 'max-token', 'resetPassword'])('%s names no credential', (name) => {
  const text = `${name}: ${key.slice(0, 9)}`
  expect(redact(text).text).toBe(text)
})
