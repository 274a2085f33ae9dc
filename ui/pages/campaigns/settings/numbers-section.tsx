import { Pause, Play } from 'lucide-react'
import { useId } from 'react'
import type { ColdLane } from '../../../../src/features/numbers/pace/model'
import { waitText } from '../../../campaign/campaign-texts'
import { Button } from '../../../components/button'
import { DateInput } from '../../../components/date-field'
import { locale } from '../../../lib/language'
import { dayOf } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { changeLane, pausedUntilTomorrow, useLanes } from './lanes'
import { Section } from './section'
import { useDayText } from './use-day-text'

/** Numbers of the company: age for the warm-up, messages of the last hour and day, pause, and why one waits now. */
export function NumbersSection() {
  const { t } = useTranslation()
  const lanes = useLanes()
  if (!lanes || lanes.length === 0) return null
  return (
    <div className="mt-4">
      <Section title={t('campaignConfig.numbers')} hint={t('campaignConfig.numbersHint')}>
        {lanes.map((lane) => (
          <Lane key={lane.whatsappId} lane={lane} />
        ))}
      </Section>
    </div>
  )
}

function Lane({ lane }: { lane: ColdLane }) {
  const { t } = useTranslation()
  const { name, wait, warmingUp, sentLastHour, sentLastDay, hourlyCap, dailyCap } = lane
  const isPaused = lane.pausedUntil !== null && Date.parse(lane.pausedUntil) > Date.now()
  const of = (count: number, cap: number) =>
    cap === 0
      ? count.toLocaleString(locale())
      : t('campaigns.progress', {
          done: count.toLocaleString(locale()),
          all: cap.toLocaleString(locale()),
        })
  return (
    <div className="grid gap-x-6 gap-y-3 px-4 py-3 sm:grid-cols-2">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-muted text-sm tabular-nums">
          {t('campaignConfig.sentCounts', { hour: of(sentLastHour, hourlyCap), day: of(sentLastDay, dailyCap) })}
        </p>
        {warmingUp && <p className="text-info text-sm">{t('campaignConfig.warmingUp')}</p>}
        {wait && <p className="text-muted text-sm">{waitText(t, wait)}</p>}
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <NumberSince lane={lane} />
        {isPaused ? (
          <Button icon={<Play aria-hidden />} onClick={() => void changeLane(lane, { pausedUntil: null })}>
            {t('campaignConfig.resume')}
          </Button>
        ) : (
          <Button
            icon={<Pause aria-hidden />}
            onClick={() => void changeLane(lane, { pausedUntil: pausedUntilTomorrow() })}
          >
            {t('campaignConfig.pause')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Day since which the number is in use; saved when a whole date was typed or picked. */
function NumberSince({ lane }: { lane: ColdLane }) {
  const { t } = useTranslation()
  const id = useId()
  const { text, setText, isWrong } = useDayText(lane.numberSince, (numberSince) => changeLane(lane, { numberSince }))
  return (
    <div className="flex min-w-36 flex-1 flex-col gap-1">
      <label htmlFor={id} className="font-medium text-sm">
        {t('campaignConfig.numberSince')}
      </label>
      <DateInput
        id={id}
        aria-label={t('campaignConfig.numberSinceOf', { name: lane.name })}
        aria-invalid={isWrong || undefined}
        value={text}
        max={dayOf(new Date().toISOString())}
        onText={setText}
      />
      {isWrong && <p className="text-danger-ink text-sm">{t('form.date')}</p>}
    </div>
  )
}
