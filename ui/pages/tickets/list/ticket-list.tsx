import { CheckCheck, Inbox, MessagesSquare, SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../components/button'
import { EmptyState } from '../../../components/empty-state'
import { Tabs, tabPanelProps } from '../../../components/tabs'
import { classes } from '../../../lib/classes'
import { useMe } from '../../../lib/session'
import { useValue } from '../../../lib/use-value'
import { counts, lists, mostCounted, query, setShowAll, showAll, type Tab, tab } from '../store/tickets'
import { Rows } from './rows'
import { SearchBox } from './search-box'

/** The list pane: search, tabs, rows. */
export function TicketList({ selected }: { selected?: string }) {
  const { t } = useTranslation()
  const searched = useValue(query)
  return (
    <section aria-label={t('tickets.list')} className="flex h-full min-h-0 flex-col bg-surface">
      <SearchBox />
      {searched ? (
        <Rows list={lists.search} label={t('tickets.searchResults')} selected={selected} empty={<NothingFound />} />
      ) : (
        <Tabbed selected={selected} />
      )}
    </section>
  )
}

function Tabbed({ selected }: { selected?: string }) {
  const { t } = useTranslation()
  const now = useValue(tab)
  const open = useCount('open')
  const pending = useCount('pending')
  const go = (next: Tab) => {
    tab.value = next
  }
  const main = now === 'closed' ? 'closed' : 'open'
  const labels = { open: t('tickets.tabAssigned'), pending: t('tickets.tabPending'), closed: t('tickets.tabClosed') }
  return (
    <>
      <Tabs
        id="tickets"
        label={t('tickets.title')}
        value={main}
        onChange={(next) => go(next === 'closed' ? 'closed' : 'open')}
        tabs={[
          { value: 'open', label: t('tickets.tabOpen') },
          { value: 'closed', label: t('tickets.tabClosed') },
        ]}
      />
      <div {...tabPanelProps('tickets', main)} className="flex min-h-0 flex-1 flex-col">
        {main === 'open' && (
          <div className="flex items-stretch border-line border-b bg-ground [&>[role=tablist]]:flex-1 [&>[role=tablist]]:border-b-0">
            <Tabs
              id="open-tickets"
              size="sm"
              label={t('tickets.subTabs')}
              value={now === 'pending' ? 'pending' : 'open'}
              onChange={go}
              tabs={[
                { value: 'open', label: labels.open, count: open },
                { value: 'pending', label: labels.pending, count: pending },
              ]}
            />
            <EveryoneToggle />
          </div>
        )}
        <div {...(main === 'open' ? tabPanelProps('open-tickets', now) : {})} className="flex min-h-0 flex-1 flex-col">
          <Rows key={now} list={lists[now]} label={labels[now]} selected={selected} empty={<Empty of={now} />} />
        </div>
      </div>
    </>
  )
}

const useCount = (name: 'open' | 'pending') => {
  const count = useValue(counts[name])
  return count >= mostCounted ? `${mostCounted - 1}+` : count
}

/** Who leads sees everybody's tickets, or only their own. */
function EveryoneToggle() {
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

function Empty({ of }: { of: Tab }) {
  const { t } = useTranslation()
  if (of === 'pending')
    return <EmptyState icon={<CheckCheck />} title={t('tickets.emptyPending')} text={t('tickets.emptyPendingText')} />
  if (of === 'closed')
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

function NothingFound() {
  const { t } = useTranslation()
  const text = useValue(query)
  return (
    <EmptyState icon={<SearchX />} title={t('tickets.emptySearch', { text })} text={t('tickets.emptySearchText')} />
  )
}
