import { useState } from 'react'
import { Link } from 'wouter'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { type Rate, rateNames } from '../../../../../src/shared/bot/rating'
import { InfiniteList } from '../../../../components/infinite-list'
import { SkeletonText } from '../../../../components/skeleton'
import { api, unwrapResponse } from '../../../../lib/api'
import { createList } from '../../../../lib/list'
import { toConversation } from '../../../../lib/paths'
import { useLive } from '../../../../lib/realtime'
import { byNewestId } from '../../../../lib/sort-order'
import { formatDate } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'

type Rates = Record<number, number>

/** @param onRates receives the ratings of the tickets of each page */
const earlierOf = ({ id, contactId }: Ticket, onRates: (rates: Rates) => void) =>
  createList<Ticket>({
    load: async (cursor) => {
      const answer = await unwrapResponse(api.contacts({ id: contactId }).tickets.get({ query: { cursor } }))
      const { tickets, ratings, ...page } = answer
      onRates(Object.fromEntries(ratings.map(({ ticketId, rate }) => [ticketId, rate])))
      return { rows: tickets.filter((ticket) => ticket.id !== id), ...page }
    },
    compare: byNewestId,
    pagedBy: byNewestId,
  })

/** Other tickets of the contact that the user may see, newest first. */
export function EarlierTickets({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const [rates, setRates] = useState<Rates>({})
  const [list] = useState(() => earlierOf(ticket, (more) => setRates((rates) => ({ ...rates, ...more }))))
  useLive(
    {
      ticket(event) {
        if (event.action === 'delete') list.drop(event.ticketId)
        else if (event.ticket.id !== ticket.id && event.ticket.contactId === ticket.contactId)
          list.receiveEvent(event.ticket)
        else list.drop(event.ticket.id)
      },
    },
    list.reload,
  )
  return (
    <InfiniteList
      list={list}
      label={t('details.earlier')}
      className="-mx-2 flex flex-col"
      skeleton={<SkeletonText className="text-faint text-sm">{t('details.noEarlier')}</SkeletonText>}
      empty={<p className="text-faint text-sm">{t('details.noEarlier')}</p>}
      render={(earlier) => (
        <li>
          <Link href={toConversation(earlier.uuid)} className="block rounded-md px-2 py-1.5 hover:bg-hover">
            <span className="flex items-baseline gap-2 text-sm">
              <span className="min-w-0 flex-1 truncate">{earlier.queue?.name ?? t('tickets.noQueue')}</span>
              <span className="shrink-0 text-faint text-xs tabular-nums">{formatDate(earlier.updatedAt)}</span>
            </span>
            <span className="block truncate text-muted text-sm">
              {t(`details.status.${earlier.status}`)}
              {earlier.id in rates && ` · ${t(`conversation.rated.${rateNames[rates[earlier.id] as Rate]}`)}`} ·{' '}
              {earlier.lastMessage || '—'}
            </span>
          </Link>
        </li>
      )}
      hideEnd
    />
  )
}
