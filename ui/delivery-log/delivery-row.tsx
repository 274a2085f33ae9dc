import { ChevronDown, RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Delivery, DeliveryTexts } from '../../src/features/platform/deliveries/model'
import { Badge } from '../components/badge'
import { Button } from '../components/button'
import { classes } from '../lib/classes'
import { formatDateTime } from '../lib/time'
import { toastError } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'
import { eventTexts } from './event-texts'
import { loadDelivery, repeatDelivery } from './requests'

interface DeliveryRowProps {
  delivery: Delivery
  onChange: () => void
}

const tones = { waiting: 'warn', delivered: 'good', failed: 'danger' } as const

/** One request: event, state and time; opened, also request and response. */
export function DeliveryRow({ delivery, onChange }: DeliveryRowProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { event, state, createdAt } = delivery
  const [text = event] = eventTexts(t, [event])
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-3 px-4 py-2 text-left hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-medium wrap-anywhere">{text}</span>
            <Badge tone={tones[state]}>{t(`webhooks.states.${state}`)}</Badge>
          </span>
          <span className="block text-muted text-sm">
            {text !== event && (
              <>
                <code className="wrap-anywhere">{event}</code> ·{' '}
              </>
            )}
            {formatDateTime(createdAt)} · <Result delivery={delivery} />
          </span>
        </span>
        <ChevronDown aria-hidden className={classes('size-4 shrink-0 text-muted', open && 'rotate-180')} />
      </button>
      {open && <Texts delivery={delivery} onChange={onChange} />}
    </li>
  )
}

function Result({ delivery: { status, error, attempts, duration, state, nextAt } }: { delivery: Delivery }) {
  const { t } = useTranslation()
  const facts = [
    attempts > 0 && t('webhooks.attempts', { count: attempts }),
    status !== null && `HTTP ${status}`,
    error && error !== 'status' && t(`webhooks.errors.${error}`),
    duration !== null && `${duration} ms`,
    state === 'waiting' && attempts > 0 && nextAt && t('webhooks.nextAt', { at: formatDateTime(nextAt) }),
    attempts === 0 && !error && t('webhooks.notSent'),
  ]
  return <>{facts.filter(Boolean).join(' · ')}</>
}

function Texts({ delivery, onChange }: DeliveryRowProps) {
  const { t } = useTranslation()
  const [texts, setTexts] = useState<DeliveryTexts | null>(null)
  const { id, attempts, state } = delivery
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt changes the response
  useEffect(() => {
    loadDelivery(id).then(setTexts, toastError)
  }, [id, attempts])
  const repeat = async () => {
    if (await repeatDelivery(id)) onChange()
  }
  return (
    <div className="flex flex-col gap-3 px-4 pb-4">
      <TextBlock label={t('webhooks.request')} text={texts && indented(texts.body)} />
      <TextBlock label={t('webhooks.response')} text={texts && (texts.response || t('webhooks.noResponse'))} />
      {state !== 'waiting' && (
        <span>
          <Button size="sm" icon={<RotateCcw aria-hidden />} onClick={() => void repeat()}>
            {t('webhooks.sendAgain')}
          </Button>
        </span>
      )}
    </div>
  )
}

const TextBlock = ({ label, text }: { label: string; text: string | null }) => (
  <section aria-label={label}>
    <p className="mb-1 font-medium text-sm">{label}</p>
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls the long text
      tabIndex={0}
      className="max-h-60 overflow-auto whitespace-pre-wrap rounded-md border border-line bg-sunken p-2 font-mono text-xs wrap-anywhere"
    >
      {text ?? '…'}
    </pre>
  </section>
)

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
