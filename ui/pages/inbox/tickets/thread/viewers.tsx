import { Pencil } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { Avatar } from '../../../../components/avatar'
import { Tooltip } from '../../../../components/tooltip'
import { classes } from '../../../../lib/classes'
import { afterReconnect } from '../../../../lib/realtime'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { type Colleague, clearViewers, viewersOf } from '../store/viewers'

const maxShown = 3

/** Colleagues who view the same ticket: faded while reading, ringed while typing. */
export function Viewers({ ticketId }: { ticketId: number }) {
  const { t } = useTranslation()
  const colleagues = useValue(useMemo(() => viewersOf(ticketId), [ticketId]))
  useEffect(() => {
    const stop = afterReconnect(() => clearViewers(ticketId))
    return () => {
      stop()
      clearViewers(ticketId)
    }
  }, [ticketId])
  const rest = colleagues.length - maxShown
  return (
    <ul aria-live="polite" aria-label={t('composer.viewers')} className="flex shrink-0 items-center -space-x-1.5">
      {colleagues.slice(0, maxShown).map((colleague) => (
        <Viewer key={colleague.id} colleague={colleague} />
      ))}
      {rest > 0 && <li className="pl-2.5 text-faint text-xs tabular-nums">+{rest}</li>}
    </ul>
  )
}

function Viewer({ colleague: { name, typing } }: { colleague: Colleague }) {
  const { t } = useTranslation()
  const label = t(typing ? 'composer.colleagueTypes' : 'composer.colleagueLooks', { name })
  return (
    <li>
      <Tooltip text={label}>
        <span className="relative block">
          <span
            className={classes('block rounded-full border-2', typing ? 'border-accent' : 'border-surface opacity-60')}
          >
            <Avatar name={name} size="sm" />
          </span>
          {typing && (
            <Pencil
              aria-hidden
              className="absolute -right-0.5 -bottom-0.5 size-3 rounded-full bg-surface text-accent-ink"
            />
          )}
          <span className="sr-only">{label}</span>
        </span>
      </Tooltip>
    </li>
  )
}
