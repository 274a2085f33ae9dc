import { Pencil, ScrollText, Trash2 } from 'lucide-react'
import type { Webhook } from '../../../../src/features/api/webhooks/model'
import { Badge } from '../../../components/badge'
import { IconButton } from '../../../components/icon-button'
import { eventTexts } from '../../../delivery-log/event-texts'
import { formatDateTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { removeWebhook } from './store'

interface WebhookRowsProps {
  rows: Webhook[]
  onEdit: (webhook: Webhook) => void
  onLog: (webhook: Webhook) => void
}

/** Webhooks as cards: name and state, address, events, and the time since which requests fail. */
export function WebhookRows({ rows, onEdit, onLog }: WebhookRowsProps) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('webhooks.title')} className="flex flex-col gap-3">
      {rows.map((webhook) => (
        <li key={webhook.id} className="rounded-lg border border-line bg-surface py-3 pr-2 pl-4">
          <div className="flex items-center gap-2">
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
              <span className="min-w-0 font-medium wrap-anywhere">{webhook.name}</span>
              <StateBadge webhook={webhook} />
            </span>
            <Actions webhook={webhook} onEdit={onEdit} onLog={onLog} />
          </div>
          <p className="pr-2 font-mono text-muted text-sm wrap-anywhere">{webhook.url}</p>
          <p className="pr-2 text-muted text-sm">{eventTexts(t, webhook.events).join(' · ')}</p>
          <Notice webhook={webhook} />
        </li>
      ))}
    </ul>
  )
}

function StateBadge({ webhook: { active, failingSince } }: { webhook: Webhook }) {
  const { t } = useTranslation()
  if (!active) return <Badge>{t('webhooks.inactive')}</Badge>
  return failingSince ? (
    <Badge tone="warn">{t('webhooks.failing')}</Badge>
  ) : (
    <Badge tone="good">{t('webhooks.isActive')}</Badge>
  )
}

function Notice({ webhook: { disabledReason, failingSince, failed } }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const texts = [
    disabledReason && t('webhooks.disabled'),
    !disabledReason && failingSince && t('webhooks.failingSince', { at: formatDateTime(failingSince) }),
    failed > 0 && t('webhooks.failed', { count: failed }),
  ].filter(Boolean)
  return texts.length > 0 && <p className="mt-1 pr-2 text-danger-ink text-sm">{texts.join(' ')}</p>
}

function Actions({ webhook, onEdit, onLog }: { webhook: Webhook } & Omit<WebhookRowsProps, 'rows'>) {
  const { t } = useTranslation()
  const nameOption = { name: webhook.name, interpolation: { escapeValue: false } }
  return (
    <span className="inline-flex">
      <IconButton label={t('webhooks.logOf', nameOption)} onClick={() => onLog(webhook)}>
        <ScrollText aria-hidden />
      </IconButton>
      <IconButton label={t('webhooks.editOf', nameOption)} onClick={() => onEdit(webhook)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={t('webhooks.deleteOf', nameOption)} tone="danger" onClick={() => void removeWebhook(webhook)}>
        <Trash2 aria-hidden />
      </IconButton>
    </span>
  )
}
