import type { ReadonlySignal } from '@preact/signals-react'
import { ChevronDown } from 'lucide-react'
import { memo } from 'react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { mayQuote, mayReact, quoteMessage, reactTo } from '../actions/message-actions'
import type { Bubble as Entry } from '../store/rows'
import { CallLine } from './cards'
import { Content } from './content'
import { Failure } from './failure'
import { BubbleHead } from './head'
import { openMessageMenu } from './message-menu'
import { Meta } from './meta'
import { mouseActions } from './mouse-actions'
import { pictureSize } from './picture-size'
import { Quoted } from './quoted'
import { Reactions } from './reactions'
import { bubbleWidth, rowClass } from './row-class'
import { UndoButton } from './undo-button'
import { useLongPress } from './use-long-press'
import { useSwipe } from './use-swipe'

export interface BubbleProps {
  entry: ReadonlySignal<Entry>
  first: boolean
  last: boolean
  contactName: string
  isGroup: boolean
  writable: boolean
  /** Highlights the bubble once, after a jump. */
  flash: boolean
  onJump: (messageId: number | null) => void
  /** Called when a file's signed address has expired. */
  onBroken: () => void
}

/** Message bubble. Renders again only when its signal or its position in a group changes. */
export const Bubble = memo(function Bubble(props: BubbleProps) {
  const entry = useValue(props.entry)
  const { message } = entry
  const press = useLongPress((anchor) => openMessageMenu(message, anchor))
  const swipe = useSwipe(() => quoteMessage(message), props.writable && mayQuote(message))
  if (message.mediaType === 'call_log') return <CallLine message={message} />

  const isBare = message.mediaType === 'sticker' && !message.isDeleted
  return (
    <div
      {...press}
      {...mouseActions(message, props.writable)}
      data-message={message.id}
      tabIndex={-1}
      className={classes('group focus-visible:-outline-offset-2', rowClass(message.fromMe, props.first))}
    >
      <div
        {...swipe}
        className={classes(
          'relative w-fit touch-pan-y rounded-xl max-sm:text-md',
          bubbleWidth,
          isBare
            ? 'pb-1'
            : classes(
                'border px-2.5 py-1.5',
                message.fromMe ? 'border-transparent bg-bubble-out' : 'border-line bg-bubble-in',
              ),
          props.flash && 'animate-[breathe_.5s_ease-in-out_3] outline-2 outline-accent',
        )}
      >
        <BubbleHead message={message} first={props.first} isGroup={props.isGroup} />
        {message.quotedMsg && (
          <Quoted
            quoted={message.quotedMsg}
            contactName={props.contactName}
            isOwn={message.fromMe}
            onJump={() => props.onJump(message.quotedMsg?.id ?? null)}
          />
        )}
        <div
          // The time stands in the space that the last line of a text keeps for it, else in a row of its own.
          className="relative flow-root has-data-time-space:[&>[data-meta]]:absolute has-data-time-space:[&>[data-meta]]:right-0 has-data-time-space:[&>[data-meta]]:bottom-0"
          style={{ maxWidth: maxContentWidth(message) }}
        >
          <Content entry={entry} onBroken={props.onBroken} />
          <Meta entry={entry} />
        </div>
        <UndoButton entry={entry} />
        {message.id > 0 && <ActionsButton message={message} className="-top-2 -right-2" />}
      </div>
      {message.reactions.length > 0 && (
        <Reactions
          message={message}
          onReact={(emoji) => props.writable && mayReact(message) && void reactTo(message, emoji || '')}
        />
      )}
      <Failure entry={entry} />
    </div>
  )
})

/** Text below a picture is not wider than the picture. */
const maxContentWidth = ({ mediaType, detail, isDeleted }: Message) =>
  !isDeleted && (mediaType === 'image' || mediaType === 'video')
    ? Math.max(240, pictureSize(detail ?? {}).width)
    : undefined

/** Button that opens the message menu; on touch screens a long press opens it. */
export function ActionsButton({ message, className }: { message: Message; className: string }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-haspopup="menu"
      aria-label={t('tickets.actions')}
      onClick={({ currentTarget }) => openMessageMenu(message, currentTarget)}
      className={classes(
        'absolute flex size-6 items-center justify-center rounded-full border border-line bg-raised text-muted opacity-0 hover:text-ink focus:opacity-100 group-hover:opacity-100 touch:hidden [&_svg]:size-4',
        className,
      )}
    >
      <ChevronDown aria-hidden />
    </button>
  )
}
