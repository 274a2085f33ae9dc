import { type FocusEvent, useEffect, useRef } from 'react'
import { tabPanelProps } from '../../../../components/tabs'
import { useCan } from '../../../../lib/can'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { FirstStepsBar } from '../../../automation/first-steps/first-steps-bar'
import { isSearching } from '../store/filters'
import { listTab, showList, showsSearch, typedSearch } from '../store/search-mode'
import { isSelecting } from '../store/selection'
import { lists } from '../store/tickets'
import { BulkBar } from './bulk-bar'
import { EmptyList } from './empty-list'
import { AcceptNext, ListBar } from './list-bar'
import { ListFilters } from './list-filters'
import { ListFooter } from './list-footer'
import { ListTabs } from './list-tabs'
import { RowMenuHost } from './row-menu'
import { VirtualRows } from './rows'
import { SearchFilters } from './search-filters'
import { SearchPane } from './search-pane'
import { SearchRow } from './search-row'

/** List pane of the ticket page: search, lists, order and filters, then the rows or what the search found. */
export function TicketList({ selected }: { selected?: string }) {
  const { t } = useTranslation()
  const name = useValue(listTab)
  const searching = useValue(showsSearch)
  const selecting = useValue(isSelecting)
  const mayConfigure = useCan('settings:edit')
  const head = useRef<HTMLDivElement>(null)
  return (
    <section
      ref={useFocusAfterClose(selected)}
      data-typing-place
      tabIndex={-1}
      aria-label={t('tickets.list')}
      className="@container/list relative flex h-full min-h-0 flex-col bg-surface outline-none"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: hears the focus leave the controls inside. */}
      <div ref={head} onBlur={(event) => leaveEmptySearch(event, head.current)} className="shrink-0">
        <div className="relative">
          {selecting && <BulkBar />}
          <div inert={selecting}>
            <SearchRow>
              <span className="@3xl/tickets:hidden">{!searching && <ListFilters name={name} />}</span>
            </SearchRow>
          </div>
        </div>
        <ListTabs />
        {searching ? <SearchFilters /> : <ListBar name={name} />}
      </div>
      {mayConfigure && (
        <div className="@3xl/tickets:hidden">
          <FirstStepsBar />
        </div>
      )}
      <RowMenuHost />
      {searching ? (
        <section aria-label={t('tickets.searchResults')} className="flex min-h-0 flex-1 flex-col">
          <SearchPane selected={selected} />
        </section>
      ) : (
        <div {...tabPanelProps('tickets', name)} className="flex min-h-0 flex-1 flex-col">
          <VirtualRows
            key={name}
            list={lists[name]}
            label={t(`lists.${name}`)}
            selected={selected}
            empty={<EmptyList name={name} />}
            footer={<ListFooter name={name} />}
          />
        </div>
      )}
      <div className="absolute right-4 bottom-4 z-20 @3xl/tickets:hidden">
        {!searching && !selecting && <AcceptNext isFloating />}
      </div>
    </section>
  )
}

/** Returns from a search without text and filter to the list when the focus leaves the head. */
function leaveEmptySearch({ relatedTarget }: FocusEvent, head: HTMLElement | null) {
  if (!showsSearch.peek() || isSearching.peek() || typedSearch.peek() !== '') return
  if (relatedTarget && !head?.contains(relatedTarget)) showList()
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
