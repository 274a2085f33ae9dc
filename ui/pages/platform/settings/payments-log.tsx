import { useEffect, useState } from 'react'
import { Badge } from '../../../components/badge'
import { api, unwrapResponse } from '../../../lib/api'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'

interface Line {
  id: number
  at: string
  address: string
  txid: string | null
  verdict: string
}
const tones: Record<string, 'good' | 'danger' | 'warn'> = {
  paid: 'good',
  forged: 'danger',
  late: 'danger',
  givenBack: 'danger',
  otherAmount: 'danger',
  otherKey: 'danger',
  unknown: 'warn',
}

/** Latest notifications from payment services and their results. */
export function PaymentsLog() {
  const { t } = useTranslation()
  const [lines, setLines] = useState<Line[]>([])
  useEffect(() => {
    unwrapResponse(api.payments.log.get()).then(
      ({ lines }) => setLines(lines),
      () => undefined,
    )
  }, [])
  return (
    <section>
      <h2 className="mb-2 font-semibold">{t('payments.log')}</h2>
      {lines.length === 0 && <p className="text-muted text-sm">{t('payments.logEmpty')}</p>}
      <ul className="divide-y divide-line rounded-lg border border-line empty:hidden">
        {lines.map(({ id, at, address, txid, verdict }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 text-sm">
            <span className="text-muted tabular-nums">{formatDateTime(at)}</span>
            <Badge tone={tones[verdict] ?? 'neutral'}>{t(`payments.verdict.${verdict as 'paid'}`)}</Badge>
            <code className="min-w-0 flex-1 truncate text-muted text-xs">{txid ?? address}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
