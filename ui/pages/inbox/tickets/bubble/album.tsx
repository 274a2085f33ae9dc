import type { ReadonlySignal } from '@preact/signals-react'
import { memo } from 'react'
import { classes } from '../../../../lib/classes'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import { mayReact, reactTo } from '../actions/message-actions'
import type { Bubble as Entry } from '../store/rows'
import { ActionsButton, type BubbleProps } from './bubble'
import { Content } from './content'
import { Failure } from './failure'
import { BubbleHead } from './head'
import { openMessageMenu } from './message-menu'
import { Meta } from './meta'
import { Tile } from './picture'
import { Reactions } from './reactions'
import { bubbleWidth, rowClass } from './row-class'
import { useLongPress } from './use-long-press'

type AlbumProps = Omit<BubbleProps, 'entry' | 'flash' | 'onJump'> & {
  entries: readonly ReadonlySignal<Entry>[]
  flash: string | null
}

/** Consecutive pictures in one frame; each keeps its own menu, reactions and delivery state. */
export const Album = memo(function Album({ entries, first, isGroup, flash, writable, onBroken }: AlbumProps) {
  const { t } = useTranslation()
  const { message } = useValue(entries[0]!)
  return (
    <div className={rowClass(message.fromMe, first)}>
      <section
        aria-label={t('conversation.album', { count: entries.length })}
        className={classes(
          'w-84 rounded-lg border p-1.5',
          bubbleWidth,
          message.fromMe ? 'border-transparent bg-bubble-out' : 'border-line bg-bubble-in',
        )}
      >
        <BubbleHead message={message} first={first} isGroup={isGroup} />
        <div className="grid grid-cols-2 gap-1">
          {entries.map((entry, at) => (
            <Cell
              key={entry.peek().key}
              entry={entry}
              isWide={at === 0 && entries.length % 2 === 1}
              flash={flash === entry.peek().key}
              writable={writable}
              onBroken={onBroken}
            />
          ))}
        </div>
      </section>
    </div>
  )
})

interface CellProps extends Pick<BubbleProps, 'writable' | 'onBroken' | 'flash'> {
  entry: ReadonlySignal<Entry>
  isWide: boolean
}

/** Readable on any picture. */
const overlayButton =
  'absolute right-1 bottom-1 rounded-full bg-black/60 px-1.5 py-0.5 [&>*]:m-0! [&_*]:text-white! [&_button]:px-1'

function Cell({ entry: signal, isWide, flash, writable, onBroken }: CellProps) {
  const entry = useValue(signal)
  const { message } = entry
  const press = useLongPress((anchor) => openMessageMenu(message, anchor))
  const isShown = !message.isDeleted && message.mediaStatus === 'ready' && message.mediaUrl !== null
  return (
    <div
      {...press}
      data-message={message.id}
      tabIndex={-1}
      className={classes('group relative min-w-0', isWide && 'col-span-2', flash && 'outline-2 outline-accent')}
    >
      {isShown ? (
        <Tile message={message} wide={isWide} onBroken={onBroken} />
      ) : (
        <div className="p-1">
          <Content entry={entry} onBroken={onBroken} />
        </div>
      )}
      <div className={isShown ? overlayButton : 'flow-root px-1'}>
        <Meta entry={entry} />
      </div>
      <ActionsButton message={message} className="top-1 right-1" />
      {message.reactions.length > 0 && (
        <Reactions
          message={message}
          onReact={(emoji) => writable && mayReact(message) && void reactTo(message, emoji || '')}
        />
      )}
      <Failure entry={entry} />
    </div>
  )
}
