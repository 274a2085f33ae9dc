import { RotateCcw, SendHorizontal } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import type { AppError } from '../../src/shared/errors'
import { Button } from '../components/button'
import { ErrorState } from '../components/error-state'
import { controlClass } from '../components/field'
import { IconButton } from '../components/icon-button'
import { MomentField } from '../components/moment-field'
import { SkeletonRows } from '../components/skeleton'
import { api, unwrapResponse } from '../lib/api'
import { classes } from '../lib/classes'
import { asFailure } from '../lib/failure'
import { useMe } from '../lib/session'
import { useTranslation } from '../lib/use-translation'
import { type TrialConnection, type TrialQueue, type TrialSources, trialMenus, trialRules } from './rules'
import { TrialLines } from './trial-lines'
import { useTrial } from './use-trial'

interface TrialPanelProps {
  connection: TrialConnection
  /** Queues of the connection in menu order, with the values of the form. */
  queues: TrialQueue[]
  /** All queues of the company, for options that lead to another one. */
  others: TrialQueue[]
}

/** Chat with the robot by the present values of the form. It sends and stores nothing. */
export function TrialPanel(props: TrialPanelProps) {
  const [sources, setSources] = useState<TrialSources | null>(null)
  const [failure, setFailure] = useState<AppError | null>(null)
  const { company } = useMe()
  const load = () => {
    setFailure(null)
    const loaded = Promise.all([
      unwrapResponse(api['queue-options'].get({ query: {} })),
      unwrapResponse(api.companies({ id: company.id }).schedules.get()),
    ])
    loaded.then(
      ([{ options }, companyHours]) => setSources({ options, companyHours }),
      (thrown) => setFailure(asFailure(thrown)),
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once on mount.
  useEffect(load, [])
  if (failure) return <ErrorState failure={failure} onRetry={load} />
  return sources ? <TrialChat {...props} sources={sources} /> : <SkeletonRows rows={4} avatar={false} />
}

function TrialChat({ connection, queues, others, sources }: TrialPanelProps & { sources: TrialSources }) {
  const { t } = useTranslation()
  const { company } = useMe()
  const rules = trialRules(company, sources, connection, queues)
  const { lines, send, restart } = useTrial(rules, trialMenus(sources.options, [...queues, ...others]))
  const [clock, setClock] = useState('')
  return (
    <section aria-label={t('trial.title')} className="flex flex-col gap-3">
      <p className="text-faint text-sm">{t('trial.lead')}</p>
      <div className="flex flex-wrap items-end gap-2">
        <MomentField label={t('trial.clock')} onMoment={setClock} />
        <Button onClick={restart} disabled={lines.length === 0}>
          <RotateCcw aria-hidden />
          {t('trial.restart')}
        </Button>
      </div>
      <TrialLines lines={lines} options={sources.options} />
      <Composer onSend={(text) => void send(text, timeOf(clock, company.timeZone))} />
    </section>
  )
}

/** Moment that a clock in the company's time zone shows; without a chosen time, now. */
function timeOf(clock: string, timeZone: string): Date {
  if (clock === '') return new Date()
  const wanted = Date.parse(`${clock}:00Z`)
  const shown = new Date(wanted).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')
  return new Date(wanted + (wanted - Date.parse(`${shown}Z`)))
}

function Composer({ onSend }: { onSend: (text: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation() // the panel lies inside of the dialog's form
    if (text.trim() === '') return
    onSend(text)
    setText('')
  }
  return (
    <div className="flex gap-2">
      <input
        aria-label={t('trial.message')}
        placeholder={t('trial.message')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && submit(event)}
        className={classes(controlClass, 'h-control min-w-0 flex-1 px-3')}
      />
      <IconButton label={t('trial.send')} onClick={submit}>
        <SendHorizontal aria-hidden />
      </IconButton>
    </div>
  )
}
