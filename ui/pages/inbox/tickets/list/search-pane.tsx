import { ChevronDown, Search, SearchX, TextSearch, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { limits } from '../../../../../src/shared/limits'
import { EmptyState } from '../../../../components/empty-state'
import { IconButton } from '../../../../components/icon-button'
import { useCan } from '../../../../lib/can'
import { classes } from '../../../../lib/classes'
import { useColleagues } from '../../../../lib/colleagues'
import { useTags } from '../../../../lib/tags'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { changeSearch } from '../store/change-filters'
import { isSearching, searchText, tagIds, userIds } from '../store/filters'
import { lists } from '../store/tickets'
import { CheckboxPopover } from './checkbox-popover'
import { VirtualRows } from './rows'

/** Delay in ms from the last letter to the search. */
const searchDelay = 500

/** Search for tickets of any state by contact, messages, tags and, for admins, agent. */
export function SearchPane({ selected }: { selected?: string }) {
  const { t } = useTranslation()
  const searching = useValue(isSearching)
  const mayFilterUsers = useCan('ticket:showAll')
  return (
    <>
      <div className="flex shrink-0 flex-col gap-2 border-line border-b p-2">
        <SearchBox />
        <div className="flex flex-wrap gap-2">
          <TagFilter />
          {mayFilterUsers && <UserFilter />}
        </div>
      </div>
      {searching ? (
        <VirtualRows
          list={lists.search}
          label={t('tickets.searchResults')}
          selected={selected}
          empty={<NothingFound />}
        />
      ) : (
        <EmptyState icon={<TextSearch />} title={t('inbox.searchTitle')} text={t('inbox.searchText')} />
      )}
    </>
  )
}

function SearchBox() {
  const { t } = useTranslation()
  const [text, setText] = useState(searchText.peek())
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (text.trim() === '') return changeSearch({ text: '' })
    const timer = setTimeout(() => changeSearch({ text: text.trim() }), searchDelay)
    return () => clearTimeout(timer)
  }, [text])
  const clear = () => {
    setText('')
    box.current?.focus()
  }
  return (
    <search className="relative">
      <Search aria-hidden className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-faint" />
      <input
        ref={box}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        data-ticket-search
        data-typing-field
        aria-label={t('tickets.searchLabel')}
        placeholder={t('tickets.searchLabel')}
        maxLength={limits.search.max}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') changeSearch({ text: text.trim() })
          if (event.key !== 'Escape' || text === '') return
          event.stopPropagation()
          clear()
        }}
        className="h-control w-full rounded-md border border-line bg-ground pr-10 pl-9 placeholder:text-faint focus:border-accent focus:outline-none"
      />
      {text !== '' && (
        <IconButton
          size="sm"
          label={t('common.clear')}
          onClick={clear}
          className="-translate-y-1/2 absolute! top-1/2 right-1"
        >
          <X aria-hidden />
        </IconButton>
      )}
    </search>
  )
}

function TagFilter() {
  const { t } = useTranslation()
  const chosen = useValue(tagIds)
  return (
    <CheckboxPopover
      align="start"
      label={t('inbox.tags')}
      options={useTags().rows}
      chosen={chosen}
      onChange={(tags) => changeSearch({ tags })}
      empty={t('inbox.noTags')}
      trigger={<FilterButton text={t('inbox.tags')} count={chosen.length} />}
    />
  )
}

function UserFilter() {
  const { t } = useTranslation()
  const chosen = useValue(userIds)
  return (
    <CheckboxPopover
      align="start"
      label={t('inbox.users')}
      options={useColleagues().rows}
      chosen={chosen}
      onChange={(users) => changeSearch({ users })}
      empty={t('inbox.noUsers')}
      trigger={<FilterButton text={t('inbox.users')} count={chosen.length} />}
    />
  )
}

/** Filter button with the number of chosen values. */
function FilterButton({
  text,
  count,
  ...rest
}: { text: string; count: number } & React.ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      {...rest}
      type="button"
      className={classes(
        'flex h-control-sm items-center gap-1.5 rounded-md border px-2.5 text-sm [&_svg]:size-3.5',
        count > 0 ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line text-muted hover:bg-hover',
      )}
    >
      {text}
      {count > 0 && <span className="tabular-nums">({count})</span>}
      <ChevronDown aria-hidden />
    </button>
  )
}

function NothingFound() {
  const { t } = useTranslation()
  const text = useValue(searchText)
  const title = text ? t('tickets.emptySearch', { text }) : t('inbox.emptyFilter')
  return <EmptyState icon={<SearchX />} title={title} text={t('tickets.emptySearchText')} />
}
