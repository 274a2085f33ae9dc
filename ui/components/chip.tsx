import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../lib/classes'
import { useTranslation } from '../lib/use-translation'
import { ColorDot } from './color-dot'

interface ChipProps {
  children: ReactNode
  /** Colour of a queue or tag, `#rrggbb`. Shown as a dot, so that the text keeps its contrast with any colour. */
  color?: string
  icon?: ReactNode
  /** Adds a button that removes the chip. */
  onRemove?: () => void
  className?: string
}

export function Chip({ children, color, icon, onRemove, className }: ChipProps) {
  const { t } = useTranslation()
  return (
    <span
      className={classes(
        'inline-flex h-5 min-w-0 max-w-40 items-center gap-1 rounded-sm border border-line bg-surface px-1.5 text-muted text-xs [&_svg]:size-3 [&_svg]:shrink-0',
        className,
      )}
    >
      {color && <ColorDot color={color} />}
      {icon}
      <span className="truncate">{children}</span>
      {onRemove && (
        <button
          type="button"
          aria-label={t('common.delete')}
          onClick={onRemove}
          className="-mr-1 rounded-sm p-0.5 hover:bg-hover"
        >
          <X aria-hidden />
        </button>
      )}
    </span>
  )
}
