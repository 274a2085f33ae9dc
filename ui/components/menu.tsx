import { Menu as Headless, MenuButton, MenuItem, MenuItems } from '@headlessui/react'
import { Check } from 'lucide-react'
import { Fragment, type KeyboardEvent, type ReactElement, type ReactNode } from 'react'
import { classes } from '../lib/classes'

export interface MenuEntry {
  label: string
  /** Tells entries with the same label apart. */
  id?: number
  onSelect: () => void
  icon?: ReactNode
  /** Keyboard shortcut shown beside the label. */
  shortcut?: string
  danger?: boolean
  disabled?: boolean
  /** Marks the selected one of a set of choices. */
  checked?: boolean
  /** Draws a line above the entry. */
  separated?: boolean
}

interface MenuProps {
  /** Button that opens the menu, usually an IconButton or Button. */
  trigger: ReactElement
  entries: MenuEntry[]
  /** Content above the entries, such as the user's name. */
  header?: ReactNode
  align?: 'start' | 'end'
}

/** Dropdown menu; keyboard behaviour comes from Headless UI. */
export function Menu({ trigger, entries, header, align = 'end' }: MenuProps) {
  return (
    <Headless>
      <MenuButton as={Fragment}>{trigger}</MenuButton>
      <MenuItems
        modal={false}
        onKeyDownCapture={clearSearch}
        anchor={{ to: align === 'end' ? 'bottom end' : 'bottom start', gap: 4, padding: 8 }}
        className="z-50 min-w-48 max-w-72 rounded-lg border border-line bg-raised p-1 shadow-e2 focus:outline-none"
      >
        {header && <div className="border-line border-b px-3 py-2">{header}</div>}
        {entries.map((entry) => (
          <Fragment key={entry.id ?? entry.label}>
            {entry.separated && <hr className="my-1 border-line" />}
            <MenuItem disabled={entry.disabled}>
              <button
                type="button"
                onClick={entry.onSelect}
                aria-current={entry.checked || undefined}
                className={classes(
                  'flex min-h-control-sm w-full items-center gap-3 rounded-md px-3 py-1.5 text-left text-base data-focus:bg-hover data-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
                  entry.danger ? 'text-danger-ink' : 'text-ink',
                )}
              >
                {entry.icon}
                <span className="min-w-0 flex-1 truncate">{entry.label}</span>
                {entry.shortcut && <kbd className="font-sans text-faint text-xs touch:hidden">{entry.shortcut}</kbd>}
                {entry.checked && <Check aria-hidden />}
              </button>
            </MenuItem>
          </Fragment>
        ))}
      </MenuItems>
    </Headless>
  )
}

/**
 * Clears the letters typed to find an entry before a key closes the menu. Headless UI clears them 350 ms after the last
 * letter only while the menu is open, else the next letters are appended; focusing an entry clears them at once.
 */
function clearSearch({ key, currentTarget }: KeyboardEvent<HTMLElement>) {
  if (['Enter', 'Escape', 'Tab'].includes(key)) currentTarget.querySelector<HTMLElement>('[data-focus]')?.focus()
}
