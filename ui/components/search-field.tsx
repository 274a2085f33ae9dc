import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { limits } from '../../src/shared/limits'
import { classes } from '../lib/classes'
import { useTranslation } from '../lib/use-translation'
import { controlClass } from './field'
import { IconButton } from './icon-button'

/** Delay in ms from the last letter to the search. */
const delayMs = 500

/**
 * Search input: calls `onSearch` when typing pauses and at once on Enter; Escape clears it. `initial` is the search
 * already applied.
 */
export function SearchField({
  label,
  initial = '',
  onSearch,
  className,
}: {
  label: string
  initial?: string
  onSearch: (text: string) => void
  className?: string
}) {
  const { t } = useTranslation()
  const [text, setText] = useState(initial)
  const searched = useRef(initial)
  const search = (typed: string) => {
    if (typed === searched.current) return
    searched.current = typed
    onSearch(typed)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing restarts the timer.
  useEffect(() => {
    const timer = setTimeout(() => search(text.trim()), text === '' ? 0 : delayMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <search className={classes('relative', className)}>
      <Search aria-hidden className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-faint" />
      <input
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        aria-label={label}
        placeholder={t('common.search')}
        maxLength={limits.search.max}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(text.trim())
          if (event.key !== 'Escape' || text === '') return
          event.stopPropagation()
          setText('')
        }}
        className={classes(controlClass, 'h-control pr-10 pl-9')}
      />
      {text !== '' && (
        <IconButton
          size="sm"
          label={t('common.clear')}
          onClick={() => setText('')}
          className="-translate-y-1/2 absolute! top-1/2 right-1"
        >
          <X aria-hidden />
        </IconButton>
      )}
    </search>
  )
}
