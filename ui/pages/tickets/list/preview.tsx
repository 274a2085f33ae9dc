import { CircleAlert, CloudOff } from 'lucide-react'
import { useMemo } from 'react'
import type { Ticket } from '../../../../src/features/tickets/model'
import type { MediaType } from '../../../../src/shared/enums'
import { classes } from '../../../lib/classes'
import { useDraft } from '../../../lib/drafts'
import { type Entry, undeliveredIn } from '../../../lib/outbox/entries'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { plainText } from '../../../whatsapp-text/plain'
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
  const { kind, text } = lastMessage(ticket.lastMessage)
  const shownKind = kind && mediaKind(kind)
  return (
    <span className="flex min-w-0 items-center gap-1 [&_svg]:size-3.5 [&_svg]:shrink-0">
      {ticket.lastMessageFromMe && <span className="shrink-0 text-faint">{t('tickets.you')}</span>}
      {shownKind?.icon}
      <span className="truncate">{text || (shownKind ? t(shownKind.label) : t('tickets.noMessages'))}</span>
    </span>
  )
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
