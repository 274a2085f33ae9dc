import type { ReactNode } from 'react'
import { classes } from '../lib/classes'
import { countText } from '../lib/count-text'

const tones = {
  neutral: 'bg-sunken text-muted dark:bg-hover',
  accent: 'bg-accent text-on-accent',
  danger: 'bg-danger text-on-danger',
  warn: 'bg-warn-soft text-warn',
  good: 'bg-good-soft text-good',
}

/** Count or mark. Screen readers read `label` instead of the content. */
export function Badge({
  tone = 'neutral',
  label,
  children,
  className,
}: {
  tone?: keyof typeof tones
  label?: string
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={classes(
        'inline-flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full px-1.5 font-semibold text-xs tabular-nums',
        tones[tone],
        className,
      )}
    >
      <span aria-hidden={label ? true : undefined}>{children}</span>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}

/**
 * Count at the corner of an icon; hidden for screen readers because the button's label says it. Renders
 * nothing for 0.
 */
export function CornerCount({ count, more = false }: { count: number; more?: boolean }) {
  if (count === 0) return null
  return (
    <Badge
      tone="accent"
      className="absolute -top-0.5 -right-0.5 touch:top-1 touch:right-1 h-4! min-w-4! px-1! text-2xs!"
    >
      <span aria-hidden>{countText(count, more)}</span>
    </Badge>
  )
}
