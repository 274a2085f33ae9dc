import { CheckCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Ticket } from '../../src/features/tickets/model'
import { Avatar } from '../components/avatar'
import { Badge } from '../components/badge'
import { EmptyState } from '../components/empty-state'
import { ErrorState } from '../components/error-state'
import { ListEnd } from '../components/infinite-list'
import { SkeletonRows } from '../components/skeleton'
import { type List, useList } from '../lib/list'
import { toTickets } from '../lib/paths'
import { brief } from '../lib/time'
import { reloadWanting, unreadTickets, waitingTickets } from '../lib/unread'
import { useTranslation } from '../lib/use-translation'
import { kindOf } from '../pages/tickets/bubble/kind'
import { lastMessage } from '../pages/tickets/list/preview'

/** One's own tickets with something unread, then who waits to be accepted. */
export function WantingList({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation()
  const unread = useList(unreadTickets)
  const waiting = useList(waitingTickets)
  const isEmpty = unread.rows.length + waiting.rows.length === 0
  if (isEmpty && (unread.state === 'failed' || waiting.state === 'failed'))
    return <ErrorState failure={unread.failure ?? waiting.failure} onRetry={() => void reloadWanting()} />
  if (isEmpty && (unread.state !== 'ready' || waiting.state !== 'ready')) return <SkeletonRows rows={3} />
  if (isEmpty)
    return (
      <EmptyState icon={<CheckCheck />} title={t('notifications.emptyTitle')} text={t('notifications.emptyText')} />
    )
  return (
    <>
      <Group list={unreadTickets} label={t('notifications.unread')} onGo={onGo} />
      <Group list={waitingTickets} label={t('notifications.waiting')} onGo={onGo} />
    </>
  )
}

function Group({ list, label, onGo }: { list: List<Ticket>; label: string; onGo: () => void }) {
  const { rows } = useList(list)
  if (rows.length === 0) return null
  return (
    <section aria-label={label}>
      <h3 className="sticky top-0 z-10 border-line border-b bg-raised px-4 py-1.5 font-medium text-muted text-xs">
        {label}
      </h3>
      <ul>
        {rows.map((ticket) => (
          <li key={ticket.id}>
            <Row ticket={ticket} onGo={onGo} />
          </li>
        ))}
      </ul>
      <ListEnd list={list} quiet />
    </section>
  )
}

function Row({ ticket, onGo }: { ticket: Ticket; onGo: () => void }) {
  const { t } = useTranslation()
  const { contact, lastMessageAt, unreadMessages } = ticket
  return (
    <NewsLink
      to={toTickets(ticket.uuid)}
      onGo={onGo}
      at={lastMessageAt}
      title={contact.name}
      text={<Said text={ticket.lastMessage} />}
      picture={<Avatar name={contact.name} src={contact.profilePicUrl} group={contact.isGroup} size="sm" />}
      badge={
        unreadMessages > 0 && (
          <Badge tone="accent" label={t('notifications.messages', { count: unreadMessages })}>
            {unreadMessages > 99 ? '99+' : unreadMessages}
          </Badge>
        )
      }
    />
  )
}

/** A last message: the symbol of a file or place as an icon, for those whose letters have none. */
export function Said({ text }: { text: string }) {
  const { t } = useTranslation()
  const { kind, words } = lastMessage(text)
  const shown = kind && kindOf(kind)
  return (
    <span className="flex min-w-0 items-center gap-1 [&_svg]:size-3.5 [&_svg]:shrink-0">
      {shown?.icon}
      <span className="truncate">{words || (shown ? t(shown.label) : text)}</span>
    </span>
  )
}

interface NewsLinkProps {
  to: string
  onGo: () => void
  title: string
  text: ReactNode
  at: string
  picture: ReactNode
  badge: ReactNode
}

/** One line of a popover that leads to a conversation. */
export function NewsLink({ to, onGo, title, text, at, picture, badge }: NewsLinkProps) {
  const { t } = useTranslation()
  const when = brief(at)
  return (
    <Link
      href={to}
      onClick={onGo}
      className="flex min-h-14 items-center gap-3 border-line border-b px-4 py-2 hover:bg-hover focus-visible:-outline-offset-2"
    >
      {picture}
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">{title}</span>
          <time dateTime={at} className="shrink-0 text-faint text-xs tabular-nums">
            {when === 'yesterday' ? t('common.yesterday') : when}
          </time>
        </span>
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-muted text-sm">{text}</span>
          {badge}
        </span>
      </span>
    </Link>
  )
}
