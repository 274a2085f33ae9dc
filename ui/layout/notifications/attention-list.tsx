import { AtSign, CheckCheck, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Mention } from '../../../src/features/inbox/notes/model'
import type { Ticket } from '../../../src/features/inbox/tickets/model'
import { Avatar } from '../../components/avatar'
import { Badge } from '../../components/badge'
import { EmptyState } from '../../components/empty-state'
import { ErrorState } from '../../components/error-state'
import { ListEnd } from '../../components/infinite-list'
import { SkeletonRows } from '../../components/skeleton'
import { reloadAttention, unreadTickets, waitingTickets } from '../../lib/attention'
import { type List, useList } from '../../lib/list'
import { myMentions } from '../../lib/my-mentions'
import { toNote, toTickets } from '../../lib/paths'
import { shortTime } from '../../lib/time'
import { useTranslation } from '../../lib/use-translation'
import { mediaKind } from '../../pages/inbox/tickets/bubble/media-kind'
import { lastMessage, Preview } from '../../pages/inbox/tickets/list/preview'

/** Unseen mentions, then the user's unread tickets, then pending tickets. */
export function AttentionList({ onGo }: { onGo: () => void }) {
  const { t } = useTranslation()
  const lists = [useList<Mention>(myMentions), useList(unreadTickets), useList(waitingTickets)]
  const isEmpty = lists.every(({ rows }) => rows.length === 0)
  const failed = lists.find(({ state }) => state === 'failed')
  if (isEmpty && failed) return <ErrorState failure={failed.failure} onRetry={() => void reloadAttention()} />
  if (isEmpty && lists.some(({ state }) => state !== 'ready')) return <SkeletonRows rows={3} />
  if (isEmpty)
    return (
      <EmptyState icon={<CheckCheck />} title={t('notifications.emptyTitle')} text={t('notifications.emptyText')} />
    )
  return (
    <>
      <Group list={myMentions} label={t('notifications.mentions')}>
        {(mention) => <MentionRow mention={mention} onGo={onGo} />}
      </Group>
      <Group list={unreadTickets} label={t('notifications.unread')}>
        {(ticket) => <TicketRow ticket={ticket} onGo={onGo} />}
      </Group>
      <Group list={waitingTickets} label={t('notifications.waiting')}>
        {(ticket) => <TicketRow ticket={ticket} onGo={onGo} />}
      </Group>
    </>
  )
}

interface GroupProps<T extends { id: number }> {
  list: List<T>
  label: string
  children: (row: T) => ReactNode
}

function Group<T extends { id: number }>({ list, label, children }: GroupProps<T>) {
  const { rows } = useList(list)
  if (rows.length === 0) return null
  return (
    <section aria-label={label}>
      <h3 className="sticky top-0 z-10 border-line border-b bg-raised px-4 py-1.5 font-medium text-muted text-xs">
        {label}
      </h3>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>{children(row)}</li>
        ))}
      </ul>
      <ListEnd list={list} hideEnd />
    </section>
  )
}

function MentionRow({ mention, onGo }: { mention: Mention; onGo: () => void }) {
  const { uuid, id, contactName, author, note, createdAt } = mention
  return (
    <EntryLink
      to={toNote(uuid, id)}
      onGo={onGo}
      at={createdAt}
      title={contactName}
      text={<span className="truncate">{author ? `${author}: ${note}` : note}</span>}
      picture={<EntryIcon icon={AtSign} />}
      badge={null}
    />
  )
}

function TicketRow({ ticket, onGo }: { ticket: Ticket; onGo: () => void }) {
  const { t } = useTranslation()
  const { contact, lastMessageAt, unreadMessages } = ticket
  return (
    <EntryLink
      to={toTickets(ticket.uuid)}
      onGo={onGo}
      at={lastMessageAt}
      title={contact.name}
      text={<Preview ticket={ticket} isSelected={false} />}
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

/** Text of a last message, with an icon instead of the emoji for files and locations. */
export function LastMessageText({ text }: { text: string }) {
  const { t } = useTranslation()
  const last = lastMessage(text)
  const kind = last.kind && mediaKind(last.kind)
  return (
    <span className="flex min-w-0 items-center gap-1 [&_svg]:size-3.5 [&_svg]:shrink-0">
      {kind?.icon}
      <span className="truncate">{last.text || (kind ? t(kind.label) : text)}</span>
    </span>
  )
}

/** Icon in place of an avatar. */
export function EntryIcon({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="flex size-7 shrink-0 items-center justify-center rounded-full bg-sunken text-muted dark:bg-hover">
      <Icon aria-hidden className="size-4" />
    </span>
  )
}

interface EntryLinkProps {
  to: string
  onGo: () => void
  title: string
  text: ReactNode
  at: string
  picture: ReactNode
  badge: ReactNode
}

/** Entry of a popover that links to a ticket or chat. */
export function EntryLink({ to, onGo, title, text, at, picture, badge }: EntryLinkProps) {
  const { t } = useTranslation()
  const when = shortTime(at)
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
