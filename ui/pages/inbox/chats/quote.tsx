import { X } from 'lucide-react'
import type { ChatQuote } from '../../../../src/features/inbox/chats/model'
import { IconButton } from '../../../components/icon-button'
import { useMe } from '../../../lib/session'
import { useTranslation } from '../../../lib/use-translation'
import { mediaKind } from '../tickets/bubble/media-kind'

/** Author and text, or file, of the message that is answered. */
function QuoteText({ quote }: { quote: ChatQuote }) {
  const { t } = useTranslation()
  const isMine = quote.senderId === useMe().id
  const icon = quote.file && mediaKind(quote.file.mediaType)?.icon
  return (
    <span className="flex min-w-0 flex-col text-sm">
      <span className="truncate font-medium text-accent-ink">{isMine ? t('chats.you') : quote.senderName}</span>
      <span className="flex min-w-0 items-center gap-1 text-muted [&_svg]:size-3.5 [&_svg]:shrink-0">
        {icon}
        <span className="line-clamp-2 wrap-anywhere">{quote.message || quote.file?.fileName}</span>
      </span>
    </span>
  )
}

/** Quote in a bubble; a click jumps to the message. */
export function Quote({ quote, onJump }: { quote: ChatQuote; onJump: () => void }) {
  return (
    <button
      type="button"
      onClick={onJump}
      className="mb-1 flex w-full min-w-0 rounded-sm border-accent border-l-2 bg-hover px-2 py-1 text-left"
    >
      <QuoteText quote={quote} />
    </button>
  )
}

/** Bar above the composer with the message that is answered. */
export function ReplyBar({ quote, onCancel }: { quote: ChatQuote; onCancel: () => void }) {
  const { t } = useTranslation()
  return (
    <div className="mx-2 mt-2 flex items-center gap-2 rounded-md border-accent border-l-2 bg-hover py-1.5 pr-1 pl-3">
      <div className="min-w-0 flex-1">
        <QuoteText quote={quote} />
      </div>
      <IconButton size="sm" shortcut="Escape" tooltipSide="top" label={t('tickets.cancelReply')} onClick={onCancel}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
