import { ChevronRight } from 'lucide-react'
import { ExplainedRow } from '../../../navigation/explained-row'
import { AttentionBadge } from '../../../navigation/marks'
import type { MenuRow } from '../../../navigation/menu-row'

/** Row of the settings hub; marked while its screen needs attention. */
export const HubRow = ({ row }: { row: MenuRow }) => (
  <ExplainedRow row={row}>
    <AttentionBadge groups={[{ text: row.text, rows: [row] }]} />
    <ChevronRight aria-hidden className="size-4 shrink-0 text-faint" />
  </ExplainedRow>
)
