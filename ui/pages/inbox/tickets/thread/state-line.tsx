import { AlarmClock, WifiOff } from 'lucide-react'
import { type ReactNode, useMemo, useRef } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { changesTicket } from '../../../../../src/shared/permissions'
import { QueueLabel } from '../../../../components/queue-label'
import { TagPicker } from '../../../../components/tag-picker'
import { classes } from '../../../../lib/classes'
import { expectTypingField } from '../../../../lib/held-words'
import { useAction, useShortcut } from '../../../../lib/keys'
import { useMe } from '../../../../lib/session'
import { formatDateTime } from '../../../../lib/time'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { toAgent } from '../actions/message-actions'
import { typingOf } from '../store/typing'
import { useIsConnectionDown } from '../store/use-connection'
import { TargetMark } from '../targets/target-mark'
import { useWholeLine } from './use-whole-line'

/**
 * Queue, owner and number of a ticket. Queue and owner are never dropped: when space ends, the number goes first, then the
 * tags, then the words of the button that closes. "Typing" takes the place of the number.
 */
export function StateLine({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const me = useMe()
  const typing = useValue(useMemo(() => typingOf(ticket.id), [ticket.id]))
  const owner = ticket.user?.id === me.id ? t('tickets.holderYou') : ticket.user?.name
  const line = useRef<HTMLDivElement>(null)
  useWholeLine(line)
  return (
    <div
      ref={line}
      className="flex h-5 min-w-0 items-center gap-1.5 overflow-hidden whitespace-nowrap text-muted text-xs data-measured:*:shrink-0"
    >
      <QueueLabel queue={ticket.queue} />
      <Part className={ticket.user?.id === me.id ? 'shrink-0' : 'min-w-0 truncate'}>
        {owner ? (
          <>
            <span data-drop={3} className="hidden @lg/conversation:inline">{`${t('tickets.holderWith')} `}</span>
            <span className="font-medium text-ink">{owner}</span>
          </>
        ) : (
          t('tickets.holderNobody')
        )}
      </Part>
      <Connection ticket={ticket} />
      {ticket.snoozedUntil && <Snoozed at={formatDateTime(ticket.snoozedUntil)} />}
      {typing ? (
        <Part className="shrink-0">
          <span role="status" className="text-good">
            {t(typing === 'composing' ? 'tickets.typing' : 'tickets.recording')}
          </span>
        </Part>
      ) : (
        <>
          {ticket.target && (
            <Part className="shrink-0 @xl/conversation:hidden">
              <TargetMark ticket={ticket} isShort />
            </Part>
          )}
          <span data-drop={1} className="hidden shrink-0 text-faint @xl/conversation:inline">
            <Part>{ticket.isGroup ? t('tickets.group') : t('tickets.number', { id: ticket.id })}</Part>
          </span>
        </>
      )}
      <Tagging ticket={ticket} />
    </div>
  )
}

/** A part of the line after a dot. */
const Part = ({ className, children }: { className?: string; children: ReactNode }) => (
  <span className={classes('inline-flex items-center gap-1.5', className)}>
    <span aria-hidden className="text-faint">
      ·
    </span>
    <span className="min-w-0 truncate">{children}</span>
  </span>
)

/** Time at which a snoozed ticket returns, without the year. */
function Snoozed({ at }: { at: string }) {
  const { t } = useTranslation()
  return (
    <Part className="shrink-0">
      <span title={t('inbox.snoozedUntil', { at })} className="flex items-center gap-1 [&_svg]:size-3">
        <AlarmClock aria-hidden />
        {at.slice(0, 5) + at.slice(10)}
      </span>
    </Part>
  )
}

/** Connection of the ticket while it is down; the details name it at any time. */
function Connection({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  if (!useIsConnectionDown(ticket)) return null
  return (
    <Part className="hidden! @lg/conversation:inline-flex!">
      <span className="flex items-center gap-1 text-danger-ink [&_svg]:size-3">
        <WifiOff aria-hidden />
        {ticket.whatsapp?.name ?? t('tickets.noConnection')}
      </span>
    </Part>
  )
}

/** Tag picker for users who may change the ticket; a narrow conversation has it in the details. */
function Tagging({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const part = useRef<HTMLSpanElement>(null)
  const isOffered = () => button.current?.checkVisibility() === true || part.current?.style.display === 'none'
  const openByKey = () => {
    // Shown for the panel's place, if the line had no room for it.
    if (part.current) part.current.style.display = ''
    // The panel mounts after the browser has opened it.
    if (button.current?.dataset.open === undefined) expectTypingField()
    button.current?.click()
  }
  useAction('ticket.tags', openByKey, { when: isOffered })
  const shortcut = useShortcut('ticket.tags')
  if (!changesTicket(toAgent(useMe()), ticket)) return null
  const trigger = (
    <button
      ref={button}
      type="button"
      aria-label={t('tags.pick')}
      aria-keyshortcuts={shortcut}
      className="fingertip rounded-sm px-1 hover:bg-hover hover:text-ink"
    >
      {t('details.tags')}
    </button>
  )
  return (
    <span ref={part} data-drop={2} className="hidden shrink-0 items-center gap-0.5 @xl/conversation:inline-flex">
      <span aria-hidden className="text-faint">
        ·
      </span>
      <TagPicker ticket={ticket} trigger={trigger} />
    </span>
  )
}
