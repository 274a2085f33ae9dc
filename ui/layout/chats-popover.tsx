import { MessageCircle } from 'lucide-react'
import { Link } from 'wouter'
import { CornerCount } from '../components/badge'
import { IconButton } from '../components/icon-button'
import { Popover } from '../components/popover'
import { unreadChats } from '../lib/chats'
import { toChats } from '../lib/paths'
import { useMe } from '../lib/session'
import { useTranslation } from '../lib/use-translation'
import { useValue } from '../lib/use-value'
import { ChatList } from '../pages/inbox/chats/chat-list'

/** Latest internal chats; a click opens one. */
export function ChatsPopover() {
  const { t } = useTranslation()
  const { company } = useMe()
  const count = useValue(unreadChats)
  if (!company.plan.useInternalChat) return null
  return (
    <Popover
      label={t('chats.title')}
      className="p-0!"
      trigger={
        <IconButton label={count > 0 ? t('chats.unreadChats', { count }) : t('chats.title')}>
          <MessageCircle aria-hidden />
          <CornerCount count={count} />
        </IconButton>
      }
    >
      {(close) => (
        <div className="flex max-h-[min(32rem,75dvh)] w-88 max-w-[calc(100vw-18px)] flex-col">
          <p className="border-line border-b px-4 py-3 font-semibold">{t('chats.title')}</p>
          <ChatList onOpen={close} />
          <Link
            href={toChats()}
            onClick={close}
            className="border-line border-t p-3 text-center font-medium text-accent-ink text-sm hover:bg-hover"
          >
            {t('chats.all')}
          </Link>
        </div>
      )}
    </Popover>
  )
}
