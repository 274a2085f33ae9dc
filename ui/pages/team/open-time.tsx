import { classes } from '../../lib/classes'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { waitingTime } from '../tickets/store/clock'
import { useOpenMinutes, waitLimits } from '../tickets/store/waiting'

interface OpenTimeProps {
  queueId: number | null
  whatsappId?: number | null
  since: string
}

/** Open time since a moment, coloured by the company's limits for waits. */
export function OpenTime({ queueId, whatsappId = null, since }: OpenTimeProps) {
  const { t } = useTranslation()
  const minutes = useOpenMinutes({ queueId, whatsappId }, since)
  const { warning, late } = useValue(waitLimits)
  return (
    <span className={classes('tabular-nums', minutes >= late ? 'text-danger-ink' : minutes >= warning && 'text-warn')}>
      {t(...waitingTime(minutes))}
    </span>
  )
}
