import { X } from 'lucide-react'
import { ColorDot } from '../../../../components/color-dot'
import { useTranslation } from '../../../../lib/use-translation'

/** A value of a filter, which its chip removes. */
export interface ChipValue {
  key: string
  label: string
  /** `#rrggbb`, shown as a dot. */
  color?: string
  onRemove: () => void
}

/** Chips in one line, which scrolls sideways if they do not fit. */
export function FilterChips({ chips }: { chips: ChipValue[] }) {
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1.5 overflow-x-auto [scrollbar-width:none]">
      {chips.map(({ key, ...chip }) => (
        <FilterChip key={key} {...chip} />
      ))}
    </div>
  )
}

function FilterChip({ label, color, onRemove }: Omit<ChipValue, 'key'>) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-label={t('lists.removeFilter', { name: label })}
      title={t('lists.removeFilter', { name: label })}
      onClick={onRemove}
      className="relative inline-flex h-6 max-w-40 shrink-0 items-center gap-1.5 rounded-sm bg-sunken px-2 font-medium text-ink text-xs hover:bg-selected focus-visible:-outline-offset-2 touch:after:absolute touch:after:inset-x-0 touch:after:-inset-y-2.5 dark:bg-hover [&_svg]:size-3.5 [&_svg]:shrink-0"
    >
      {color && <ColorDot color={color} />}
      <span className="truncate">{label}</span>
      <X aria-hidden className="text-faint" />
    </button>
  )
}
