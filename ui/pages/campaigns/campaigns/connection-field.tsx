import { CircleCheck, OctagonAlert, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { NumberHealth } from '../../../../src/features/numbers/health/model'
import { Select } from '../../../components/select'
import { api, unwrapResponse } from '../../../lib/api'
import { useCan } from '../../../lib/can'
import { connections } from '../../../lib/connections'
import type { Field } from '../../../lib/form'
import { showNumber } from '../../../lib/phone'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'

/** Select of the number that sends, with its state and whether it may begin conversations. */
export function ConnectionField({ field, disabled }: { field: Field<string>; disabled: boolean }) {
  const { t } = useTranslation()
  const rows = useValue(connections.rows)
  const id = Number(useValue(field.value))
  return (
    <div className="flex flex-col gap-1">
      <Select
        field={field}
        label={t('campaigns.connection')}
        placeholder={t('campaigns.choose')}
        disabled={disabled}
        choices={rows.map(({ id, name, number }) => ({
          value: String(id),
          label: number ? t('campaigns.connectionChoice', { name, number: showNumber(number) }) : name,
        }))}
      />
      {id > 0 && <Health key={id} id={id} />}
    </div>
  )
}

function Health({ id }: { id: number }) {
  const { t } = useTranslation()
  const connection = useValue(connections.rows).find((row) => row.id === id)
  const health = useHealth(id)
  if (!connection) return null
  const isDown = connection.status !== 'CONNECTED'
  const time = health?.until ? formatDateTime(health.until) : t('health.unknownEnd')
  const isGood = !isDown && (health === null || health.grade === 'good')
  const Icon = health?.grade === 'stop' ? OctagonAlert : TriangleAlert
  return (
    <div className="flex flex-col gap-0.5 text-sm">
      {isGood && (
        <p className="flex items-start gap-1.5 text-good">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t('campaigns.connectionReady')}
        </p>
      )}
      {isDown && (
        <p className="flex items-start gap-1.5 text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t('campaigns.connectionDown')}
        </p>
      )}
      {health?.reason && (
        <p className={`flex items-start gap-1.5 ${health.grade === 'stop' ? 'text-danger-ink' : 'text-warn'}`}>
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t(`health.why.${health.reason}`, { time })}
        </p>
      )}
      {health?.pausedUntil && (
        <p className="text-muted">{t('health.paused', { time: formatDateTime(health.pausedUntil) })}</p>
      )}
    </div>
  )
}

/** Verdict on a number; null while it loads, when that failed, and for users who may not read it. */
function useHealth(id: number): NumberHealth | null {
  const mayRead = useCan('connection:edit')
  const [health, setHealth] = useState<NumberHealth | null>(null)
  useEffect(() => {
    if (!mayRead) return
    let isMounted = true
    unwrapResponse<NumberHealth>(api.whatsapp({ id }).health.get({ query: { days: 1 } })).then(
      (loaded) => isMounted && setHealth(loaded),
      () => undefined, // The state of the connection is shown without it.
    )
    return () => {
      isMounted = false
    }
  }, [id, mayRead])
  return health
}
