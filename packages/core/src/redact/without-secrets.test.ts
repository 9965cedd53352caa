import { expect, test } from 'vitest'
import { withoutSecrets } from './without-secrets.ts'

const hidden: Readonly<Record<string, string>> = {
  OPENAI_KEY: 'abcdefgh',
  ANTHROPIC_API_KEY: 'abcdefgh',
  CLAUDE_CODE_OAUTH_TOKEN: 'abcdefgh',
  HF_TOKEN: 'abcdefgh',
  HFTOKEN: 'abcdefgh',
  GITHUB_TOKEN: 'abcdefgh',
  GH_PAT: 'abcdefgh',
  AWS_SECRET_ACCESS_KEY: '/Abc+efgh/ijkl',
  AWS_SESSION_TOKEN: 'abcdefgh',
  PGPASSWORD: 'postgres',
  MYSQL_PWD: '1234',
  DB_PASS: 'true',
  SSHPASS: 'abc',
  PASSWORD: 'abc',
  RESTIC_PASSWORD: '12345',
  GPG_PASSPHRASE: 'a few words',
  GPG_PRIVATE_KEY: 'abcdefgh',
  SENTRY_DSN: 'https://abc@o1.example/2',
  NPM_CONFIG__AUTH: 'abcdefgh',
  'npm_config_//registry.example/:_authToken': 'abcdefgh',
  TS_AUTHKEY: 'abcdefgh',
  SESSION_COOKIE: 'abcdefgh',
  BW_SESSION: 'abc',
  OP_SESSION_me: 'abc',
  AOC_SESSION: '53616c7465645f5f1b2c3d4e5f60718293a4b5',
  AZURE_STORAGE_CONNECTION_STRING: 'AccountName=a',
  DATABASE_URL: 'postgres://me:word@db.example/app',
  HTTPS_PROXY: 'http://me:word@proxy.example:8080',
  GOOGLE_CREDENTIALS: '{"type": "service_account"}',
  apiKey: 'abcdefgh',
}

const shown: Readonly<Record<string, string>> = {
  PATH: '/usr/bin:/bin',
  HOME: '/home/me',
  PWD: '/home/me/keys',
  OLDPWD: '/home/me/token',
  SSH_AUTH_SOCK: '/tmp/ssh-abc/agent.12',
  SSH_ASKPASS: '/usr/bin/ssh-askpass',
  GIT_ASKPASS: 'askpass.sh',
  TERM_SESSION_ID: 'w0t0p0:1B2C3D4E-5F60-7182-93A4-B5C6D7E8F901',
  XDG_SESSION_ID: '2',
  XDG_SESSION_TYPE: 'wayland',
  DESKTOP_SESSION: 'ubuntu',
  SESSION_MANAGER: 'local/host:@/tmp/.ICE-unix/1,unix/host:/tmp/.ICE-unix/1',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
  WT_SESSION: '1b2c3d4e-5f60-7182-93a4-b5c6d7e8f901',
  GPG_KEY: 'E3FF2839C048B25C084DEBE9B26995E310250568',
  GNOME_KEYRING_CONTROL: '/run/user/1000/keyring',
  KEYBOARD_LAYOUT: 'de',
  KEYTIMEOUT: '1',
  XAUTHORITY: '/run/user/1000/gdm/Xauthority',
  GIT_AUTHOR_NAME: 'Me',
  MAX_TOKENS: '4096',
  TOKENIZERS_PARALLELISM: 'false',
  DISABLE_AUTH: '1',
  NEXT_PUBLIC_MAP_KEY: 'abcdefgh',
  GOOGLE_APPLICATION_CREDENTIALS: '/home/me/service.json',
  AWS_PROFILE: 'work',
  AWS_REGION: 'eu-central-1',
  PGPASSFILE: '/home/me/.pgpass',
  HTTP_PROXY: 'http://proxy.example:8080',
  COMPASS: 'north',
  BYPASS: 'abcdefgh',
  LS_COLORS: 'rs=0:di=01;34:ln=01;36:mh=00:pi=40;33:so=01;35:do=01;35:bd=40;33;01:*.tar=01;31',
  PS1: '\\[\\e[32m\\]\\u@\\h\\[\\e[0m\\]:\\w\\$ ',
  'BASH_FUNC_which%%': '() {  ( alias; eval which ) | /usr/bin/which "$@"; }',
  NVM_DIR: '/home/me/.nvm',
  MANPATH: '/home/me/.nvm/versions/node/v20.20.2/share/man:',
  npm_config_user_agent: 'npm/10.8.2 node/v20.20.2 linux x64 workspaces/false',
  PALIMPSEST_COMMAND: '1b2c3d4e-5f60-7182-93a4-b5c6d7e8f901',
  PALIMPSEST__TERMINAL__PASS_ENV: 'GITHUB_TOKEN',
}

test.each(Object.entries(hidden))('%s is kept from commands', (name, value) => {
  expect(withoutSecrets({ [name]: value })).toEqual({})
})

test.each(Object.entries(shown))('%s is what commands need', (name, value) => {
  expect(withoutSecrets({ [name]: value })).toEqual({ [name]: value })
})

test('a secret is known by its value, and by that of another, whatever it is called', () => {
  const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  expect(withoutSecrets({ GREETING: token, EDITOR: 'vi' })).toEqual({ EDITOR: 'vi' })
  const copies = {
    MY_KEY: 'correct-horse-battery',
    NOTE: 'Basic correct-horse-battery',
    PATH: '/correct-horse-battery',
  }
  expect(withoutSecrets(copies)).toEqual({ PATH: '/correct-horse-battery' })
  expect(withoutSecrets({ MY_KEY: 'staging', STAGE: 'staging' })).toEqual({ STAGE: 'staging' })
})

test('what is passed on purpose is passed, and nothing else with it', () => {
  const variables = { GITHUB_TOKEN: 'one-two-three-four', HF_TOKEN: 'five-six-seven-eight', GONE: undefined }
  expect(withoutSecrets(variables, ['GITHUB_TOKEN', 'GONE'])).toEqual({ GITHUB_TOKEN: 'one-two-three-four' })
})
