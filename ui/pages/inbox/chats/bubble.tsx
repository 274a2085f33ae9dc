import { CircleAlert, Paperclip } from 'lucide-react'
import type { Chat, ChatMessage } from '../../../../src/features/inbox/chats/model'
import { Avatar } from '../../../components/avatar'
import { Button } from '../../../components/button'
import { MentionText } from '../../../components/mention-text'
import { classes } from '../../../lib/classes'
import { formatTime } from '../../../lib/time'
import { toastWarning } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { FileContent } from './file'
import { jumpToChatMessage, messageElementId } from './jump'
import { Quote } from './quote'
import { MessageActions, Reactions } from './reactions'
import { type ChatThread, discardUnsent, quoteOf, retryChatMessage, type UnsentMessage } from './store'

interface BubbleProps {
  chat: Chat
  thread: ChatThread
  message: ChatMessage
  isMine: boolean
  /** True if the previous message is by the same author and recent. */
  isContinuation: boolean
}

/** Message bubble: the user's own on the right, a colleague's on the left under their name. */
export function Bubble({ chat, thread, message, isMine, isContinuation }: BubbleProps) {
  const name = chat.users.find(({ userId }) => userId === message.senderId)?.user.name ?? message.senderName
  const actions = <MessageActions message={message} onReply={() => replyTo(thread, message)} />
  return (
    <div
      id={messageElementId(message.id)}
      tabIndex={-1}
      className={classes(
        'group/message flex items-end gap-2 rounded-lg focus:bg-selected focus:outline-none',
        isContinuation ? 'mt-0.5' : 'mt-3',
        isMine && 'justify-end',
      )}
    >
      {!isMine &&
        (isContinuation ? <span className="w-7 shrink-0" /> : <Avatar name={name} size="sm" className="self-start" />)}
      {isMine && actions}
      <div className="flex min-w-0 max-w-[min(36rem,85%)] flex-col items-start">
        <div className={classes(bubbleClass, 'max-w-full', isMine ? 'bg-bubble-out' : 'bg-bubble-in')}>
          <BubbleContent {...{ chat, thread, message, isMine, isContinuation, name }} />
        </div>
        {message.reactions.length > 0 && <Reactions chat={chat} message={message} />}
      </div>
      {!isMine && actions}
    </div>
  )
}

function BubbleContent({ chat, thread, message, isMine, isContinuation, name }: BubbleProps & { name: string }) {
  const { t } = useTranslation()
  const { quoted, file } = message
  const jump = async (id: number) => {
    if (!(await jumpToChatMessage(thread, id))) toastWarning(t('chats.notReached'))
  }
  return (
    <>
      {isMine ? (
        <span className="sr-only">{t('chats.you')}: </span>
      ) : (
        <p className={isContinuation ? 'sr-only' : 'truncate font-semibold text-sm'}>{name}</p>
      )}
      {quoted && <Quote quote={quoted} onJump={() => void jump(quoted.id)} />}
      {file && <FileContent file={file} />}
      {message.message !== '' && <MentionText text={message.message} names={namesOf(chat, message.mentions)} />}
      <time dateTime={message.createdAt} className="float-right mt-1 ml-3 text-faint text-xs tabular-nums">
        {formatTime(message.createdAt)}
      </time>
    </>
  )
}

/** Answers the message: the composer shows it and takes the focus. */
function replyTo(thread: ChatThread, message: ChatMessage) {
  thread.replyTo.value = quoteOf(message)
  document.querySelector<HTMLElement>('[data-typing-place] [data-typing-field]')?.focus()
}

const bubbleClass = 'min-w-0 rounded-lg border border-line px-3 py-1.5'

/** Bubble of a message that is being sent, or that failed and can be retried or discarded. */
export function UnsentBubble({ chat, unsent }: { chat: Chat; unsent: UnsentMessage }) {
  const { t } = useTranslation()
  return (
    <div className="mt-3 flex flex-col items-end gap-1">
      <div className={classes(bubbleClass, 'max-w-[min(36rem,85%)] bg-bubble-out', !unsent.failed && 'opacity-70')}>
        {unsent.fileName && (
          <span className="flex min-w-0 items-center gap-2 wrap-anywhere font-medium text-sm">
            <Paperclip aria-hidden className="size-4 shrink-0 text-muted" />
            {unsent.fileName}
          </span>
        )}
        {unsent.message !== '' && <MentionText text={unsent.message} names={namesOf(chat, unsent.mentions)} />}
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
