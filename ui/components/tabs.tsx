import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { classes } from '../lib/classes'
import { Badge } from './badge'

export interface Tab<T extends string> {
  value: T
  label: string
  icon?: ReactNode
  /** Number, or a text such as "99+". */
  count?: number | string
}

interface TabsProps<T extends string> {
  /** Accessible name of the tab list. */
  label: string
  tabs: Tab<T>[]
  value: T
  onChange: (value: T) => void
  /** Runs after a press on a tab by pointer, Enter or Space, also on the chosen one; the arrow keys do not press. */
  onPress?: (value: T) => void
  /** Prefix of the element ids that connect tabs and panel: `tabPanelProps(id, value)`. */
  id: string
  size?: 'md' | 'sm'
}

export const tabPanelProps = (id: string, value: string) => ({
  id: `${id}-panel`,
  role: 'tabpanel' as const,
  'aria-labelledby': `${id}-${value}`,
})

/** Tab list with one tab stop: arrow keys between the tabs, Home and End to the ends. */
export function Tabs<T extends string>({ label, tabs, value, onChange, onPress, id, size = 'md' }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value)
    const to = indexAfterKey(event.key, at, tabs.length)
    if (to === null) return
    event.preventDefault()
    onChange(tabs[to]!.value)
    ;(list.current?.children[to] as HTMLElement | undefined)?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className="flex border-line border-b" onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={`${id}-panel`}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => {
            onChange(tab.value)
            onPress?.(tab.value)
          }}
          className={classes(
            '-mb-px flex min-w-0 flex-auto items-center justify-center gap-2 border-b-2 px-2 sm:flex-1 font-medium transition-colors focus-visible:-outline-offset-2 [&_svg]:size-4 [&_svg]:shrink-0',
            size === 'md' ? 'h-control text-base' : 'h-control-sm text-sm',
            tab.value === value ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {tab.icon}
          <span className="truncate">{tab.label}</span>
          {tab.count !== undefined && tab.count !== 0 && (
            <Badge tone={tab.value === value ? 'accent' : 'neutral'}>{tab.count}</Badge>
          )}
        </button>
      ))}
    </div>
  )
}

function indexAfterKey(key: string, at: number, length: number): number | null {
  if (key === 'ArrowRight') return (at + 1) % length
  if (key === 'ArrowLeft') return (at - 1 + length) % length
  if (key === 'Home') return 0
  return key === 'End' ? length - 1 : null
}
