import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { mayShowAll } from '../../../../../src/shared/permissions'
import type { TicketListName } from '../../../../../src/shared/ticket-lists'
import { Menu, type MenuEntry } from '../../../../components/menu'
import { roleOf } from '../../../../lib/can'
import { classes } from '../../../../lib/classes'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { openStars, StarsHost } from '../stars/stars-dialog'
import { listTab, showList, showsSearch } from '../store/search-mode'
import { useCountText } from './count-text'
import { useDensityEntry } from './density-entry'
import { useViewEntries } from './view-entries'

/** Lists with a tab, in their order; those without room are in the menu behind the last one. */
const tabNames = ['mine', 'waiting', 'robot', 'closed'] as const

/** One row of lists, and a menu of the others, of saved views and of the height of rows. */
export function ListTabs() {
  const { t } = useTranslation()
  const current = useValue(listTab)
  const searching = useValue(showsSearch)
  const row = useRef<HTMLDivElement>(null)
  const shown = useFittingTabs(row)
  const inMenu = [...tabNames.slice(shown), ...(mayShowAll(roleOf(useMe())) ? (['all'] as const) : [])]
  const selected = searching || inMenu.includes(current as never) ? null : current
  const onKeyDown = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    const tabs = [...currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
    const at = tabs.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[key]
    if (to === undefined || at < 0) return
    const next = (to + tabs.length) % tabs.length
    showList(tabNames[next]!)
    tabs[next]?.focus()
  }
  return (
    <div ref={row} className="flex h-9 touch:h-11 min-w-0 items-stretch border-line border-b px-1">
      <div
        role="tablist"
        aria-label={t('lists.label')}
        onKeyDown={onKeyDown}
        className="flex min-w-0 flex-1 items-stretch"
      >
        {tabNames.slice(0, shown).map((name, at) => (
          <ListTab
            key={name}
            name={name}
            isSelected={name === selected}
            isStop={name === selected || (selected === null && at === 0)}
          />
        ))}
      </div>
      <MoreLists names={inMenu} current={searching ? null : current} isFull={shown < tabNames.length} />
      <StarsHost />
    </div>
  )
}

interface ListTabProps {
  name: (typeof tabNames)[number]
  isSelected: boolean
  /** True for the one tab that Tab reaches. */
  isStop: boolean
}

function ListTab({ name, isSelected, isStop }: ListTabProps) {
  const { t } = useTranslation()
  const count = useCountText(name, isSelected)
  return (
    <button
      type="button"
      role="tab"
      id={`tickets-${name}`}
      aria-selected={isSelected}
      aria-controls="tickets-panel"
      tabIndex={isStop ? 0 : -1}
      onClick={() => showList(name)}
      className={tabClass(isSelected)}
    >
      {t(`lists.${name}`)}
      {count && (
        <span className={classes('text-xs tabular-nums', isSelected ? 'font-medium' : 'font-normal text-faint')}>
          {count}
        </span>
      )}
    </button>
  )
}

const tabClass = (isSelected: boolean) =>
  classes(
    'relative flex shrink-0 items-center gap-1 whitespace-nowrap px-2 text-sm focus-visible:-outline-offset-2',
    isSelected
      ? 'font-semibold text-ink after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 after:rounded-full after:bg-accent'
      : 'font-medium text-muted hover:text-ink',
  )

interface MoreListsProps {
  names: readonly TicketListName[]
  /** Chosen list; null while the search is shown. */
  current: TicketListName | null
  /** True if a tab had no room. */
  isFull: boolean
}

/** Menu of the lists without a tab. It shows the chosen one of them in place of a tab. */
function MoreLists({ names, current, isFull }: MoreListsProps) {
  const { t } = useTranslation()
  const chosen = names.find((name) => name === current)
  const views = useViewEntries()
  const density = useDensityEntry()
  const stars: MenuEntry = { label: t('conversation.stars'), onSelect: openStars }
  const lists: MenuEntry[] = names.map((name) => ({
    label: t(`lists.${name}`),
    checked: name === current,
    onSelect: () => showList(name),
  }))
  const first = (entries: MenuEntry[]) => entries.map((entry, at) => ({ ...entry, separated: at === 0 }))
  const count = useCountText(chosen ?? 'all', true)
  const name = chosen ? t(`lists.${chosen}`) : isFull ? t('lists.more') : ''
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={chosen ? t('lists.moreChosen', { name, count }) : t('lists.moreLists')}
          className={classes(tabClass(chosen !== undefined), 'min-w-9 touch:min-w-11 justify-center [&_svg]:size-4')}
        >
          {name}
          {chosen && count && <span className="font-medium text-xs tabular-nums">{count}</span>}
          <ChevronDown aria-hidden />
        </button>
      }
      entries={[...lists, ...(lists.length > 0 ? first(views) : views), ...first([stars]), ...first([density])]}
    />
  )
}

/**
 * Number of tabs that fit beside the menu, whose name differs while a tab has no room. Widths are remembered by text, so
 * that a tab without room returns when there is room again.
 */
function useFittingTabs(row: RefObject<HTMLDivElement | null>): number {
  const [shown, setShown] = useState<number>(tabNames.length)
  const widths = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => {
      const menu = element.querySelector<HTMLElement>('[aria-haspopup=menu]')
      const tabs = [...element.querySelectorAll<HTMLElement>('[role=tab]')]
      tabs.forEach((tab, at) => void widths.current.set(`${at}`, tab.offsetWidth))
      widths.current.set(menuKey(tabs.length), menu?.offsetWidth ?? 0)
      setShown(fittingTabs(widths.current, element.clientWidth - rowPadding))
    }
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  })
  return shown
}

/** Padding of the row at both sides, in px. */
const rowPadding = 8
const menuKey = (tabs: number) => (tabs < tabNames.length ? 'menu with name' : 'menu')

function fittingTabs(widths: Map<string, number>, room: number): number {
  for (let count = tabNames.length; count > 2; count--) {
    const menu = widths.get(menuKey(count)) ?? widths.get('menu') ?? 0
    const tabs = tabNames.slice(0, count).reduce((sum, _, at) => sum + (widths.get(`${at}`) ?? 0), 0)
    if (tabs + menu <= room) return count
  }
  return 2
}
