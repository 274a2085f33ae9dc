import { CircleCheck, CircleDashed } from 'lucide-react'
import { Link } from 'wouter'
import { Button } from '../../../components/button'
import { GapNotice } from '../../../first-steps/gap-notice'
import { hideSteps, type Step, steps, useSteps } from '../../../first-steps/store'
import { classes } from '../../../lib/classes'
import { paths } from '../../../lib/paths'
import { simulatorUrl } from '../../../lib/simulator-url'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { ConnectStep } from './connect-step'
import { Presets } from './presets'

/** Steps of a new company: a list that ticks itself, with the way to each step. */
export function FirstSteps() {
  const { t } = useTranslation()
  useSteps()
  const all = useValue(steps)
  if (!all) return null
  const done = all.filter((step) => step.done).length
  const next = all.find((step) => !step.done)?.key
  return (
    <section aria-label={t('firstSteps.title')} className="mx-auto w-full max-w-xl p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="font-semibold text-lg">{t('firstSteps.title')}</h2>
        <span className="text-muted text-sm tabular-nums">{t('firstSteps.count', { done, all: all.length })}</span>
      </div>
      <p className="mt-1 text-muted">{t('firstSteps.lead')}</p>
      <GapNotice className="mt-4" />
      {all.some(({ key, done }) => key === 'queues' && !done) && <Presets />}
      <ol className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface">
        {all.map((step) => (
          <Row key={step.key} step={step} isNext={step.key === next} />
        ))}
      </ol>
      <div className="mt-3 flex justify-end">
        <Button variant="quiet" size="sm" onClick={hideSteps}>
          {t('firstSteps.hide')}
        </Button>
      </div>
    </section>
  )
}

/** Screens of the steps that are done elsewhere. */
const targets = {
  queues: paths.queues,
  team: `${paths.users}?invite`,
  hours: `${paths.settings}?tab=schedules`,
  quickMessages: paths.quickMessages,
} as const
const hasTarget = (key: Step['key']): key is keyof typeof targets => key in targets

const linkStyle = (isNext: boolean) =>
  classes(
    'inline-flex h-control-sm items-center rounded-md border px-3 font-medium text-sm',
    isNext ? 'border-transparent bg-accent text-on-accent hover:bg-accent-hover' : 'border-line hover:bg-hover',
  )

function Row({ step: { key, done }, isNext }: { step: Step; isNext: boolean }) {
  const { t } = useTranslation()
  const Icon = done ? CircleCheck : CircleDashed
  const look = isNext ? 'primary' : 'secondary'
  const simulator = useValue(simulatorUrl)
  return (
    <li className="flex flex-wrap items-center gap-3 p-3">
      <Icon aria-hidden className={classes('size-5 shrink-0', done ? 'text-good' : 'text-faint')} />
      <div className="min-w-40 flex-1">
        <p className={classes('font-medium', done && 'text-muted')}>
          {t(`firstSteps.steps.${key}`)}
          {done && <span className="sr-only"> ({t('firstSteps.done')})</span>}
        </p>
        {!done && (
          <p className="text-muted text-sm">
            {key === 'answer' && simulator ? t('firstSteps.answerSimulated') : t(`firstSteps.texts.${key}`)}
          </p>
        )}
      </div>
      {!done && key === 'connection' && <ConnectStep look={look} />}
      {!done && hasTarget(key) && (
        <Link href={targets[key]} className={linkStyle(isNext)}>
          {t(`firstSteps.actions.${key}`)}
        </Link>
      )}
      {!done && key === 'answer' && simulator && (
        <a href={simulator} target="balcao-simulator" rel="noreferrer" className={linkStyle(isNext)}>
          {t('firstSteps.actions.answer')}
        </a>
      )}
    </li>
  )
}
