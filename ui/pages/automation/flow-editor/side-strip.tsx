import { ListTree, Plus, Search, TriangleAlert } from 'lucide-react'
import { IconButton } from '../../../components/icon-button'
import { useTranslation } from '../../../lib/use-translation'
import type { SideTab } from './flow-side'

interface SideStripProps {
  /** Tab whose panel is open, or null. */
  open: SideTab | null
  onOpen: (tab: SideTab | null) => void
  onSearch: () => void
}

const icons = { blocks: Plus, outline: ListTree, lints: TriangleAlert } as const

/** Buttons that open the panel at the left where it has no place of its own. */
export function SideStrip({ open, onOpen, onSearch }: SideStripProps) {
  const { t } = useTranslation()
  return (
    <div className="flex w-13 shrink-0 flex-col items-center gap-1 border-line border-r bg-surface py-2">
      {(['blocks', 'outline', 'lints'] as const).map((tab) => {
        const Icon = icons[tab]
        return (
          <IconButton
            key={tab}
            tooltipSide="right"
            label={t(`flowBuilder.sideTabs.${tab}`)}
            pressed={tab === open}
            onClick={() => onOpen(tab === open ? null : tab)}
          >
            <Icon aria-hidden />
          </IconButton>
        )
      })}
      <IconButton tooltipSide="right" label={t('flowBuilder.search')} shortcut="Ctrl+F" onClick={onSearch}>
        <Search aria-hidden />
      </IconButton>
    </div>
  )
}
