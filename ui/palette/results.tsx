import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Key } from '../components/key'
import { classes } from '../lib/classes'
import { useShortcut } from '../lib/keys'
import { useTranslation } from '../lib/use-translation'
import { EnterIcon, type Item, type Section } from './items'

interface ResultsProps {
  id: string
  sections: Section[]
  active: number
  /** True if the active line was reached by a key and must be scrolled into view. */
  scrollToActive: RefObject<boolean>
  onPoint: (index: number) => void
  choose: (item: Item) => void
  empty: ReactNode
}

export function Results({ id, sections, active, scrollToActive, onPoint, choose, empty }: ResultsProps) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (scrollToActive.current)
      box.current?.querySelector(`#${CSS.escape(`${id}-${active}`)}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, scrollToActive, id])
  let index = 0
  const scroller = 'min-h-0 flex-1 overflow-y-auto overscroll-contain p-2'
  if (sections.length === 0) return <div className={scroller}>{empty}</div>
  return (
    // The listbox itself scrolls, so that arrow keys in the field reach every line.
    <div ref={box} role="listbox" id={id} aria-label={t('palette.results')} className={scroller}>
      {sections.map(({ title, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: options are grouped by role.
        <div key={title} role="group" aria-label={title} className="mb-1">
          <p aria-hidden className="px-3 pt-2 pb-1 font-semibold text-faint text-xs">
            {title}
          </p>
          {items.map((item) => {
            const mine = index++
            return (
              <Line
                key={item.id}
                id={`${id}-${mine}`}
                item={item}
                isActive={mine === active}
                onPoint={() => mine !== active && onPoint(mine)}
                onClick={() => choose(item)}
              />
            )
          })}
        </div>
      ))}
    </div>
  )
}

interface LineProps {
  id: string
  item: Item
  isActive: boolean
  onPoint: () => void
  onClick: () => void
}

function Line({ id, item: { icon, text, more, aside }, isActive, onPoint, onClick }: LineProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active line.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={onPoint}
      onClick={onClick}
      className={classes(
        'flex min-h-control cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 [&_svg]:shrink-0',
        isActive && 'bg-hover',
      )}
    >
      <span className="flex size-7 shrink-0 items-center justify-center text-muted [&>svg]:size-4">{icon}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate">{text}</span>
        {more && <span className="line-clamp-2 text-muted text-sm sm:line-clamp-1">{more}</span>}
      </span>
      {aside}
    </div>
  )
}

/** Shortcuts of the palette; hidden on phones. */
export function PaletteFoot() {
  const { t } = useTranslation()
  const help = useShortcut('keys.help')
  return (
    <div
      aria-hidden
      className="hidden items-center gap-4 border-line border-t px-4 py-2 text-faint text-xs sm:flex touch:hidden"
    >
      <span className="flex items-center gap-1.5">
        <Key>↑</Key>
        <Key>↓</Key>
        {t('palette.choose')}
      </span>
      <span className="flex items-center gap-1.5">
        <Key>
          <EnterIcon />
        </Key>
        {t('palette.openIt')}
      </span>
      {help && (
        <span className="ml-auto flex items-center gap-1.5">
          <Key>{help}</Key>
          {t('palette.keys')}
        </span>
      )}
    </div>
  )
}
