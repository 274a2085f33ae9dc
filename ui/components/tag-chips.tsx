import type { Ticket } from '../../src/features/inbox/tickets/model'
import { tagColors } from '../../src/shared/palette'
import { classes } from '../lib/classes'
import { useTranslation } from '../lib/use-translation'
import { byTheme } from './color-dot'

type Tagged = Ticket['tags'][number]
const sizes = {
  sm: 'h-4 max-w-[min(7rem,100%)] shrink-0 px-1.5 text-2xs leading-4',
  md: 'h-5 max-w-[min(10rem,100%)] shrink-0 px-2 text-xs',
  /** Full length of the name. */
  whole: 'h-5 max-w-full px-2 text-xs',
}

/** Tag on a tint of its colour, with text of its hue. */
export function TagChip({ tag, size = 'md' }: { tag: Omit<Tagged, 'id'>; size?: keyof typeof sizes }) {
  const [light, dark] = [tagColors(tag.color, 'light'), tagColors(tag.color, 'dark')]
  return (
    <span
      className={classes('inline-flex min-w-0 items-center rounded-sm font-medium', sizes[size])}
      style={{ background: byTheme(light.ground, dark.ground), color: byTheme(light.text, dark.text) }}
    >
      <span className="truncate">{tag.name}</span>
    </span>
  )
}

interface TagChipsProps {
  tags: Tagged[]
  size?: keyof typeof sizes
  /** One line; tags that do not fit are listed in the tooltip only. */
  oneLine?: boolean
  /** Chips are parts of the surrounding line, which wraps and hides them one by one. */
  inLine?: boolean
  className?: string
}

export function TagChips({ tags, size = 'md', oneLine, inLine, className }: TagChipsProps) {
  const { t } = useTranslation()
  if (tags.length === 0) return null
  const names = tags.map(({ name }) => name).join(', ')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list is not allowed inside links and buttons.
    <span
      role="group"
      aria-label={t('tags.of', { names })}
      title={oneLine || inLine ? names : undefined}
      className={classes(
        inLine ? 'contents' : 'flex min-w-0 flex-wrap gap-1',
        oneLine && 'h-5 overflow-hidden',
        className,
      )}
    >
      {tags.map((tag) => (
        <TagChip key={tag.id} tag={tag} size={size} />
      ))}
    </span>
  )
}
