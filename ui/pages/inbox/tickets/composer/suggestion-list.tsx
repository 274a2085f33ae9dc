import { Paperclip } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import type { Suggestion } from './use-choices'
import type { Suggestions } from './use-suggestions'

export const suggestionsId = 'composer-suggestions'
export const suggestionId = (index: number) => `${suggestionsId}-${index}`

/** List of suggestions above the text, which keeps the focus. The active row shows all that would be inserted. */
export function SuggestionList({
  suggestions: { choices, activeIndex, pick, setActiveIndex },
}: {
  suggestions: Suggestions
}) {
  const { t } = useTranslation()
  return (
    <div className="absolute inset-x-2 bottom-full z-20 mb-1 sm:inset-x-4 flex max-h-72 flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-e2">
      <div
        id={suggestionsId}
        role="listbox"
        tabIndex={-1}
        aria-label={t('composer.suggestions')}
        className="min-h-0 flex-1 overflow-y-auto p-1"
      >
        {choices.map((choice, index) => (
          <Option
            key={choice.key}
            choice={choice}
            index={index}
            isActive={index === activeIndex}
            onPick={() => pick(index)}
            onPoint={() => setActiveIndex(index)}
          />
        ))}
      </div>
      <p className="border-line border-t px-3 py-1 text-faint text-xs touch:hidden">{t('composer.suggestionKeys')}</p>
    </div>
  )
}

interface OptionProps {
  choice: Suggestion
  index: number
  isActive: boolean
  onPick: () => void
  onPoint: () => void
}

function Option({ choice: { title, preview, fileName }, index, isActive, onPick, onPoint }: OptionProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field keeps the focus and handles the keys.
    <div
      ref={row}
      id={suggestionId(index)}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      // Keeps the focus in the text field.
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={onPick}
      className={classes(
        'flex cursor-pointer gap-3 rounded-md px-2 py-1.5 touch:min-h-11 touch:items-center',
        isActive && 'bg-selected',
      )}
    >
      <span className="line-clamp-2 max-w-1/2 shrink-0 wrap-anywhere font-medium">{title}</span>
      <span
        className={classes('min-w-0 flex-1 text-muted', isActive ? 'line-clamp-4 whitespace-pre-line' : 'truncate')}
      >
        {preview}
      </span>
      {fileName && (
        <span className="flex max-w-1/4 shrink-0 items-center gap-1 text-faint text-xs">
          <Paperclip aria-hidden className="size-3.5 shrink-0" />
          <span className="truncate">{fileName}</span>
        </span>
      )}
    </div>
  )
}
