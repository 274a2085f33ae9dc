import { Search, SquarePen, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { limits } from '../../../../../src/shared/limits'
import { IconButton } from '../../../../components/icon-button'
import { useShortcut } from '../../../../lib/keys'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { NewTicketDialog } from '../new-ticket/new-ticket-dialog'
import { changeSearch } from '../store/change-filters'
import { showList, showsSearch, typedSearch } from '../store/search-mode'
import { tab } from '../store/tickets'

/** Search and new conversation, above the lists; `children` stand between both. */
export function SearchRow({ children }: { children?: ReactNode }) {
  return (
    <div className="flex h-13 shrink-0 items-center gap-2 px-3 touch:px-2">
      <SearchBox />
      {children}
      <NewTicketButton />
    </div>
  )
}

/** Delay from the last letter to the search, in ms. */
const searchDelay = 250

/** Field of the search. Its focus opens the search in place of the list; Escape clears it, then returns to the list. */
function SearchBox() {
  const { t } = useTranslation()
  const text = useValue(typedSearch)
  const box = useRef<HTMLInputElement>(null)
  const searching = useValue(showsSearch)
  const shortcut = useShortcut('search')
  useEffect(() => {
    if (text.trim() === '') return void changeSearch({ text: '' })
    const timer = setTimeout(() => changeSearch({ text: text.trim() }), searchDelay)
    return () => clearTimeout(timer)
  }, [text])
  const close = () => {
    showList()
    box.current?.blur()
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Enter') changeSearch({ text: text.trim() })
    if (event.key !== 'Escape') return
    event.stopPropagation()
    if (text === '') close()
    else typedSearch.value = ''
  }
  return (
    <search className="relative min-w-0 flex-1">
      <Search
        aria-hidden
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 size-4 text-faint"
      />
      <input
        ref={box}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        data-ticket-search
        data-typing-field
        aria-label={t('tickets.searchLabel')}
        aria-keyshortcuts={shortcut}
        placeholder={t('lists.search')}
        maxLength={limits.search.max}
        value={text}
        onFocus={() => {
          tab.value = 'search'
        }}
        onChange={({ target }) => {
          typedSearch.value = target.value
        }}
        onKeyDown={onKeyDown}
        className="h-control w-full rounded-md border border-transparent text-ellipsis bg-sunken pr-9 pl-8 text-base placeholder:text-faint focus:border-accent focus:bg-surface focus:outline-none dark:bg-hover"
      />
      {searching ? (
        <IconButton
          size="sm"
          label={t('lists.closeSearch')}
          onClick={close}
          className="-translate-y-1/2 absolute! top-1/2 right-1"
        >
          <X aria-hidden />
        </IconButton>
      ) : (
        <kbd
          aria-hidden
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-2.5 rounded-sm border border-line bg-surface px-1.5 font-medium font-sans text-faint text-xs touch:hidden"
        >
          {shortcut}
        </kbd>
      )}
    </search>
  )
}

function NewTicketButton() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton label={t('inbox.newTicket')} onClick={() => setOpen(true)} className="bg-sunken dark:bg-hover">
        <SquarePen aria-hidden />
      </IconButton>
      {open && <NewTicketDialog onClose={() => setOpen(false)} />}
    </>
  )
}
