import { useMemo } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { Avatar } from '../../../../components/avatar'
import { Button } from '../../../../components/button'
import { TalkButton } from '../../../../components/talk-button'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { togglePin } from '../actions/mark-actions'
import { takeOver } from '../actions/take-over'
import { pinnedSignal } from '../store/pins'

interface ColleagueBarProps {
  ticket: Ticket
  /** True if the user may write and hold the ticket. */
  mayTakeOver?: boolean
}

/**
 * Names the owner of a colleague's conversation. Following pins it to the top of all open ones (docs/adr/0137); taking over
 * makes it the user's own.
 */
export function ColleagueBar({ ticket, mayTakeOver = false }: ColleagueBarProps) {
  const { t } = useTranslation()
  const me = useMe()
  const isFollowed = useValue(useMemo(() => pinnedSignal(ticket.id), [ticket.id]))
  if (!ticket.user || ticket.user.id === me.id) return null
  const { name } = ticket.user
  const [before, after] = t(mayTakeOver ? 'tickets.colleagueBar' : 'tickets.otherBar', { name: '\n' }).split('\n')
  return (
    <div
      role="note"
      className="flex flex-wrap items-center gap-x-2 gap-y-1 border-line border-t bg-info-soft px-4 py-1.5 text-info text-sm"
    >
      <Avatar size="xs" name={name} />
      <p className="min-w-40 flex-1">
        {before}
        <strong className="font-semibold">{name}</strong>
        {after}
      </p>
      <TalkButton person={ticket.user} />
      <Button size="sm" aria-pressed={isFollowed} onClick={() => void togglePin(ticket)}>
        {t(isFollowed ? 'tickets.following' : 'tickets.follow')}
      </Button>
      {mayTakeOver && (
        <Button size="sm" onClick={() => void takeOver(ticket)}>
          {t('tickets.takeOver')}
        </Button>
      )}
    </div>
  )
}
