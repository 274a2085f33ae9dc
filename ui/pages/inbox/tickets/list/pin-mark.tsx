import { Pin } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { pinnedSignal } from '../store/pins'

/** Mark of a ticket pinned by the user. */
export function PinMark({ ticketId }: { ticketId: number }) {
  const { t } = useTranslation()
  if (!useValue(useMemo(() => pinnedSignal(ticketId), [ticketId]))) return null
  return (
    <span title={t('inbox.pinned')} className="shrink-0 text-faint">
      <Pin aria-hidden className="size-3.5" />
      <span className="sr-only">{t('inbox.pinned')}</span>
    </span>
  )
}
