import type { Random } from '../random.ts'

const fares = [4700, 5000, 5600, 9400, 10100, 12400, 18400, 20600]

/** Rows of the payments table as JSON lines, until there are enough characters. */
export function paymentDump(random: Random, chars: number): string {
  const lines: string[] = []
  for (let size = 0; size < chars; ) {
    const line = JSON.stringify(payment(random))
    lines.push(line)
    size += line.length + 1
  }
  return `${lines.join('\n')}\n(${lines.length} rows)`
}

function payment(random: Random) {
  const paidCents = random.pick(fares)
  const share = random.pick([0.85, 0.57, 0.29])
  const day = `2026-02-${String(random.int(1, 28)).padStart(2, '0')}`
  const time = `${String(random.int(0, 23)).padStart(2, '0')}:${random.int(10, 59)}:${random.int(10, 59)}Z`
  return {
    id: `pay_${random.hex(12)}`,
    booking_id: random.uuid(),
    processor_ref: `ch_3${random.word(22)}`,
    currency: random.pick(['EUR', 'EUR', 'JPY', 'KRW']),
    amount_cents: paidCents,
    refund: { share, amount_cents: Math.floor(paidCents * share), hours_left: random.int(4, 90) },
    status: 'captured',
    channel: random.pick(['web', 'kiosk', 'agency']),
    created_at: `${day}T${time}`,
  }
}
