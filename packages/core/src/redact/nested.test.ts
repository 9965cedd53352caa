import { describe, expect, test } from 'vitest'
import { readMarked } from '../testing/read-marked.ts'
import { redact } from './redact.ts'

const tables = {
  blocks: [
    'secrets:\n  alpha: «hunter2»\n  beta: «correct-horse-9»\nport: 80',
    'app:\n  secrets:\n    stripe: «{a24}»\n    mail: "«winter22»"\n  port: 80',
    'credentials:\n  username: bob\n  value: «hunter2»\n  host: db',
    'credentials:\n  primary: «{a20}»\n  backup: «{a20}»',
    '[secrets]\nalpha = "«hunter2»"\nbeta = "«{a20}»"\n\n[server]\nport = 80',
    '[credentials]\nmain = "«swordfish9»"\n[other]\nname = "visible9"',
    '[app.secrets]\nalpha = "«hunter2»"',
    '{"secrets": {"alpha": "«hunter2»", "beta": "«{a20}»"}, "port": 80}',
    '{"credentials": {"user": "bob", "main": "«hunter2»"}}',
    '{\n  "secrets": {\n    "alpha": "«hunter2»"\n  },\n  "x": "visible9"\n}',
    'secrets = { alpha = "«hunter2»", beta = "«winter22»" }',
    'apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ntype: Opaque\ndata:\n  main: «aHVudGVyMg==»\n  other: «c3dvcmRmaXNo»',
    'apiVersion: v1\ndata:\n  main: «aHVudGVyMg==»\nkind: Secret\nmetadata:\n  name: db',
    'stringData:\n  main: «hunter2»\n  other: «swordfish»',
    'passwords:\n  - «hunter2»\n  - «winter22»',
    'api_keys:\n  - «{a24}»\n  - «{a24}»',
    'tokens:\n  - «{a24}»',
  ],
  'members of a member': [
    '{"password":{"value":"«hunter2»"}}',
    '{"password": {"type": "string", "value": "«hunter2»"}}',
    '{"api_key":{"value":"«{a24}»"}}',
    '{"token": {"raw": "«{a24}»"}}',
    '{"dbPassword":{"default":"«hunter2»"}}',
    'password:\n  value: «hunter2»',
    'token:\n  value: «{a24}»',
    'api_key:\n    secret: «{a24}»',
    '{"passwords":["«hunter2»","«winter22»"]}',
    '{"tokens": ["«{a24}»", "«{a24}»"]}',
    '{"apiKeys":["«{a24}»"]}',
    'api_keys = ["«{a24}»", "«{a24}»"]',
    'API_KEYS=«{a24},{a24}»',
    '{"secret": ["«{a24}»"]}',
    '<password><value>«hunter2»</value></password>',
  ],
  'a name and a value': [
    '{"name":"DB_PASSWORD","value":"«hunter2»"}',
    '{"name": "DB_PASS", "value": "«hunter2»"}',
    '{"value":"«hunter2»","name":"DB_PASSWORD"}',
    '{"value": "«{a24}»", "name": "API_TOKEN"}',
    '{"key":"api_token","value":"«{a24}»"}',
    '{"Key":"DbPassword","Value":"«hunter2»"}',
    '{"Value":"«hunter2»","Key":"DbPassword"}',
    '{"ParameterKey":"DBPassword","ParameterValue":"«hunter2»"}',
    '{"name":"DB_PASSWORD","type":"string","value":"«hunter2»"}',
    '{"id":"db_password","secret":true,"value":"«hunter2»"}',
    '- name: X_TOKEN\n  value: «{a24}»',
    '- name: DB_PASS\n  value: «hunter2»',
    '- name: DB_PASS\n  value: "«hunter2»"',
    '- value: «hunter2»\n  name: DB_PASSWORD',
    '- key: smtp_password\n  value: «winter22»',
    '{\n  "name": "DB_PASSWORD",\n  "value": "«hunter2»"\n}',
    '{\n  "value": "«hunter2»",\n  "name": "DB_PASSWORD"\n}',
    '{\\"name\\":\\"DB_PASSWORD\\",\\"value\\":\\"«hunter2»\\"}',
    '{\\"value\\":\\"«hunter2»\\",\\"name\\":\\"DB_PASSWORD\\"}',
    '["DB_PASSWORD", "«hunter2»"]',
    '<setting name="DbPassword"><value>«hunter2»</value></setting>',
    '<input name="password" value="«hunter2x»">',
    'set("db_password", "«hunter2x»")',
    'setenv("DB_PASSWORD", "«hunter2»", 1)',
    'os.environ["DB_PASSWORD"] = "«hunter2»"',
    "process.env.API_KEY = '«{a24}»'",
  ],
  'key material': [
    'Fernet(b"«{b43}=»")',
    "cipher = Fernet('«{b43}=»')",
    'fernet key: «{b43}=»',
    'session «gAAAAABm{b80}» stored',
    '«AGE-SECRET-¦KEY-1{U58}»',
    '{"kty":"RSA","n":"{b60}","e":"AQAB","d":"«{b60}»","p":"«{b43}»","q":"«{b43}»"}',
    '{"kty":"EC","crv":"P-256","d":"«{b43}»","x":"{b43}","y":"{b43}"}',
    '{"d":"«{b43}»","crv":"Ed25519","kty":"OKP","x":"{b43}"}',
    '{"kty":"oct","k":"«{b43}»"}',
    '$ANSIBLE_VAULT;1.1;AES256\n«{h80}\n{h80}\n{h40}»\nnext: 1',
    'password: ENC[AES256_GCM,data:«{s20}»,iv:{s43}=,tag:{s22}==,type:str]',
    'users:\n- name: bob\n  user:\n    token: «ey¦J{a30}.ey¦J{a40}.{b43}»',
    'client-key-data: «LS0tLS1CRUdJ¦TiBSU0EgUFJJVkFURSBLRVktLS0tLQ{a80}»',
    '"private_key": "-----BEGIN PRIVATE¦ KEY-----«\\n{s64}\\n{s64}\\n»-----END PRIVATE¦ KEY-----\\n"',
    '[Interface]\nPrivateKey = «{s43}=»\nAddress = 10.0.0.2/32',
    'wg set wg0 private-key <(echo «{a43}=»)',
    'PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 2«\n{s64}\n{s64}»\nPrivate-MAC: {h64}',
  ],
} as const

describe.each(Object.entries(tables))('%s', (_, lines) => {
  test.each(lines)('%s', (line) => {
    const { text, expected } = readMarked(line)
    expect(redact(text).text).toBe(expected)
    expect(redact(expected).text).toBe(expected)
    expect(redact(`first line\n${text}\nlast line`).text).toBe(`first line\n${expected}\nlast line`)
  })
})
