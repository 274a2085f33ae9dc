import { EllipsisVertical, Reply } from 'lucide-react'
import type { Chat, ChatMessage } from '../../../../src/features/inbox/chats/model'
import { Button } from '../../../components/button'
import { IconButton } from '../../../components/icon-button'
import { Popover } from '../../../components/popover'
import { api, unwrapResponse } from '../../../lib/api'
import { classes } from '../../../lib/classes'
import { useMe } from '../../../lib/session'
import { toastError } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { quickReactions } from '../tickets/actions/reactions'
import { receiveChatMessageUpdate } from './store'

/** Sets the user's reaction; the empty text removes it. */
const react = ({ id }: ChatMessage, emoji: string) =>
  unwrapResponse(api.chats.messages({ id }).reaction.post({ emoji })).then(receiveChatMessageUpdate, toastError)

const ownReaction = ({ reactions }: ChatMessage, userId: number) =>
  reactions.find((one) => one.userId === userId)?.emoji ?? ''

/** Reactions below a bubble, one chip per emoji with the names of its people; pressing the own one removes it. */
export function Reactions({ chat, message }: { chat: Chat; message: ChatMessage }) {
  const { t } = useTranslation()
  const mine = ownReaction(message, useMe().id)
  const nameOf = (id: number) => chat.users.find(({ userId }) => userId === id)?.user.name
  const emojis = [...new Set(message.reactions.map(({ emoji }) => emoji))]
  return (
    <ul
      aria-label={t('tickets.reactions')}
      className="-mt-1 relative z-1 flex flex-wrap gap-1 px-1 touch:gap-3 touch:pb-4"
    >
      {emojis.map((emoji) => {
        const people = message.reactions.filter((one) => one.emoji === emoji)
        const names = people.flatMap(({ userId }) => nameOf(userId) ?? []).join(', ')
        return (
          <li key={emoji}>
            <button
              type="button"
              title={names}
              aria-pressed={emoji === mine}
              aria-label={`${t(emoji === mine ? 'tickets.unreact' : 'tickets.reactWith', { emoji })}: ${names}`}
              onClick={() => void react(message, emoji === mine ? '' : emoji)}
              className={classes(
                'fingertip [--fingertip-shift:0.375rem] inline-flex h-6 items-center justify-center gap-1 rounded-full border bg-raised px-1.5 text-sm touch:min-w-8',
                emoji === mine ? 'border-accent' : 'border-line',
              )}
            >
              {emoji}
              {people.length > 1 && <span className="text-muted text-xs tabular-nums">{people.length}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** Button beside a bubble: reply, and the first reactions. */
export function MessageActions({ message, onReply }: { message: ChatMessage; onReply: () => void }) {
  const { t } = useTranslation()
  const mine = ownReaction(message, useMe().id)
  return (
    <Popover
      label={t('chats.messageActions')}
      className="p-2"
      trigger={
        <IconButton
          size="sm"
          label={t('chats.messageActions')}
          className="self-center opacity-0 focus-visible:opacity-100 group-hover/message:opacity-100 data-open:opacity-100 touch:opacity-100"
        >
          <EllipsisVertical aria-hidden />
        </IconButton>
      }
    >
      {(close) => (
        <div className="flex flex-col gap-2">
          <div className="flex gap-1">
            {quickReactions.map((emoji) => (
              <IconButton
                key={emoji}
                pressed={emoji === mine}
                label={t(emoji === mine ? 'tickets.unreact' : 'tickets.reactWith', { emoji })}
                onClick={() => {
                  close()
                  void react(message, emoji === mine ? '' : emoji)
                }}
              >
                <span aria-hidden>{emoji}</span>
              </IconButton>
            ))}
          </div>
          <Button
            icon={<Reply aria-hidden />}
            onClick={() => {
              close()
              onReply()
            }}
          >
            {t('tickets.reply')}
          </Button>
        </div>
      )}
    </Popover>
  )
}
