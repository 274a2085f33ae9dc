import type { ReadonlySignal } from '@preact/signals-react'
import { Check } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { classes } from '../../../../lib/classes'
import { formatTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { isMessageSelected, isSelectingMessages, toggleMessages } from '../store/message-selection'
import type { Bubble } from '../store/rows'

/** Lets a bubble or album be selected with a click anywhere in its row, while messages are being selected. */
export function Selectable({ bubbles, children }: { bubbles: ReadonlySignal<Bubble>[]; children: ReactNode }) {
  const isSelecting = useValue(isSelectingMessages)
  // The same element in both states, so that a bubble stays mounted.
  return (
    <div className={isSelecting ? 'relative pl-9' : undefined}>
      {children}
      {isSelecting && <SelectButton bubbles={bubbles} />}
    </div>
  )
}

function SelectButton({ bubbles }: { bubbles: ReadonlySignal<Bubble>[] }) {
  const { t } = useTranslation()
  const messages = bubbles.map((bubble) => bubble.peek().message).filter(({ id, isDeleted }) => id > 0 && !isDeleted)
  const first = messages[0]
  const isSelected = useValue(useMemo(() => isMessageSelected(first?.id ?? 0), [first?.id]))
  if (!first) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: covers the whole row.
    <button
      type="button"
      role="checkbox"
      aria-checked={isSelected}
      aria-label={t('conversation.selectMessage', { time: formatTime(first.createdAt) })}
      onClick={() => toggleMessages(messages)}
      className={classes('absolute inset-0 z-10 flex items-center pl-3', isSelected && 'bg-accent/10')}
    >
      <span
        aria-hidden
        className={classes(
          'flex size-5 items-center justify-center rounded-full border [&_svg]:size-3.5',
          isSelected ? 'border-accent bg-accent text-on-accent' : 'border-edge bg-surface',
        )}
      >
        {isSelected && <Check />}
      </span>
    </button>
  )
}
