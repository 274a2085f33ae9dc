import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from '../lib/use-translation'
import type { Item, Section } from './items'
import { Results } from './results'

interface SearchComboboxProps {
  sections: Section[]
  /** Nothing, when Enter is pressed before there is anything. */
  choose: (item: Item | undefined) => void
  /** Draws the field, which carries what it is given and keeps the focus. */
  head: (field: object) => ReactNode
  /** Between the field and the lines. */
  below: ReactNode
  empty: ReactNode
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

/** A field and the lines that arrows go through, as one combobox. */
export function SearchCombobox({ sections, choose, head, below, empty }: SearchComboboxProps) {
  const { t } = useTranslation()
  const id = useId()
  const items = sections.flatMap((section) => section.items)
  const [activeId, setActiveId] = useState<string | null>(null)
  const byKey = useRef(false)
  const found = items.findIndex((item) => item.id === activeId)
  // The line chosen stays chosen while others come; where it is gone, the first one is.
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

/** From the last line to the first and back; a larger step stops at the end. */
function nextIndex(at: number, step: number, count: number): number {
  const to = at + step
  if (Math.abs(step) === 1) return (to + count) % Math.max(1, count)
  return Math.max(0, Math.min(to, count - 1))
}
