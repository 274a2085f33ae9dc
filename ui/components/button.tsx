import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classes } from '../lib/classes'

/** A button that goes off while it has the focus takes `aria-disabled`: with `disabled` the focus would be lost. */
interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'md' | 'sm'
  /** Icon from lucide-react before the text. */
  icon?: ReactNode
  /** Request in progress: the button stays focusable, ignores clicks and sets `aria-busy`. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
  secondary: 'bg-surface text-ink border-line hover:bg-hover',
  quiet: 'bg-transparent text-muted border-transparent hover:bg-hover hover:text-ink',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover border-transparent',
}
const sizes = { md: 'h-control px-4 text-base gap-2', sm: 'h-control-sm px-3 text-sm gap-1.5' }

export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isOff = busy || rest['aria-disabled'] === true
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={isOff || undefined}
      onClick={isOff ? (event) => event.preventDefault() : onClick}
      className={classes(
        'inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap rounded-md border font-medium transition-colors disabled:cursor-default disabled:opacity-50',
        '[&_svg]:size-4 [&_svg]:shrink-0',
        variants[variant],
        sizes[size],
        busy ? 'opacity-70' : isOff && 'cursor-default opacity-50',
        className,
      )}
    >
      {busy ? <BusyDots /> : icon}
      {children}
    </button>
  )
}

/** Three pulsing dots in place of the icon; static with reduced motion. */
const BusyDots = () => (
  <span aria-hidden className="flex gap-0.5">
    {['0s', '.15s', '.3s'].map((animationDelay) => (
      <span
        key={animationDelay}
        style={{ animationDelay }}
        className="size-1 animate-[breathe_.9s_infinite] rounded-full bg-current"
      />
    ))}
  </span>
)
