import { classes } from '../../../lib/classes'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { customerWait } from '../tickets/store/clock'
import { useOpenMinutes, waitLimits } from '../tickets/store/waiting'

interface OpenTimeProps {
  /** Queue and connection of the wait, whose opening hours count; null when they are not known. */
  place: { queueId: number | null; whatsappId: number | null } | null
  since: string
}

/** Place of a wait whose queue and connection are not known; all time counts there unless the company has hours. */
export const nowhere = { queueId: null, whatsappId: null }

/** Open time since a moment, coloured by the company's limits for waits. */
export function OpenTime({ place, since }: OpenTimeProps) {
  const { t } = useTranslation()
  const minutes = useOpenMinutes(place ?? nowhere, since)
  const { warning, late } = useValue(waitLimits)
  return (
    <span className={classes('tabular-nums', minutes >= late ? 'text-danger-ink' : minutes >= warning && 'text-warn')}>
      {t(...customerWait(minutes, since))}
    </span>
  )
}
