import type { QuotedMessage } from '../../../../../src/features/inbox/messages/model'
import { classes } from '../../../../lib/classes'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'
import { lineOfText, mediaKind } from './media-kind'

/** Author and text, or kind, of the quoted message. */
export function QuotedText({ quoted, contactName }: { quoted: QuotedMessage; contactName: string }) {
  const { t } = useTranslation()
  const me = useMe()
  const kind = mediaKind(quoted.mediaType)
  const text = lineOfText(quoted)
  const author = quoted.fromMe && quoted.senderName === me.name ? '' : quoted.senderName
  return (
    <span className="flex min-w-0 flex-col text-sm">
      <span className="truncate font-medium text-accent-ink">
        {author || (quoted.fromMe ? t('tickets.youName') : contactName)}
      </span>
      <span className="line-clamp-2 flex items-center gap-1 text-muted wrap-anywhere [&_svg]:size-3.5 [&_svg]:shrink-0">
        {kind?.icon}
        <span className="line-clamp-2">{text || (kind && t(kind.label))}</span>
      </span>
    </span>
  )
}

/** Quote in a bubble; a click jumps to the quoted message. */
export function Quoted(props: { quoted: QuotedMessage; contactName: string; isOwn: boolean; onJump: () => void }) {
  return (
    <button
      type="button"
      onClick={props.onJump}
      className={classes(
        'mb-1 flex w-full min-w-0 rounded-sm border-accent border-l-2 py-1 pr-2 pl-2 text-left',
        props.isOwn ? 'bg-surface/50' : 'bg-hover',
      )}
    >
      <QuotedText quoted={props.quoted} contactName={props.contactName} />
    </button>
  )
}
