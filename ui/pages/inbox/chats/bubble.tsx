import { CircleAlert } from 'lucide-react'
import type { Chat, ChatMessage } from '../../../../src/features/inbox/chats/model'
import { Avatar } from '../../../components/avatar'
import { Button } from '../../../components/button'
import { MentionText } from '../../../components/mention-text'
import { classes } from '../../../lib/classes'
import { formatTime } from '../../../lib/time'
import { useTranslation } from '../../../lib/use-translation'
import { discardUnsent, retryChatMessage, type UnsentMessage } from './store'

interface BubbleProps {
  chat: Chat
  message: ChatMessage
  isMine: boolean
  /** True if the previous message is by the same author and recent. */
  isContinuation: boolean
}

/** Message bubble: the user's own on the right, a colleague's on the left under their name. */
export function Bubble({ chat, message, isMine, isContinuation }: BubbleProps) {
  const { t } = useTranslation()
  const name = chat.users.find(({ userId }) => userId === message.senderId)?.user.name ?? message.senderName
  return (
    <div className={classes('flex items-end gap-2', isContinuation ? 'mt-0.5' : 'mt-3', isMine && 'justify-end')}>
      {!isMine &&
        (isContinuation ? <span className="w-7 shrink-0" /> : <Avatar name={name} size="sm" className="self-start" />)}
      <div className={classes(bubbleClass, isMine ? 'bg-bubble-out' : 'bg-bubble-in')}>
        {isMine ? (
          <span className="sr-only">{t('chats.you')}: </span>
        ) : (
          <p className={isContinuation ? 'sr-only' : 'truncate font-semibold text-sm'}>{name}</p>
        )}
        <MentionText text={message.message} names={namesOf(chat, message.mentions)} />
        <time dateTime={message.createdAt} className="float-right mt-1 ml-3 text-faint text-xs tabular-nums">
          {formatTime(message.createdAt)}
        </time>
      </div>
    </div>
  )
}

const bubbleClass = 'min-w-0 max-w-[min(36rem,85%)] rounded-lg border border-line px-3 py-1.5'

/** Bubble of a message that is being sent, or that failed and can be retried or discarded. */
export function UnsentBubble({ chat, unsent }: { chat: Chat; unsent: UnsentMessage }) {
  const { t } = useTranslation()
  return (
    <div className="mt-3 flex flex-col items-end gap-1">
      <div className={classes(bubbleClass, 'bg-bubble-out', !unsent.failed && 'opacity-70')}>
        <MentionText text={unsent.message} names={namesOf(chat, unsent.mentions)} />
        {!unsent.failed && <span className="sr-only">{t('chats.sending')}</span>}
      </div>
      {unsent.failed && (
        <div role="alert" className="flex flex-wrap items-center justify-end gap-2 text-danger-ink text-sm">
          <CircleAlert aria-hidden className="size-4" />
          {t('chats.failed')}
          <Button size="sm" onClick={() => void retryChatMessage(chat.id, unsent)}>
            {t('chats.again')}
          </Button>
          <Button size="sm" variant="quiet" onClick={() => discardUnsent(chat.id, unsent)}>
            {t('chats.discard')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** Current names of the mentioned members. */
const namesOf = (chat: Chat, mentions: number[]) =>
  chat.users.filter(({ userId }) => mentions.includes(userId)).map(({ user }) => user.name)
