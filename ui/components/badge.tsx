import type { ReactNode } from 'react'
import { classes } from '../lib/classes'

const tones = {
  neutral: 'bg-sunken text-muted dark:bg-hover',
  accent: 'bg-accent text-on-accent',
  danger: 'bg-danger text-on-danger',
  warn: 'bg-warn-soft text-warn',
  good: 'bg-good-soft text-good',
}

/** A count or a mark; `label` is what is read out instead of a bare number. */
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
