import { CalendarClock, CircleCheck, CirclePause, type LucideIcon, PencilLine, Send } from 'lucide-react'
import type { CampaignStatus } from '../../src/shared/enums'
import { classes } from '../lib/classes'
import { useTranslation } from '../lib/use-translation'

/** Each status has an icon and a text besides its colour. */
const styles: Record<CampaignStatus, [tone: string, icon: LucideIcon]> = {
  INATIVA: ['bg-sunken text-muted dark:bg-hover', PencilLine],
  PROGRAMADA: ['bg-info-soft text-info', CalendarClock],
  EM_ANDAMENTO: ['bg-warn-soft text-warn', Send],
  CANCELADA: ['bg-danger-soft text-danger-ink', CirclePause],
  FINALIZADA: ['bg-good-soft text-good', CircleCheck],
}

export function CampaignStatusChip({ status }: { status: CampaignStatus }) {
  const { t } = useTranslation()
  const [tone, Icon] = styles[status]
  return (
    <span
      className={classes(
        'inline-flex h-5 w-fit shrink-0 items-center gap-1 rounded-sm px-1.5 font-medium text-xs',
        tone,
      )}
    >
      <Icon aria-hidden className="size-3 shrink-0" />
      {t(`campaigns.status.${status}`)}
    </span>
  )
}
