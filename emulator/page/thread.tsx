import { Fragment, useEffect, useRef } from 'react'
import type { Bubble } from '../control/control-api'
import { callControl } from './api'
import { BubbleView } from './bubble'
import type { TextTarget } from './composer'
import { Glyph } from './glyphs'
import { texts } from './texts'
import { dayText } from './time'

interface Props {
  bubbles: Bubble[]
  typing?: string
  phone: string
  owner?: string
  onPurpose(purpose: TextTarget): void
  onChange(): void
}

const emojis = ['👍', '❤️', '😂', '😮', '😢', '🙏']

/** Conversation, scrolled to the newest message unless the reader has scrolled up. */
export function Thread({ bubbles, typing, phone, owner, onPurpose, onChange }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  const last = bubbles.at(-1)?.id
  /** Called for new messages and for loaded pictures, which make the list longer. */
  const scrollToEnd = () => {
    const element = list.current
    if (element && atEnd.current) element.scrollTop = element.scrollHeight
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls for a new last bubble or typing
  useEffect(scrollToEnd, [last, typing])
  const trackScroll = () => {
    const element = list.current
    if (element) atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 60
  }
  const act = (bubble: Bubble): BubbleActions => ({
    react: (emoji) =>
      owner &&
      callControl('send', { from: phone, to: owner, content: { reaction: emoji, to: bubble.id } }).then(onChange),
    remove: () =>
      owner && callControl('send', { from: phone, to: owner, content: { delete: bubble.id } }).then(onChange),
    reply: () => onPurpose({ kind: 'reply', bubble }),
    edit: () => onPurpose({ kind: 'edit', bubble }),
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <div className="thread" ref={list} onScroll={trackScroll} onLoadCapture={scrollToEnd} role="log" tabIndex={0}>
      <ol>
        {bubbles.length === 0 && <li className="hint">{texts.empty}</li>}
        {bubbles.map((bubble, index) => (
          <Fragment key={bubble.id}>
            {dayText(bubble.at) !== dayText(bubbles[index - 1]?.at ?? 0) && (
              <li className="day">{dayText(bubble.at)}</li>
            )}
            <li className={bubble.mine ? 'mine' : 'theirs'}>
              <BubbleView bubble={bubble} phone={phone} />
              {!bubble.past && !bubble.deleted && owner && <Actions bubble={bubble} acts={act(bubble)} />}
            </li>
          </Fragment>
        ))}
        {typing && <li className="theirs activity">{typing === 'recording' ? texts.recording : texts.typing}</li>}
      </ol>
    </div>
  )
}

interface BubbleActions {
  react(emoji: string): unknown
  reply(): void
  edit(): void
  remove(): unknown
}

function Actions({ bubble, acts }: { bubble: Bubble; acts: BubbleActions }) {
  const ownReaction = bubble.reactions.find(({ mine }) => mine)?.emoji
  const menu = `actions-${bubble.id}`
  const close = () => document.getElementById(menu)?.hidePopover()
  const then = (act: () => unknown) => () => {
    close()
    act()
  }
  return (
    <span className="actions">
      <button type="button" className="icon" aria-label={texts.actions} popoverTarget={menu}>
        <Glyph name="more" size={18} />
      </button>
      <div id={menu} popover="auto" className="menu" role="menu" aria-label={texts.actions}>
        <div className="emojis">
          {emojis.map((emoji) => (
            <button
              key={emoji}
              type="button"
              role="menuitemcheckbox"
              aria-checked={ownReaction === emoji}
              aria-label={`${texts.react} ${emoji}`}
              onClick={then(() => acts.react(ownReaction === emoji ? '' : emoji))}
            >
              {emoji}
            </button>
          ))}
        </div>
        <button type="button" role="menuitem" onClick={then(acts.reply)}>
          {texts.reply}
        </button>
        {bubble.mine && bubble.kind === 'text' && (
          <button type="button" role="menuitem" onClick={then(acts.edit)}>
            {texts.edit}
          </button>
        )}
        {bubble.mine && (
          <button type="button" role="menuitem" className="danger" onClick={then(acts.remove)}>
            {texts.remove}
          </button>
        )}
      </div>
    </span>
  )
}
