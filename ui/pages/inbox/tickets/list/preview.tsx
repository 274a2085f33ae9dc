import { Ban, CircleAlert, CloudOff } from 'lucide-react'
import { useMemo } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import type { MediaType } from '../../../../../src/shared/enums'
import { classes } from '../../../../lib/classes'
import { useDraft } from '../../../../lib/drafts'
import { type Entry, undeliveredIn } from '../../../../lib/outbox/entries'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { plainText } from '../../../../whatsapp-text/plain'
import { originLabels } from '../bubble/head'
import { mediaKind } from '../bubble/media-kind'
import { typingOf } from '../store/typing'

/** Symbols the server uses in place of a message without text. */
const symbols: Record<string, Exclude<MediaType, 'chat'>> = {
  '📷': 'image',
  '🎥': 'video',
  '🎤': 'audio',
  '📄': 'application',
  '🏷️': 'sticker',
  '📍': 'locationMessage',
  '👤': 'contactMessage',
  '📞': 'call_log',
  '❔': 'unsupported',
}
const deleted = '🚫'

/** Kind and text of a last message. */
export function lastMessage(text: string): { kind: Exclude<MediaType, 'chat'> | null; text: string } {
  const [symbol = ''] = text.split(' ', 1)
  const kind = symbols[symbol] ?? null
  // Older rows contain `voice` or `video` after the symbol of a call.
  if (kind === 'call_log') return { kind, text: '' }
  return { kind, text: plainText(kind ? text.slice(symbol.length + 1) : text) }
}

/** Preview line: unsent message, else typing state of the customer, else the draft, else the last message. */
export function Preview({ ticket, isSelected }: { ticket: Ticket; isSelected: boolean }) {
  const { t } = useTranslation()
  const typing = useValue(useMemo(() => typingOf(ticket.id), [ticket.id]))
  const unsent = useValue(useMemo(() => undeliveredIn(ticket.id), [ticket.id]))
  const draft = useDraft(ticket.id)
  if (unsent) return <UnsentPreview entry={unsent} />
  if (typing)
    return (
      <span className="truncate text-good">{t(typing === 'composing' ? 'tickets.typing' : 'tickets.recording')}</span>
    )
  if (draft && !isSelected)
    return (
      <span className="truncate">
        <span className="text-danger-ink">{t('tickets.draft')}</span> {plainText(draft)}
      </span>
    )
  const isDeleted = ticket.lastMessage === deleted
  const { kind, text } = lastMessage(ticket.lastMessage)
  const shownKind = kind && mediaKind(kind)
  const shownText = isDeleted ? t('tickets.deleted') : text || t(shownKind?.label ?? 'tickets.noMessages')
  return (
    <span className="flex min-w-0 items-center gap-1 [&_svg]:size-3.5 [&_svg]:shrink-0">
      <LastAuthor ticket={ticket} />
      {isDeleted ? <Ban aria-hidden /> : shownKind?.icon}
      <span className={classes('truncate', isDeleted && 'italic')}>{shownText}</span>
    </span>
  )
}

/** Author of the last message: oneself, a colleague or a group's member by first name, or what wrote it. */
function LastAuthor({ ticket: { lastMessageFromMe, lastMessageBy: by, isGroup } }: { ticket: Ticket }) {
  const { t } = useTranslation()
  const me = useMe()
  if (!lastMessageFromMe && !isGroup) return null
  const label = authorLabel(by, me.id)
  const name = label ? t(label) : by?.name.trim().split(/\s/)[0]
  return name ? <span className="max-w-[50%] shrink-0 truncate text-faint">{name}:</span> : null
}

/** Text key of an author without a name of their own; null for one who is shown by name. */
function authorLabel(by: Ticket['lastMessageBy'], myId: number) {
  if (!by || by.origin === 'customer') return null
  if (by.origin !== 'agent') return originLabels[by.origin]
  return by.userId === myId ? 'tickets.youName' : null
}

/** The newest message that waits or was refused, in place of what was said last. */
function UnsentPreview({ entry: { state, draft } }: { entry: Entry }) {
  const { t } = useTranslation()
  const isFailed = state === 'failed'
  const Icon = isFailed ? CircleAlert : CloudOff
  return (
    <span className="flex min-w-0 items-center gap-1 [&_svg]:size-3.5 [&_svg]:shrink-0">
      <span className={classes('flex shrink-0 items-center gap-1', isFailed ? 'text-danger-ink' : 'text-warn')}>
        <Icon aria-hidden />
        {t(isFailed ? 'unsent.failed' : 'unsent.waiting')}:
      </span>
      <span className="truncate">{plainText(draft.body) || draft.file?.name}</span>
    </span>
  )
}
