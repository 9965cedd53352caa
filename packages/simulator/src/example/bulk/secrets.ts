import type { Random } from '../random.ts'

/** An environment file full of invented keys. They are assembled here so that none appears in any source file. */
export function environmentDump(random: Random): string {
  const processorKey = ['sk', 'live', `51${random.word(30)}`].join('_')
  const cloudKey = `AK${'IA'}${random.word(16).toUpperCase()}`
  const tokenOfGit = ['gh', `p_${random.word(36)}`].join('')
  const password = `${random.word(6)}-${random.word(9)}`
  return [
    'PORT=8081',
    'LOG_LEVEL=debug',
    `DATABASE_URL=postgres://harbor:${password}@db.staging.internal:5432/harbor_staging`,
    `WEBHOOK_SECRET=${['wh', 'sec'].join('')}_${random.word(32)}`,
    `PROCESSOR_KEY=${processorKey}`,
    `AWS_ACCESS_KEY_ID=${cloudKey}`,
    `AWS_SECRET_ACCESS_KEY=${random.base64(40)}`,
    `GITHUB_TOKEN=${tokenOfGit}`,
    'MAIL_FROM=tickets@harbor.example',
  ].join('\n')
}
