import { History, SearchX, TextSearch } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '../../../../components/empty-state'
import { ErrorState } from '../../../../components/error-state'
import { useList } from '../../../../lib/list'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { recentSearches } from '../../../../search/recent-searches'
import { type Search, useSearch } from '../../../../search/use-search'
import { isSearching, searchFilters, searchText } from '../store/filters'
import { typedSearch } from '../store/search-mode'
import { lists } from '../store/tickets'
import { useRowHeight } from './row-height'
import { moveAmongRows, RowSkeletons, VirtualRows } from './rows'
import { FoundContact, FoundMessageRow } from './search-rows'
import { TicketRow } from './ticket-row'

/** Results of the search in place of the list: people, conversations and messages. */
export function SearchPane({ selected }: { selected?: string }) {
  const searching = useValue(isSearching)
  return searching ? <Results selected={selected} /> : <Hint />
}

function Hint() {
  const { t } = useTranslation()
  const recent = recentSearches()
  if (recent.length === 0)
    return <EmptyState icon={<TextSearch />} title={t('inbox.searchTitle')} text={t('inbox.searchText')} />
  return (
    <section aria-label={t('palette.recent')} className="min-h-0 flex-1 overflow-y-auto p-2">
      <Heading text={t('palette.recent')} />
      {recent.map((text) => (
        <button
          key={text}
          type="button"
          onClick={() => {
            typedSearch.value = text
          }}
          className="flex h-control w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-hover [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint"
        >
          <History aria-hidden />
          <span className="truncate">{text}</span>
        </button>
      ))}
    </section>
  )
}

/** Number of conversations beside the other results; the rest follows on demand. */
const shownConversations = 5

function Results({ selected }: { selected?: string }) {
  const { t } = useTranslation()
  const text = useValue(searchText)
  const filters = useValue(searchFilters)
  const search = useSearch(text, filters)
  const conversations = useList(lists.search)
  const height = useRowHeight()
  const query = JSON.stringify([text, filters])
  const [expanded, setExpanded] = useState('')
  const { contacts = [], messages = [] } = search.result ?? {}
  const count = contacts.length + messages.length + conversations.rows.length
  if (expanded === query && conversations.rows.length > 0)
    return (
      <>
        <Heading text={t('lists.conversations')} action={t('lists.allResults')} onAction={() => setExpanded('')} />
        <VirtualRows list={lists.search} label={t('lists.conversations')} selected={selected} empty={null} />
      </>
    )
  if (count > 0) return <Groups search={search} selected={selected} onExpand={() => setExpanded(query)} />
  if (search.state === 'failed') return <ErrorState failure={search.failure} onRetry={() => lists.search.reload()} />
  const isSettled = search.state === 'ready' && conversations.state !== 'loading' && conversations.state !== 'idle'
  return isSettled ? <NothingFound /> : <RowSkeletons height={height} />
}

interface GroupsProps {
  search: Search
  selected?: string
  /** Shows all conversations alone. */
  onExpand: () => void
}

function Groups({ search, selected, onExpand }: GroupsProps) {
  const { t } = useTranslation()
  const conversations = useList(lists.search)
  const height = useRowHeight()
  const { contacts = [], messages = [], hasMore = false } = search.result ?? {}
  const rows = conversations.rows.slice(0, shownConversations)
  const hasOthers = conversations.rows.length > shownConversations || conversations.hasMore
  const stop = rows.find(({ uuid }) => uuid === selected) ?? rows[0]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the rows inside.
    <div
      onKeyDown={moveAmongRows}
      data-letter-keys
      className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden overscroll-contain pb-2"
    >
      <Group label={t('lists.people')} isEmpty={contacts.length === 0}>
        {contacts.map((contact, at) => (
          <FoundContact key={contact.id} contact={contact} height={height} isStop={at === 0 && !stop} />
        ))}
      </Group>
      <Group
        label={t('lists.conversations')}
        isEmpty={rows.length === 0}
        action={hasOthers ? t('lists.showAll') : undefined}
        onAction={onExpand}
      >
        {rows.map((ticket) => (
          <TicketRow
            key={ticket.id}
            list={lists.search}
            ticket={ticket}
            isSelected={ticket.uuid === selected}
            isStop={ticket === stop}
            isGone={false}
            height={height}
          />
        ))}
      </Group>
      <Group
        label={t('lists.messages')}
        isEmpty={messages.length === 0}
        action={hasMore ? t('palette.more') : undefined}
        onAction={search.more}
        isActionBelow
      >
        {messages.map((found, at) => (
          <FoundMessageRow
            key={found.message.id}
            found={found}
            height={height}
            isStop={at === 0 && !stop && contacts.length === 0}
          />
        ))}
      </Group>
    </div>
  )
}

interface GroupProps {
  label: string
  isEmpty: boolean
  action?: string
  onAction?: () => void
  /** The action stands below the rows, as it adds rows there. */
  isActionBelow?: boolean
  children: React.ReactNode
}

function Group({ label, isEmpty, action, onAction, isActionBelow, children }: GroupProps) {
  if (isEmpty) return null
  return (
    <>
      <Heading text={label} action={isActionBelow ? undefined : action} onAction={onAction} />
      {/* biome-ignore lint/a11y/useSemanticElements: the rows of tickets are the same elements as in the virtual list. */}
      <div role="list" aria-label={label}>
        {children}
      </div>
      {isActionBelow && action && (
        <button type="button" onClick={onAction} className={actionClass}>
          {action}
        </button>
      )}
    </>
  )
}

const actionClass =
  'min-h-7 touch:min-h-11 rounded-sm px-3 font-semibold text-accent-ink text-xs hover:underline focus-visible:-outline-offset-2'

function Heading({ text, action, onAction }: { text: string; action?: string; onAction?: () => void }) {
  return (
    <div className="flex h-8 touch:h-11 shrink-0 items-center justify-between pl-3">
      <h3 className="font-semibold text-muted text-xs">{text}</h3>
      {action && (
        <button type="button" onClick={onAction} className={actionClass}>
          {action}
        </button>
      )}
    </div>
  )
}

function NothingFound() {
  const { t } = useTranslation()
  const text = useValue(searchText)
  const title = text ? t('tickets.emptySearch', { text }) : t('inbox.emptyFilter')
  return <EmptyState icon={<SearchX />} title={title} text={t('tickets.emptySearchText')} />
}
