import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import type { NumberHealth } from '../../../../src/features/numbers/health/model'
import { Alert, type Tone } from '../../../components/alert'
import { Button } from '../../../components/button'
import { api, unwrapResponse } from '../../../lib/api'
import { useMe } from '../../../lib/session'
import { formatDateTime, formatTime } from '../../../lib/time'
import { toastError, toastSuccess } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'

const tones: Record<NumberHealth['grade'], Tone> = { good: 'good', careful: 'warn', stop: 'danger' }

interface Props {
  health: NumberHealth
  onChange: () => void
}

/** Verdict of the number, its reason and the next step. */
export function Verdict({ health, onChange }: Props) {
  const { t } = useTranslation()
  const { grade, reason, until, pausedUntil } = health
  const time = until ? formatDateTime(until) : t('health.unknownEnd')
  const why = reason ? t(`health.why.${reason}`, { time }) : pausedUntil === null && t('health.goodText')
  return (
    <div className="flex flex-col gap-2">
      <Alert tone={tones[grade]} title={t(`health.grade.${grade}`)}>
        {why && <p>{why}</p>}
        {grade === 'stop' && (
          <p>
            {t('health.campaignsHold')} {t('health.answersGoOn')}
          </p>
        )}
      </Alert>
      <PauseStep health={health} onChange={onChange} />
    </div>
  )
}

/** Pauses the campaigns of the number, or ends the pause; nothing for companies without campaigns. */
function PauseStep({ health: { whatsappId, pausedUntil, proposal }, onChange }: Props) {
  const { t } = useTranslation()
  const hasCampaigns = useMe().company.plan.useCampaigns
  const [busy, setBusy] = useState(false)
  if (!hasCampaigns || !(pausedUntil || proposal)) return null
  const pause = async (days: number) => {
    setBusy(true)
    try {
      await unwrapResponse(api.whatsapp({ id: whatsappId }).pause.put({ days }))
      toastSuccess(days === 0 ? t('health.resumed') : t('health.pausedNow'))
      onChange()
    } catch (thrown) {
      toastError(thrown)
    } finally {
      setBusy(false)
    }
  }
  if (pausedUntil)
    return (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p>{t('health.paused', { time: formatDateTime(pausedUntil) })}</p>
        <Button size="sm" busy={busy} icon={<Play aria-hidden />} onClick={() => void pause(0)}>
          {t('health.resume')}
        </Button>
      </div>
    )
  const { days, until } = proposal!
  const time = days === 1 ? t('health.tomorrow', { time: formatTime(until) }) : formatDateTime(until)
  return (
    <Button
      variant="primary"
      className="self-start"
      busy={busy}
      icon={<Pause aria-hidden />}
      onClick={() => void pause(days)}
    >
      {t('health.pause', { time })}
    </Button>
  )
}
