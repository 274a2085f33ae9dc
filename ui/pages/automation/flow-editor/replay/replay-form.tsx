import { History } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { EndedRun } from '../../../../../src/features/automation/flows/replays/model'
import { limits } from '../../../../../src/shared/limits'
import { Button } from '../../../../components/button'
import { controlClass, FieldShell } from '../../../../components/field'
import { MomentField } from '../../../../components/moment-field'
import { BareSelect } from '../../../../components/select'
import { classes } from '../../../../lib/classes'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'
import { timeOf } from '../try/try-head'
import { RunPicker } from './run-picker'
import type { Replays } from './use-replays'

/** Time spans in days; the choice 0 shows two fields. */
const spans = [1, 7, 30]

/** Choice of past conversations. */
export function ReplayForm({ replays, flowId }: { replays: Replays; flowId: number }) {
  const { t } = useTranslation()
  const { timeZone } = useMe().company
  const [span, setSpan] = useState('all')
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const [requests, setRequests] = useState('succeed')
  const [count, setCount] = useState('100')
  const [chosen, setChosen] = useState<EndedRun[]>([])
  const isChosen = span === 'chosen'
  const chooseSpan = (chosen: string) => {
    setSpan(chosen)
    setFrom('') // the fields begin empty when they show again
    setUntil('')
  }
  const start = (event: FormEvent) => {
    event.preventDefault()
    const number = Math.min(limits.replayedRuns, Math.max(1, Math.round(Number(count)) || 1))
    setCount(`${number}`)
    const runs = isChosen ? { runIds: chosen.map(({ id }) => id) } : rangeOf(span, { from, until }, timeZone)
    void replays.start({ count: number, requestsSucceed: requests === 'succeed', ...runs })
  }
  return (
    <form onSubmit={start} className="flex flex-col gap-3 border-line border-b p-3">
      <p className="text-faint text-sm">{t('flowReplay.lead')}</p>
      <FieldShell label={t('flowReplay.span')} problem={null}>
        {(control) => (
          <BareSelect
            {...control}
            value={span}
            onChange={chooseSpan}
            choices={[
              { value: 'all', label: t('flowReplay.allTime') },
              ...spans.map((days) => ({ value: `${days}`, label: t('flowReplay.lastDays', { count: days }) })),
              { value: 'dates', label: t('flowReplay.dates') },
              { value: 'chosen', label: t('flowReplay.chosen') },
            ]}
          />
        )}
      </FieldShell>
      {span === 'dates' && (
        <>
          <MomentField label={t('flowReplay.from')} onMoment={setFrom} />
          <MomentField label={t('flowReplay.until')} onMoment={setUntil} />
        </>
      )}
      {isChosen ? (
        <RunPicker flowId={flowId} chosen={chosen} onChange={setChosen} />
      ) : (
        <FieldShell
          label={t('flowReplay.count')}
          hint={t('flowReplay.countHint', { max: limits.replayedRuns })}
          problem={null}
        >
          {(control) => (
            <input
              {...control}
              type="number"
              min={1}
              max={limits.replayedRuns}
              value={count}
              onChange={({ currentTarget }) => setCount(currentTarget.value)}
              className={classes(controlClass, 'h-control px-3')}
            />
          )}
        </FieldShell>
      )}
      <FieldShell label={t('flowReplay.requests')} problem={null}>
        {(control) => (
          <BareSelect
            {...control}
            value={requests}
            onChange={setRequests}
            choices={[
              { value: 'succeed', label: t('flowReplay.requestsSucceed') },
              { value: 'fail', label: t('flowReplay.requestsFail') },
            ]}
          />
        )}
      </FieldShell>
      <Button
        type="submit"
        variant="primary"
        disabled={isChosen && chosen.length === 0}
        busy={replays.isStarting}
        icon={<History aria-hidden />}
      >
        {t('flowReplay.start')}
      </Button>
    </form>
  )
}

/** Limits of the time span; an empty field is no limit. */
function rangeOf(span: string, typed: { from: string; until: string }, timeZone: string) {
  const iso = (ms: number) => new Date(ms).toISOString()
  if (span === 'all') return {}
  if (span !== 'dates') return { from: iso(Date.now() - Number(span) * 86_400_000) }
  return {
    ...(typed.from && { from: iso(timeOf(typed.from, timeZone)) }),
    ...(typed.until && { until: iso(timeOf(typed.until, timeZone)) }),
  }
}
