import { Dialog, DialogBackdrop, DialogPanel, DialogTitle } from '@headlessui/react'
import { Search as Glass, ListFilter, SearchX, X } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { SearchResult } from '../../src/features/inbox/search/everything/model'
import { limits } from '../../src/shared/limits'
import { Chip } from '../components/chip'
import { EmptyState } from '../components/empty-state'
import { ErrorState } from '../components/error-state'
import { IconButton } from '../components/icon-button'
import { SkeletonRows } from '../components/skeleton'
import { consumeEarlyInput } from '../lib/overlay'
import { useTranslation } from '../lib/use-translation'
import { NewTicketDialog } from '../pages/inbox/tickets/new-ticket/new-ticket-dialog'
import { hasFilters, noFilters } from '../search/filters'
import { addRecentSearch } from '../search/recent-searches'
import { useSearch } from '../search/use-search'
import { FilterFields } from './filter-fields'
import { type Item, useSections } from './items'
import { PaletteFoot } from './results'
import { SearchCombobox } from './search-combobox'

type Contact = SearchResult['contacts'][number]

/** Command palette: finds contacts, tickets, messages, screens and actions. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [newTicketFor, setNewTicketFor] = useState<Contact | null>(null)
  if (newTicketFor) return <NewTicketDialog contact={newTicketFor} onClose={onClose} />
  return <SearchDialog onClose={onClose} onNewTicket={setNewTicketFor} />
}

function SearchDialog({ onClose, onNewTicket }: { onClose: () => void; onNewTicket: (contact: Contact) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [filters, setFilters] = useState(noFilters)
  const [showFilters, setShowFilters] = useState(false)
  const [isEnterPending, setEnterPending] = useState(false)
  const isFiltered = hasFilters(filters)
  // Headless UI focuses the dialog itself on touch screens; the field needs the focus for typing.
  const mounted = useCallback((field: HTMLInputElement | null) => {
    if (!field) return
    field.focus()
    requestAnimationFrame(() => field.focus())
    const { text, entered } = consumeEarlyInput()
    setText(text.slice(0, limits.search.max))
    setEnterPending(entered && text.trim() !== '')
  }, [])
  const search = useSearch(text, filters)
  const hasQuery = text.trim() !== '' || isFiltered
  const isWaiting = search.state === 'loading' || (search.state === 'idle' && hasQuery)
  const onContact = (contact: { id: number; name: string }) => {
    setFilters({ ...filters, contact })
    setText('')
  }
  const sections = useSections({ text, hasFilters: isFiltered, search, setText, onContact, onNewTicket })
  const choose = (item: Item | undefined) => {
    // While results for the typed text are loading, Enter waits for them instead of choosing an older result.
    if (isWaiting && isFromServer(item)) return setEnterPending(true)
    if (!item) return
    if (/^(message|ticket|contact):/.test(item.id)) addRecentSearch(text)
    if (!item.keepsPaletteOpen) onClose()
    item.run()
  }
  const first = sections[0]?.items[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the awaited results arrive.
  useEffect(() => {
    if (!isEnterPending || isWaiting) return
    setEnterPending(false)
    choose(first)
  }, [isEnterPending, isWaiting])
  return (
    <Dialog open onClose={onClose} className="relative z-40 outline-none">
      <DialogBackdrop className="fixed inset-0 bg-scrim" />
      <div className="fixed inset-0 flex justify-center sm:p-6 sm:pt-[12vh]">
        <DialogPanel className="enter flex h-full w-full flex-col overflow-hidden border-line bg-raised shadow-e2 safe-bottom sm:h-auto sm:max-h-[70vh] sm:max-w-2xl sm:rounded-xl sm:border">
          <DialogTitle className="sr-only">{t('palette.title')}</DialogTitle>
          <SearchCombobox
            sections={sections}
            choose={choose}
            head={(listing) => (
              <div
                className="flex items-center gap-1 border-line border-b p-2"
                style={{ paddingTop: 'max(0.5rem, var(--safe-top))' }}
              >
                <Glass aria-hidden className="ml-2 size-4 shrink-0 text-faint" />
                {filters.contact && (
                  <Chip onRemove={() => setFilters({ ...filters, contact: null })} className="ml-1 max-w-32 shrink-0">
                    {filters.contact.name}
                  </Chip>
                )}
                <input
                  {...listing}
                  ref={mounted}
                  type="text"
                  inputMode="search"
                  enterKeyHint="go"
                  autoComplete="off"
                  data-autofocus
                  aria-label={t('palette.open')}
                  placeholder={t('palette.placeholder')}
                  maxLength={limits.search.max}
                  value={text}
                  onChange={({ target }) => setText(target.value)}
                  className="h-control min-w-0 flex-1 bg-transparent px-2 text-lg placeholder:text-faint focus:outline-none"
                />
                <IconButton
                  label={t('palette.filters')}
                  aria-expanded={showFilters}
                  pressed={showFilters || isFiltered}
                  onClick={() => setShowFilters(!showFilters)}
                >
                  <ListFilter aria-hidden />
                </IconButton>
                <IconButton label={t('common.close')} onClick={onClose}>
                  <X aria-hidden />
                </IconButton>
              </div>
            )}
            below={showFilters && <FilterFields filters={filters} onChange={setFilters} />}
            empty={<NoResults state={search.state} failure={search.failure} />}
          />
          <PaletteFoot />
        </DialogPanel>
      </div>
    </Dialog>
  )
}

/** True for items that come from the server; actions and pages are available at once. */
const isFromServer = (item: Item | undefined) => !item || /^(message|ticket|contact|new):/.test(item.id)

function NoResults({ state, failure }: { state: string; failure: unknown }) {
  const { t } = useTranslation()
  if (state === 'failed') return <ErrorState failure={failure} />
  if (state !== 'ready') return <SkeletonRows rows={4} />
  return <EmptyState icon={<SearchX />} title={t('palette.none')} text={t('palette.noneText')} />
}
