import { MessagesSquare, Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { Link } from 'wouter'
import type { Chat } from '../../../../src/features/inbox/chats/model'
import { Avatar } from '../../../components/avatar'
import { Badge } from '../../../components/badge'
import { Button } from '../../../components/button'
import { EmptyState } from '../../../components/empty-state'
import { InfiniteList } from '../../../components/infinite-list'
import { SkeletonRows } from '../../../components/skeleton'
import { chats, unreadOf } from '../../../lib/chats'
import { classes } from '../../../lib/classes'
import { chatTitle } from '../../../lib/direct-chats'
import { toChats } from '../../../lib/paths'
import { shortTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'

interface ChatListProps {
  selected?: string
  onCreate?: () => void
  onOpen?: () => void
}

/** Chats of the user, latest activity first; arrow keys move between them. */
export function ChatList({ selected, onCreate, onOpen }: ChatListProps) {
  const { t } = useTranslation()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the arrow keys of the links inside.
    <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain" onKeyDown={moveFocusAmongLinks}>
      <InfiniteList
        list={chats}
        label={t('chats.list')}
        hideEnd
        skeleton={<SkeletonRows height={64} className="divide-y divide-line" />}
        empty={
          <EmptyState
            icon={<MessagesSquare />}
            title={t('chats.emptyTitle')}
            text={t('chats.emptyText')}
            action={
              onCreate && (
                <Button variant="primary" icon={<Plus aria-hidden />} onClick={onCreate}>
                  {t('chats.new')}
                </Button>
              )
            }
          />
        }
        render={(chat) => (
          <li>
            <ChatRow chat={chat} isSelected={chat.uuid === selected} onOpen={onOpen} />
          </li>
        )}
      />
    </div>
  )
}

function ChatRow({ chat, isSelected, onOpen }: { chat: Chat; isSelected: boolean; onOpen?: () => void }) {
  const { t } = useTranslation()
  const unread = unreadOf(chat)
  const title = chatTitle(chat)
  const at = shortTime(chat.updatedAt)
  return (
    <Link
      href={toChats(chat.uuid)}
      onClick={onOpen}
      aria-current={isSelected ? 'true' : undefined}
      className={classes(
        'flex min-h-16 items-center gap-3 border-line border-b px-4 py-2 focus-visible:-outline-offset-2',
        isSelected ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      <Avatar name={title} group={chat.users.length > 2} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex items-baseline gap-2">
          <span className={classes('min-w-0 flex-1 truncate', unread > 0 ? 'font-semibold' : 'font-medium')}>
            {title}
          </span>
          <time dateTime={chat.updatedAt} className="shrink-0 text-faint text-xs tabular-nums">
            {at === 'yesterday' ? t('common.yesterday') : at}
          </time>
        </span>
        <span className="flex items-center gap-2">
          <span className={classes('min-w-0 flex-1 truncate text-sm', unread > 0 ? 'text-ink' : 'text-faint')}>
            {chat.lastMessage || t('chats.members', { count: chat.users.length })}
          </span>
          {unread > 0 && (
            <Badge tone="accent" label={t('chats.unread', { count: unread })}>
              {unread > 99 ? '99+' : unread}
            </Badge>
          )}
        </span>
      </span>
    </Link>
  )
}

function moveFocusAmongLinks(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key]
  const next = to === undefined ? undefined : links[to]
  if (!next) return
  event.preventDefault()
  next.focus()
}
