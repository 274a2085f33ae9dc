import { CheckCheck, Inbox, ListFilter, MessageSquarePlus, MessagesSquare, UserX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../../components/button'
import { EmptyState } from '../../../../components/empty-state'
import { IconButton } from '../../../../components/icon-button'
import { Tabs, tabPanelProps } from '../../../../components/tabs'
import { useCan } from '../../../../lib/can'
import { classes } from '../../../../lib/classes'
import { useSeesNobody } from '../../../../lib/sees-nobody'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { FirstStepsBar } from '../../../automation/first-steps/first-steps-bar'
import { openSearch } from '../actions/open-list'
import { NewTicketDialog } from '../new-ticket/new-ticket-dialog'
import { clearFilters, setShowAll } from '../store/change-filters'
import { maxCount } from '../store/counts'
import { queueIds } from '../store/filters'
import { filterSize } from '../store/list-filter'
import { isSelecting } from '../store/selection'
import { counts, lists, showAll, type Tab, tab } from '../store/tickets'
import { BulkBar } from './bulk-bar'
import { ListBar } from './list-bar'
import { ListFilters } from './list-filters'
import { RowMenuHost } from './row-menu'
import { VirtualRows } from './rows'
import { SearchPane } from './search-pane'

/** List pane of the ticket page. */
export function TicketList({ selected }: { selected?: string }) {
  const { t } = useTranslation()
  const name = useValue(tab)
  const mainTab = name === 'pending' ? 'open' : name
  const selecting = useValue(isSelecting)
  const mayConfigure = useCan('settings:edit')
  return (
    <section
      ref={useFocusAfterClose(selected)}
      data-typing-place
      tabIndex={-1}
      aria-label={t('tickets.list')}
      className="flex h-full min-h-0 flex-col bg-surface outline-none"
    >
      <div className="relative">
        {selecting && <BulkBar />}
        <div
          inert={selecting}
          className="flex items-stretch border-line border-b pr-1 [&>[role=tablist]]:min-w-0 [&>[role=tablist]]:flex-1 [&>[role=tablist]]:border-b-0 [&_[role=tab]]:flex-auto"
        >
          <Tabs
            id="tickets"
            label={t('tickets.title')}
            value={mainTab}
            onChange={(next) => {
              tab.value = next
            }}
            onPress={(next) => next === 'search' && openSearch()}
            tabs={[
              { value: 'open', label: t('tickets.tabOpen') },
              { value: 'closed', label: t('tickets.tabClosed') },
              { value: 'search', label: t('inbox.tabSearch') },
            ]}
          />
          {name !== 'search' && <ListFilters status={name} />}
          <NewTicketButton />
        </div>
      </div>
      {mayConfigure && (
        <div className="@3xl/tickets:hidden">
          <FirstStepsBar />
        </div>
      )}
      <RowMenuHost />
      <div {...tabPanelProps('tickets', mainTab)} className="flex min-h-0 flex-1 flex-col">
        {name === 'search' ? <SearchPane selected={selected} /> : <TabList name={name} selected={selected} />}
      </div>
    </section>
  )
}

/** Focuses the list when the closed ticket had the focus; otherwise it would return to the top of the page. */
function useFocusAfterClose(selected: string | undefined) {
  const region = useRef<HTMLElement>(null)
  const before = useRef(selected)
  useEffect(() => {
    const hasClosed = before.current && !selected
    before.current = selected
    if (hasClosed && document.activeElement === document.body) region.current?.focus({ preventScroll: true })
  }, [selected])
  return region
}

function NewTicketButton() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={t('inbox.newTicket')}
        onClick={() => setOpen(true)}
        className="self-center focus-visible:-outline-offset-2"
      >
        <MessageSquarePlus aria-hidden />
      </IconButton>
      {open && <NewTicketDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function TabList({ name, selected }: { name: Tab; selected?: string }) {
  const { t } = useTranslation()
  const labels = { open: t('tickets.tabAssigned'), pending: t('tickets.tabPending'), closed: t('tickets.tabClosed') }
  const rows = (
    <VirtualRows key={name} list={lists[name]} label={labels[name]} selected={selected} empty={<Empty name={name} />} />
  )
  if (name === 'closed') return rows
  return (
    <>
      <OpenTabs name={name} labels={labels} />
      <div {...tabPanelProps('open-tickets', name)} className="flex min-h-0 flex-1 flex-col">
        <ListBar name={name} />
        {rows}
      </div>
    </>
  )
}

function OpenTabs({ name, labels }: { name: 'open' | 'pending'; labels: Record<'open' | 'pending', string> }) {
  const { t } = useTranslation()
  const open = useCount('open')
  const pending = useCount('pending')
  return (
    <div className="flex items-stretch border-line border-b bg-ground [&>[role=tablist]]:flex-1 [&>[role=tablist]]:border-b-0">
      <Tabs
        id="open-tickets"
        size="sm"
        label={t('tickets.subTabs')}
        value={name}
        onChange={(next) => {
          tab.value = next
        }}
        tabs={[
          { value: 'open', label: labels.open, count: open },
          { value: 'pending', label: labels.pending, count: pending },
        ]}
      />
      <ShowAllToggle />
    </div>
  )
}

const useCount = (name: 'open' | 'pending') => {
  const count = useValue(counts[name])
  return count >= maxCount ? `${maxCount - 1}+` : count
}

/** Switch between own and all tickets, for admins and supervisors. */
function ShowAllToggle() {
  const { t } = useTranslation()
  const all = useValue(showAll)
  if (useMe().profile === 'user') return null
  return (
    <button
      type="button"
      aria-pressed={all}
      title={t('tickets.everyoneHint')}
      onClick={() => setShowAll(!all)}
      className={classes(
        'm-1 rounded-md border px-2 text-xs focus-visible:-outline-offset-2',
        all ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line text-muted hover:bg-hover',
      )}
    >
      {t('tickets.everyone')}
    </button>
  )
}

function Empty({ name }: { name: Tab }) {
  const { t } = useTranslation()
  const narrowed = useValue(queueIds).length > 0
  const filtered = useValue(filterSize) > 0
  const seesNobody = useSeesNobody()
  if (filtered || narrowed)
    return (
      <EmptyState
        icon={<ListFilter />}
        title={t(filtered ? 'inbox.emptyFilter' : 'inbox.emptyQueues')}
        action={<Button onClick={clearFilters}>{t(filtered ? 'inbox.filtersClear' : 'inbox.allQueues')}</Button>}
      />
    )
  if (name !== 'closed' && seesNobody)
    return <EmptyState icon={<UserX />} title={t('gaps.selfTitle')} text={t('gaps.selfText')} />
  if (name === 'pending')
    return <EmptyState icon={<CheckCheck />} title={t('tickets.emptyPending')} text={t('tickets.emptyPendingText')} />
  if (name === 'closed')
    return <EmptyState icon={<Inbox />} title={t('tickets.emptyClosed')} text={t('tickets.emptyClosedText')} />
  return (
    <EmptyState
      icon={<MessagesSquare />}
      title={t('tickets.emptyOpen')}
      text={t('tickets.emptyOpenText')}
      action={<Button onClick={() => (tab.value = 'pending')}>{t('tickets.emptyOpenAction')}</Button>}
    />
  )
}
