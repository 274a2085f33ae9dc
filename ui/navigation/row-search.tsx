import { Search } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { limits } from '../../src/shared/limits'
import { controlClass } from '../components/field'
import { classes } from '../lib/classes'

interface RowSearchProps {
  label: string
  placeholder: string
  value: string
  onChange: (text: string) => void
  /** Runs on Enter. */
  onEnter?: () => void
  /** Key that focuses the field, drawn at its end. */
  shortcut?: string
  ref?: Ref<HTMLInputElement>
}

/** Search field that filters rows while typing; Escape clears it. */
export function RowSearch({ label, placeholder, value, onChange, onEnter, shortcut, ref }: RowSearchProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter?.()
    if (event.key !== 'Escape' || value === '') return
    event.stopPropagation()
    onChange('')
  }
  return (
    <search className="relative block">
      <Search aria-hidden className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-faint" />
      <input
        ref={ref}
        type="text"
        inputMode="search"
        enterKeyHint="go"
        autoComplete="off"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={placeholder}
        maxLength={limits.search.max}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={onKeyDown}
        className={classes(controlClass, 'h-control pr-3 pl-9')}
      />
      {shortcut && value === '' && (
        <kbd
          aria-hidden
          className="-translate-y-1/2 absolute top-1/2 right-2 rounded-sm border border-line px-1.5 font-sans text-faint text-xs touch:hidden"
        >
          {shortcut}
        </kbd>
      )}
    </search>
  )
}
