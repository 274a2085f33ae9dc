import type { Message } from '../../../../../src/features/inbox/messages/model'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import { ourReaction } from '../actions/reactions'

/**
 * Reactions below a bubble, one chip per emoji; pressing the own one removes it. Touch targets extend downwards,
 * because the bubble's footer is above.
 */
export function Reactions({ message, onReact }: { message: Message; onReact: (emoji: string) => void }) {
  const { t } = useTranslation()
  const mine = ourReaction(message)
  const emojis = [...new Set(message.reactions.map(({ emoji }) => emoji))]
  return (
    <ul aria-label={t('tickets.reactions')} className="-mt-1.5 relative z-1 flex gap-1 px-1 touch:gap-3 touch:pb-4">
      {emojis.map((emoji) => {
        const count = message.reactions.filter((reaction) => reaction.emoji === emoji).length
        const isMine = mine === emoji
        return (
          <li key={emoji}>
            <button
              type="button"
              aria-pressed={isMine}
              aria-label={t(isMine ? 'tickets.unreact' : 'tickets.reactWith', { emoji })}
              onClick={() => onReact(isMine ? '' : emoji)}
              className={classes(
                'fingertip [--fingertip-shift:0.375rem] inline-flex h-6 items-center justify-center gap-1 rounded-full touch:min-w-8 border bg-raised px-1.5 text-sm',
                isMine ? 'border-accent' : 'border-line',
              )}
            >
              {emoji}
              {count > 1 && <span className="text-muted text-xs tabular-nums">{count}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
