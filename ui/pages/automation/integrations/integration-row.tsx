import { Pencil, ScrollText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { QueueIntegration } from '../../../../src/features/automation/integrations/model'
import { isSigned } from '../../../../src/shared/enums'
import { IconButton } from '../../../components/icon-button'
import { LogDialog } from '../../../delivery-log/log-dialog'
import { useTranslation } from '../../../lib/use-translation'
import { FailureNote } from './failure-note'
import { removeIntegration } from './store'
import { TypeLogo } from './type-logo'

/** Row of an integration: logo of its type, id, name, address, and actions. */
export function IntegrationRow({ row, onEdit }: { row: QueueIntegration; onEdit: () => void }) {
  const { t } = useTranslation()
  const [isLogOpen, setLogOpen] = useState(false)
  const { id, name, type, urlN8N, projectName, failure, failedAt } = row
  const nameOption = { name, interpolation: { escapeValue: false } }
  const place = type === 'dialogflow' ? projectName : urlN8N
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 py-1.5 pr-2 pl-4">
      <TypeLogo type={type} />
      <div className="min-w-0 flex-1 basis-40">
        <p className="wrap-anywhere font-medium">{name}</p>
        <p className="truncate text-muted text-sm tabular-nums">
          {[t('integrations.number', { id }), t(`integrations.types.${type}`), place].filter(Boolean).join(' · ')}
        </p>
        {failure !== null && failedAt !== null && <FailureNote failure={failure} failedAt={failedAt} />}
      </div>
      <span className="ml-auto inline-flex gap-2">
        {isSigned(type) && (
          <IconButton label={t('webhooks.logOf', nameOption)} onClick={() => setLogOpen(true)}>
            <ScrollText aria-hidden />
          </IconButton>
        )}
        <IconButton label={t('integrations.editOf', nameOption)} onClick={onEdit}>
          <Pencil aria-hidden />
        </IconButton>
        <IconButton
          label={t('integrations.deleteOf', nameOption)}
          tone="danger"
          onClick={() => void removeIntegration(row)}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </span>
      {isLogOpen && (
        <LogDialog receiver={{ kind: 'queueIntegration', id }} name={name} onClose={() => setLogOpen(false)} />
      )}
    </li>
  )
}
