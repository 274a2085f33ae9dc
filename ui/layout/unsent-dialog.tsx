import { signal } from '@preact/signals-react'
import { CloudOff, MessageSquare, RotateCw, Trash2, TriangleAlert } from 'lucide-react'
import { useLocation } from 'wouter'
import { Button } from '../components/button'
import { Dialog } from '../components/dialog'
import { type Entry, undeliveredEntries } from '../lib/outbox/entries'
import { discardMessage, retrySending } from '../lib/outbox/outbox'
import { toTickets } from '../lib/paths'
import { formatDateTime } from '../lib/time'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'

const isOpen = signal(false)
export const showUnsent = () => {
  isOpen.value = true
}
const close = () => {
  isOpen.value = false
}

/**
 * Dialog with all waiting and failed messages of this tab, also of tickets that no list shows. Mounted once in the
 * shell.
 */
export const UnsentHost = () => useValue(isOpen) && <UnsentDialog />

function UnsentDialog() {
  const { t } = useTranslation()
  const entries = useValue(undeliveredEntries)
  return (
    <Dialog open onClose={close} title={t('unsent.title')}>
      <p className="text-muted">{entries.length > 0 ? t('unsent.text') : t('unsent.none')}</p>
      <ul className="mt-3 flex flex-col gap-3">
        {entries.map((entry) => (
          <UnsentItem key={entry.clientId} entry={entry} />
        ))}
      </ul>
    </Dialog>
  )
}

function UnsentItem({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const { clientId, name, uuid, draft, at, state } = entry
  return (
    <li className="flex flex-col gap-1 rounded-md border border-line p-3">
      <p className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
        <time className="shrink-0 text-faint text-xs tabular-nums">{formatDateTime(new Date(at).toISOString())}</time>
      </p>
      {draft.file && <p className="truncate text-muted">{draft.file.name}</p>}
      <p className="max-h-40 overflow-y-auto whitespace-pre-wrap wrap-anywhere">{draft.body}</p>
      <UndeliveredReason entry={entry} />
      <div className="flex flex-wrap justify-end gap-1">
        <Button
          size="sm"
          variant="quiet"
          icon={<MessageSquare aria-hidden />}
          onClick={() => {
            close()
            navigate(toTickets(uuid))
          }}
        >
          {t('unsent.open')}
        </Button>
        {state === 'failed' && (
          <Button size="sm" variant="quiet" icon={<RotateCw aria-hidden />} onClick={() => retrySending(clientId)}>
            {t('tickets.retry')}
          </Button>
        )}
        <Button size="sm" variant="quiet" icon={<Trash2 aria-hidden />} onClick={() => discardMessage(clientId)}>
          {t('tickets.discard')}
        </Button>
      </div>
    </li>
  )
}

function UndeliveredReason({ entry: { state, cause, error, isPersisted } }: { entry: Entry }) {
  const { t } = useTranslation()
  if (state === 'failed')
    return (
      <p className="flex gap-1.5 text-danger-ink text-sm">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t('tickets.notSent', { reason: error })}
      </p>
    )
  return (
    <p className="flex gap-1.5 text-sm text-warn">
      <CloudOff aria-hidden className="mt-0.5 size-4 shrink-0" />
      {[t(cause === 'server' ? 'unsent.waitingServer' : 'unsent.waiting'), !isPersisted && t('unsent.keepOpen')]
        .filter(Boolean)
        .join('. ')}
    </p>
  )
}
