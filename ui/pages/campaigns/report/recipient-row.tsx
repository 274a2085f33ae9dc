import type { Recipient } from '../../../../src/features/campaigns/report/report-model'
import { waitText } from '../../../campaign/campaign-texts'
import { Badge } from '../../../components/badge'
import { showNumber } from '../../../lib/phone'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { plainText } from '../../../whatsapp-text/plain'
import { reasonText } from './reason-text'

const tones = {
  pending: 'neutral',
  sending: 'neutral',
  sent: 'good',
  failed: 'danger',
  unknown: 'warn',
  suppressed: 'neutral',
  invalid: 'warn',
} as const

/** A recipient: state, times, text, and why the message waits or did not leave. */
export function RecipientRow({ recipient }: { recipient: Recipient }) {
  const { t } = useTranslation()
  const { name, number, state, reason, step, variant, text, wait } = recipient
  const note = state === 'unknown' ? t('campaignReport.unknownHint') : wait ? waitText(t, wait) : null
  return (
    <li className="px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">{name || showNumber(number)}</span>
        {name && <span className="text-muted text-sm tabular-nums">{showNumber(number)}</span>}
        <Badge tone={tones[state]} className="px-2">
          {t(`campaignReport.state.${state}`)}
        </Badge>
        <span className="text-faint text-xs">
          {t('campaignReport.variant', { n: variant })}
          {step > 0 && ` · ${t('campaignReport.step', { n: step })}`}
        </span>
      </div>
      <p className="line-clamp-1 text-muted text-sm wrap-anywhere">{plainText(text)}</p>
      <Times recipient={recipient} />
      {reason && <p className="text-danger-ink text-sm">{reasonText(t, reason)}</p>}
      {note && <p className="text-muted text-sm">{note}</p>}
    </li>
  )
}

const times = ['sentAt', 'deliveredAt', 'readAt', 'answeredAt', 'optedOutAt'] as const

function Times({ recipient }: { recipient: Recipient }) {
  const { t } = useTranslation()
  const known = times.filter((time) => recipient[time] !== null)
  if (known.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-3 text-faint text-xs tabular-nums">
      {known.map((time) => (
        <span key={time}>
          {t(`campaignReport.${time}`)} {formatDateTime(recipient[time] as string)}
        </span>
      ))}
    </p>
  )
}
