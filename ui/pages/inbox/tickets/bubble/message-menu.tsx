import { signal } from '@preact/signals-react'
import { Copy, Forward, Info, Pencil, Reply, SmilePlus, SquareCheck, Star, StarOff, Trash2, Zap } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import { limits } from '../../../../../src/shared/limits'
import { FloatingMenu, FloatingItem as Item } from '../../../../components/floating-menu'
import { classes } from '../../../../lib/classes'
import { useMe } from '../../../../lib/session'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'
import {
  copyMessage,
  deleteForAll,
  mayDelete,
  mayEdit,
  mayQuote,
  mayReact,
  quoteMessage,
  reactTo,
  startEdit,
  textOf,
} from '../actions/message-actions'
import { ourReaction, quickReactions } from '../actions/reactions'
import { toggleStar } from '../actions/star'
import { onScreen } from '../store/live'
import { startSelection } from '../store/message-selection'
import { isStarred } from '../store/stars'
import { mayForward, openForward } from './forward-state'
import { openMessageInfo } from './message-info'
import { openQuickReply } from './quick-reply'
import { openReactionPicker } from './reaction-picker'

interface OpenedMenu {
  message: Message
  /** Button or bubble that opened the menu; gets the focus back. */
  anchor: HTMLElement
  /** Point of the right click that opened it. */
  at?: { x: number; y: number }
}
const opened = signal<OpenedMenu | null>(null)
/** Opens the menu shared by all bubbles; a menu per bubble would be thousands of components. */
export const openMessageMenu = (message: Message, anchor: HTMLElement, at?: OpenedMenu['at']) => {
  opened.value = { message, anchor, at }
}
const clearMenu = () => {
  opened.value = null
}
const closeMenu = () => {
  const { anchor } = opened.peek() ?? {}
  opened.value = null
  anchor?.focus({ preventScroll: true })
}

/** Mounts the menu of the messages in a list; a preview of another ticket has a list of its own. */
export function MessageMenuHost({ list, writable }: { list: RefObject<HTMLElement | null>; writable: boolean }) {
  const current = useValue(opened)
  useEffect(() => clearMenu, [])
  return (
    current &&
    list.current?.contains(current.anchor) && <OpenMenu key={current.message.id} {...current} writable={writable} />
  )
}

function OpenMenu({ message, anchor, at, writable }: OpenedMenu & { writable: boolean }) {
  const { t } = useTranslation()
  const me = useMe()
  const pick = (action: () => unknown) => () => {
    closeMenu()
    void action()
  }

  return (
    <FloatingMenu
      anchor={anchor}
      at={at}
      label={t('tickets.actions')}
      onClose={(returns) => (returns ? closeMenu() : clearMenu())}
    >
      {writable && mayReact(message) && <QuickReactions message={message} pick={pick} />}
      {writable && mayQuote(message) && (
        <Item icon={<Reply aria-hidden />} label={t('tickets.reply')} onSelect={pick(() => quoteMessage(message))} />
      )}
      {textOf(message) && (
        <Item icon={<Copy aria-hidden />} label={t('tickets.copyText')} onSelect={pick(() => copyMessage(message))} />
      )}
      {mayForward(message) && (
        <Item
          icon={<Forward aria-hidden />}
          label={t('conversation.forward')}
          onSelect={pick(() => openForward([message]))}
        />
      )}
      {message.id > 0 && !message.isDeleted && <StarItem id={message.id} pick={pick} />}
      {message.fromMe && message.body.length >= limits.quickMessage.min && message.mediaType !== 'contactMessage' && (
        <Item
          icon={<Zap aria-hidden />}
          label={t('composer.saveAsQuickReply')}
          onSelect={pick(() => openQuickReply(textOf(message)))}
        />
      )}
      {message.id > 0 && !message.isDeleted && (
        <Item
          icon={<SquareCheck aria-hidden />}
          label={t('conversation.select')}
          onSelect={pick(() => startSelection(onScreen.peek() ?? message.ticketId, message))}
        />
      )}
      {message.id > 0 && (
        <Item
          icon={<Info aria-hidden />}
          label={t('conversation.info')}
          onSelect={pick(() => openMessageInfo(message))}
        />
      )}
      {writable && mayEdit(message, me.id) && (
        <Item
          icon={<Pencil aria-hidden />}
          label={t('tickets.editMessage')}
          onSelect={pick(() => startEdit(message))}
        />
      )}
      {writable && mayDelete(message) && (
        <Item
          danger
          icon={<Trash2 aria-hidden />}
          label={t('tickets.deleteForAll')}
          onSelect={pick(() => deleteForAll(message))}
        />
      )}
    </FloatingMenu>
  )
}

type Pick = (action: () => unknown) => () => void

function StarItem({ id, pick }: { id: number; pick: Pick }) {
  const { t } = useTranslation()
  const [Icon, label] = isStarred(id)
    ? ([StarOff, 'conversation.unstar'] as const)
    : ([Star, 'conversation.star'] as const)
  return <Item icon={<Icon aria-hidden />} label={t(label)} onSelect={pick(() => toggleStar(id))} />
}

function QuickReactions({ message, pick }: { message: Message; pick: Pick }) {
  const { t } = useTranslation()
  const ownReaction = ourReaction(message)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a menu.
    <div role="group" aria-label={t('tickets.react')} className="mb-1 flex border-line border-b pb-1">
      {quickReactions.map((emoji) => (
        <button
          key={emoji}
          type="button"
          role="menuitemradio"
          aria-checked={ownReaction === emoji}
          aria-label={t(ownReaction === emoji ? 'tickets.unreact' : 'tickets.reactWith', { emoji })}
          tabIndex={-1}
          onClick={pick(() => reactTo(message, emoji))}
          className={classes(
            'flex size-9 items-center justify-center rounded-md text-xl hover:bg-hover focus:bg-hover touch:size-11',
            ownReaction === emoji && 'bg-selected',
          )}
        >
          {emoji}
        </button>
      ))}
      <button
        type="button"
        role="menuitem"
        aria-label={t('emoji.reaction')}
        title={t('emoji.reaction')}
        tabIndex={-1}
        onClick={pick(() => openReactionPicker(message))}
        className="flex size-9 items-center justify-center rounded-md text-muted hover:bg-hover focus:bg-hover touch:size-11 [&_svg]:size-5"
      >
        <SmilePlus aria-hidden />
      </button>
    </div>
  )
}
