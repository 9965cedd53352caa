import type { Random } from '../random.ts'

type Line = readonly [level: 'INFO ' | 'WARN ' | 'ERROR', text: string]

const korean: readonly Line[] = [
  ['WARN ', '선석 배정 동기화가 지연되고 있습니다 (대기열 {n}건)'],
  ['WARN ', '부산항 연동 서버 응답 없음, {n}초 후 재시도합니다'],
  ['INFO ', '승객 명단 전송 완료: 총 {n}명'],
  ['ERROR', '결제 승인 실패: 카드사 응답 코드 {n}'],
  ['INFO ', '예약 확정 메일 발송 대기 중 ({n}건)'],
  ['INFO ', '조수 정보 갱신됨, 다음 갱신까지 {n}분'],
]
const english: readonly Line[] = [
  ['WARN ', 'berth sync lagging behind by {n} events'],
  ['ERROR', 'connection pool exhausted, {n} waiting'],
  ['INFO ', 'request completed in {n} ms'],
  ['INFO ', 'manifest acknowledged after {n} s'],
]

/** Lines of the staging service, which logs in the language of the port it talks to. */
export function serviceLog(random: Random, lines: number, day: string): string {
  return Array.from({ length: lines }, (_, i) => {
    const minute = String(Math.floor((i * 47) / 60) % 60).padStart(2, '0')
    const second = String((i * 47) % 60).padStart(2, '0')
    const [level, words] = random.pick(random.chance(0.6) ? korean : english)
    const text = words.replace('{n}', String(random.int(2, 480)))
    return `${day}T05:${minute}:${second}Z ${level} [harbor-${random.pick(['web', 'sync'])}-${random.int(1, 3)}] ${text}`
  }).join('\n')
}
