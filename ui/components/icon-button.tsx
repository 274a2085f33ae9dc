import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classes } from '../lib/classes'
import { Tooltip } from './tooltip'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  /** Accessible name, also shown as tooltip. */
  label: string
  /** Icon from lucide-react. */
  children: ReactNode
  /** Keyboard shortcut shown in the tooltip. */
  shortcut?: string
  tone?: 'quiet' | 'accent' | 'danger'
  size?: 'md' | 'sm'
  pressed?: boolean
  tooltipSide?: 'bottom' | 'top' | 'right'
  ref?: Ref<HTMLButtonElement>
}

const tones = {
  quiet: 'text-muted hover:bg-hover hover:text-ink',
  accent: 'bg-accent text-on-accent hover:bg-accent-hover',
  danger: 'text-muted hover:bg-danger-soft hover:text-danger-ink',
}

export function IconButton({
  label,
  children,
  shortcut,
  tone = 'quiet',
  size = 'md',
  pressed,
  tooltipSide,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} shortcut={shortcut} side={tooltipSide}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        aria-pressed={pressed}
        aria-keyshortcuts={shortcut}
        className={classes(
          'relative inline-flex shrink-0 items-center justify-center rounded-md transition-colors disabled:cursor-default disabled:opacity-50',
          '[&_svg]:shrink-0',
          size === 'md' ? 'size-control [&_svg]:size-5' : 'size-control-sm [&_svg]:size-4',
          pressed ? 'bg-selected text-accent-ink' : tones[tone],
          className,
        )}
      >
        {children}
      </button>
    </Tooltip>
  )
}
