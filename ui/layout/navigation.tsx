import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { classes } from '../lib/classes'
import { useMe } from '../lib/session'
import { useTranslation } from '../lib/use-translation'
import { type MenuGroup, type MenuRow, menuGroups, rowsFor } from '../navigation/menu-rows'
import { isHere, MenuEntry } from './menu-entry'
import type { RailForm } from './rail-form'

/** Navigation menu, with names, captions or only icons. */
export function Navigation({ form, onGo }: { form: RailForm; onGo?: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const parts = groupRows(rowsFor(me), form === 'names')
  return (
    <nav aria-label={t('shell.mainNavigation')}>
      <ul className={classes('flex flex-col gap-0.5', form === 'captions' ? 'px-0.5' : 'px-2')}>
        {parts.map((part) => (
          <li key={'to' in part ? part.to : part.group}>
            {'to' in part ? (
              <MenuEntry row={part} form={form} onGo={onGo} />
            ) : (
              <Submenu {...part}>
                {part.rows.map((row) => (
                  <li key={row.to}>
                    <MenuEntry row={row} form="names" isBelow onGo={onGo} />
                  </li>
                ))}
              </Submenu>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}
interface GroupOfRows {
  group: MenuGroup
  rows: MenuRow[]
}

/** Rows in their order, those of a submenu together at the place of its first. Only a menu with names has submenus. */
function groupRows(rows: MenuRow[], showNames: boolean): (MenuRow | GroupOfRows)[] {
  if (!showNames) return rows
  const groups = Map.groupBy(rows, ({ group }) => group)
  return rows.flatMap((row): (MenuRow | GroupOfRows)[] => {
    if (row.group === undefined) return [row]
    const members = groups.get(row.group) as MenuRow[]
    return members[0] === row ? [{ group: row.group, rows: members }] : []
  })
}

/** Rows below a heading that opens and closes them; open while one of its screens is shown. */
function Submenu({ group, rows, children }: GroupOfRows & { children: ReactNode }) {
  const { t } = useTranslation()
  const id = useId()
  const [location] = useLocation()
  const containsScreen = rows.some((row) => isHere(location, row))
  const [isOpen, setOpen] = useState(containsScreen)
  useEffect(() => {
    if (containsScreen) setOpen(true)
  }, [containsScreen])
  const { text, icon: Icon } = menuGroups[group]
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex h-9 w-full items-center gap-3 rounded-md px-3 text-muted transition-colors hover:bg-hover hover:text-ink touch:h-11"
      >
        <Icon aria-hidden className="size-5 shrink-0" />
        <span className="min-w-0 flex-1 truncate text-left">{t(text)}</span>
        <ChevronDown aria-hidden className={classes('size-4 shrink-0 transition-transform', isOpen && 'rotate-180')} />
      </button>
      <ul id={id} hidden={!isOpen} className={classes('mt-0.5 flex-col gap-0.5', isOpen && 'flex')}>
        {children}
      </ul>
    </>
  )
}
