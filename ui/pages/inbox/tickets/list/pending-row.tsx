import { type ReactNode, useId } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import { openPeek } from './peek-dialog'

/** Pending ticket: not opened by a click; admins can preview it. */
export function PendingRow({
  ticket,
  mayPeek,
  className,
  children,
}: {
  ticket: Ticket
  mayPeek: boolean
  className: string
  children: ReactNode
}) {
  const { t } = useTranslation()
  const descriptionId = useId()
  if (!mayPeek) return <div className={className}>{children}</div>
  return (
    <button
      type="button"
      tabIndex={-1}
      data-beside
      title={t('inbox.peek')}
      aria-describedby={descriptionId}
      onClick={() => openPeek(ticket)}
      className={classes(className, 'cursor-pointer focus-visible:-outline-offset-2')}
    >
      <span id={descriptionId} className="sr-only">
        {t('inbox.peek')}
      </span>
      {children}
    </button>
  )
}
