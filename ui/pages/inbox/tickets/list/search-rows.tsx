import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { FoundMessage, SearchResult } from '../../../../../src/features/inbox/search/everything/model'
import { Avatar } from '../../../../components/avatar'
import { HighlightedText } from '../../../../components/highlighted-text'
import { ticketContactName } from '../../../../contact/ticket-contact-name'
import { toFoundMessage } from '../../../../lib/paths'
import { showNumber } from '../../../../lib/phone'
import { shortTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { addRecentSearch } from '../../../../search/recent-searches'
import { changeSearch } from '../store/change-filters'
import { searchText } from '../store/filters'
import { typedSearch } from '../store/search-mode'
import { beginAtMatch } from './begin-at-match'
import { RowQueue } from './row-text'

const frame =
  'flex h-full w-full min-w-0 items-center gap-2.5 px-3 text-left hover:bg-hover focus-visible:-outline-offset-2'

interface FoundContactProps {
  contact: SearchResult['contacts'][number]
  height: number
  isStop: boolean
}

/** A person that the search found; a press shows this person's conversations. */
export function FoundContact({ contact, height, isStop }: FoundContactProps) {
  const { id, name, number, profilePicUrl, isGroup } = contact
  const label = name || (number ? showNumber(number) : '—')
  const choose = () => {
    addRecentSearch(searchText.peek())
    typedSearch.value = ''
    changeSearch({ text: '', contact: { id, name: label } })
  }
  return (
    <ResultRow height={height}>
      <button type="button" data-main tabIndex={isStop ? 0 : -1} onClick={choose} className={frame}>
        <Avatar name={name} src={profilePicUrl} group={isGroup} />
        <span className="flex min-w-0 flex-1 flex-col gap-px">
          <span className="truncate font-medium">{label}</span>
          {number && <span className="truncate text-muted text-sm">{showNumber(number)}</span>}
        </span>
      </button>
    </ResultRow>
  )
}

interface FoundMessageRowProps {
  found: FoundMessage
  height: number
  isStop: boolean
}

/** A message that the search found, with its person, queue and date; a press opens it in its conversation. */
export function FoundMessageRow({ found: { ticket, message, snippet }, height, isStop }: FoundMessageRowProps) {
  const { t } = useTranslation()
  const when = shortTime(message.createdAt)
  return (
    <ResultRow height={height} ticketId={ticket.id}>
      <Link
        href={toFoundMessage(ticket.uuid, message.id, snippet)}
        data-main
        tabIndex={isStop ? 0 : -1}
        onClick={() => addRecentSearch(searchText.peek())}
        className={frame}
      >
        <Avatar name={ticket.contact.name} src={ticket.contact.profilePicUrl} group={ticket.isGroup} />
        <span className="flex min-w-0 flex-1 flex-col gap-px">
          <span className="flex min-w-0 items-center gap-1.5">
            <span className="min-w-15 shrink truncate font-medium">{ticketContactName(ticket)}</span>
            <RowQueue ticket={ticket} />
            <time dateTime={message.createdAt} className="shrink-0 text-faint text-xs tabular-nums">
              {when === 'yesterday' ? t('common.yesterday') : when}
            </time>
          </span>
          <span className="truncate text-muted text-sm">
            <HighlightedText {...beginAtMatch(snippet)} />
          </span>
        </span>
      </Link>
    </ResultRow>
  )
}

const ResultRow = ({ height, ticketId, children }: { height: number; ticketId?: number; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: as the rows of tickets, which are not children of one ul.
  <div
    role="listitem"
    data-ticket={ticketId}
    style={{ height }}
    className="relative flex after:absolute after:right-0 after:bottom-0 after:left-14.5 after:h-px after:bg-line"
  >
    {children}
  </div>
)
