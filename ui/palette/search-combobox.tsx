import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from '../lib/use-translation'
import type { Item, Section } from './items'
import { Results } from './results'

interface SearchComboboxProps {
  sections: Section[]
  /** Called with undefined if Enter is pressed before there are results. */
  choose: (item: Item | undefined) => void
  /** Renders the input, which must spread the given props and keeps the focus. */
  head: (field: object) => ReactNode
  /** Content between input and results. */
  below: ReactNode
  empty: ReactNode
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

/** Input and result list as one combobox, with arrow key navigation. */
export function SearchCombobox({ sections, choose, head, below, empty }: SearchComboboxProps) {
  const { t } = useTranslation()
  const id = useId()
  const items = sections.flatMap((section) => section.items)
  const [activeId, setActiveId] = useState<string | null>(null)
  const byKey = useRef(false)
  const found = items.findIndex((item) => item.id === activeId)
  // Keeps the active line while results are added; falls back to the first one.
  const at = Math.max(0, found)
  const go = (to: number, isKey: boolean) => {
    byKey.current = isKey
    setActiveId(items[to]?.id ?? null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (event.nativeEvent.isComposing || (!step && event.key !== 'Enter')) return
    event.preventDefault()
    if (step) go(nextIndex(at, step, items.length), true)
    else choose(items[at])
  }
  const field = {
    role: 'combobox',
    'aria-expanded': items.length > 0,
    'aria-controls': id,
    'aria-activedescendant': items[at] ? `${id}-${at}` : undefined,
    onKeyDown,
  }
  return (
    <>
      {head(field)}
      {below}
      <Results
        id={id}
        sections={sections}
        active={at}
        scrollToActive={byKey}
        onPoint={(index) => go(index, false)}
        choose={choose}
        empty={empty}
      />
      <p role="status" className="sr-only">
        {t('palette.found', { count: items.length })}
      </p>
    </>
  )
}

/** Single steps wrap around; page steps stop at the ends. */
function nextIndex(at: number, step: number, count: number): number {
  const to = at + step
  if (Math.abs(step) === 1) return (to + count) % Math.max(1, count)
  return Math.max(0, Math.min(to, count - 1))
}
