import {
  AtSign,
  Clock,
  DatabaseBackup,
  History,
  Megaphone,
  MessageCircle,
  MessagesSquare,
  Plug,
  Smartphone,
  Sparkles,
  Webhook,
} from 'lucide-react'
import { Badge } from '../../components/badge'
import { Button } from '../../components/button'
import { EmptyState } from '../../components/empty-state'
import { type HistoryEntry, notificationHistory, removeFromHistory } from '../../lib/notify-history'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { EntryIcon, EntryLink, LastMessageText } from './attention-list'

const icons: Record<HistoryEntry['kind'], typeof Clock> = {
  message: MessagesSquare,
  pending: Clock,
  chat: MessageCircle,
  mention: AtSign,
  connection: Smartphone,
  prompt: Sparkles,
  integration: Plug,
  webhook: Webhook,
  backup: DatabaseBackup,
  campaign: Megaphone,
}

/** Recent notifications on this device, one entry per ticket or chat with a counter. */
export function NotificationHistory({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation()
  const all = useValue(notificationHistory)
  if (all.length === 0)
    return (
      <EmptyState icon={<History />} title={t('notifications.noHistory')} text={t('notifications.noHistoryText')} />
    )
  return (
    <>
      <ul aria-label={t('notifications.history')}>
        {all.map(({ key, kind, title, text, at, to, times }) => {
          return (
            <li key={key}>
              <EntryLink
                to={to}
                onGo={onGo}
                title={title}
                text={<LastMessageText text={text} />}
                at={at}
                picture={<EntryIcon icon={icons[kind]} />}
                badge={times > 1 && <Badge label={t('notifications.times', { count: times })}>{times}</Badge>}
              />
            </li>
          )
        })}
      </ul>
      <div className="flex justify-center p-2">
        <Button size="sm" variant="quiet" onClick={() => removeFromHistory()}>
          {t('notifications.clear')}
        </Button>
      </div>
    </>
  )
}
