import { WifiOff } from 'lucide-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { Avatar } from '../../../../components/avatar'
import { ColorDot } from '../../../../components/color-dot'
import { TagChips } from '../../../../components/tag-chips'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'
import { useIsConnectionDown } from '../store/use-connection'
import { PinMark } from './pin-mark'
import { BotMark, LoopMark, SnoozeMark, Unread } from './ticket-parts'

interface RowMarksProps {
  ticket: Ticket
  showsOwner: boolean
  showsBot: boolean
  /** False where the names of the tags have a line of their own. */
  showsTags: boolean
}

/** Marks at the end of the second line. They depend on the ticket only, not on the clock. */
export function RowMarks({ ticket, showsOwner, showsBot, showsTags }: RowMarksProps) {
  const isDown = useIsConnectionDown(ticket)
  return (
    <>
      <PinMark ticketId={ticket.id} />
      {showsBot && ticket.chatbot && <BotMark />}
      {ticket.botLoop && <LoopMark />}
      {ticket.snoozedUntil && <SnoozeMark until={ticket.snoozedUntil} />}
      {isDown && <DownMark ticket={ticket} />}
      {showsTags && <TagDots tags={ticket.tags} />}
      <Unread count={ticket.unreadMessages} />
      {showsOwner && <OwnerMark ticket={ticket} />}
    </>
  )
}

/** Number of dots shown at most. */
const maxDots = 5

/** Tags of a compact row: a dot each, with the names in the tooltip; the names themselves where the list is wide. */
function TagDots({ tags }: { tags: Ticket['tags'] }) {
  const { t } = useTranslation()
  if (tags.length === 0) return null
  const names = t('tags.of', { names: tags.map(({ name }) => name).join(', ') })
  return (
    <>
      <span
        role="img"
        aria-label={names}
        title={names}
        className="flex shrink-0 items-center gap-0.75 @min-[26.25rem]/list:hidden"
      >
        {tags.slice(0, maxDots).map(({ id, color }) => (
          <ColorDot key={id} color={color} />
        ))}
        {tags.length > maxDots && <span className="text-faint text-xs">+{tags.length - maxDots}</span>}
      </span>
      <span className="hidden h-5 max-w-1/2 shrink-0 overflow-hidden @min-[26.25rem]/list:flex">
        <TagChips tags={tags} size="sm" oneLine />
      </span>
    </>
  )
}

function DownMark({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const text = t('tickets.connectionDown', { name: ticket.whatsapp?.name ?? t('tickets.noConnection') })
  return (
    <span role="img" aria-label={text} title={text} className="flex shrink-0 text-danger-ink">
      <WifiOff aria-hidden />
    </span>
  )
}

/** Initials of a colleague who holds the ticket. */
function OwnerMark({ ticket: { user } }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const me = useMe()
  if (user === null || user.id === me.id) return null
  const text = t('tickets.holder', { name: user.name })
  return (
    <span role="img" aria-label={text} title={text} className="flex shrink-0">
      <Avatar name={user.name} size="xs" />
    </span>
  )
}
