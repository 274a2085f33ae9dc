import { signal } from '@preact/signals-react'
import { Copy, Pencil, Reply, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message } from '../../../../src/features/messages/model'
import { classes } from '../../../lib/classes'
import { useMe } from '../../../lib/session'
import { useValue } from '../../../lib/use-value'
import {
  copyText,
  deleteForAll,
  mayDelete,
  mayEdit,
  mayQuote,
  mayReact,
  quote,
  reactTo,
  startEdit,
} from './message-actions'
import { ourReaction, quickReactions } from './reactions'

interface Opened {
  message: Message
  /** Beside what it opens, and where the focus returns. */
  anchor: HTMLElement
}
const opened = signal<Opened | null>(null)
/** One menu for all bubbles: a conversation of thousands carries no menu of its own per message. */
export const openMessageMenu = (message: Message, anchor: HTMLElement) => {
  opened.value = { message, anchor }
}
const forget = () => {
  opened.value = null
}
const closeMenu = () => {
  const { anchor } = opened.peek() ?? {}
  opened.value = null
  anchor?.focus({ preventScroll: true })
}

/** Once per conversation. */
export function MessageMenuHost({ writable }: { writable: boolean }) {
  const now = useValue(opened)
  useEffect(() => forget, [])
  return now && <OpenMenu key={now.message.id} {...now} writable={writable} />
}

const gap = 4
const margin = 8

function OpenMenu({ message, anchor, writable }: Opened & { writable: boolean }) {
  const { t } = useTranslation()
  const panel = useRef<HTMLDivElement>(null)
  const me = useMe()

  useLayoutEffect(() => {
    if (panel.current) place(panel.current, anchor.getBoundingClientRect())
    panel.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus({ preventScroll: true })
  }, [anchor])
  useEffect(() => {
    const leave = ({ target }: Event) => {
      if (!panel.current?.contains(target as Node)) forget()
    }
    document.addEventListener('pointerdown', leave, true)
    window.addEventListener('resize', closeMenu)
    return () => {
      document.removeEventListener('pointerdown', leave, true)
      window.removeEventListener('resize', closeMenu)
    }
  }, [])
  const pick = (action: () => unknown) => () => {
    closeMenu()
    void action()
  }

  return (
    <div
      ref={panel}
      role="menu"
      tabIndex={-1}
      aria-label={t('tickets.actions')}
      onKeyDown={(event) => onKeyDown(event, panel.current!)}
      className="enter fixed z-50 min-w-52 rounded-lg border border-line bg-raised p-1 shadow-float"
    >
      {writable && mayReact(message) && <QuickReactions message={message} pick={pick} />}
      {writable && mayQuote(message) && (
        <Item icon={<Reply aria-hidden />} label={t('tickets.reply')} onSelect={pick(() => quote(message))} />
      )}
      {message.body && (
        <Item icon={<Copy aria-hidden />} label={t('tickets.copyText')} onSelect={pick(() => copyText(message))} />
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
    </div>
  )
}

type Pick = (action: () => unknown) => () => void

function QuickReactions({ message, pick }: { message: Message; pick: Pick }) {
  const { t } = useTranslation()
  const mine = ourReaction(message)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a menu.
    <div role="group" aria-label={t('tickets.react')} className="mb-1 flex border-line border-b pb-1">
      {quickReactions.map((emoji) => (
        <button
          key={emoji}
          type="button"
          role="menuitemradio"
          aria-checked={mine === emoji}
          aria-label={t(mine === emoji ? 'tickets.unreact' : 'tickets.reactWith', { emoji })}
          tabIndex={-1}
          onClick={pick(() => reactTo(message, emoji))}
          className={classes(
            'flex size-9 items-center justify-center rounded-md text-xl hover:bg-hover focus:bg-hover touch:size-11',
            mine === emoji && 'bg-selected',
          )}
        >
          {emoji}
        </button>
      ))}
    </div>
  )
}

function Item(props: { icon: ReactNode; label: string; onSelect: () => void; danger?: boolean }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={props.onSelect}
      className={classes(
        'flex h-control-sm w-full items-center gap-3 rounded-md px-3 text-left hover:bg-hover focus:bg-hover [&_svg]:size-4',
        props.danger ? 'text-danger-ink' : 'text-ink',
      )}
    >
      {props.icon}
      {props.label}
    </button>
  )
}

function onKeyDown(event: KeyboardEvent, panel: HTMLElement) {
  event.stopPropagation()
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault()
    return closeMenu()
  }
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const items = [...panel.querySelectorAll<HTMLElement>('[role^=menuitem]')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  items[(at + step + items.length) % items.length]?.focus()
}

/** Below its bubble's button where there is room, else above; never outside the window. */
function place(panel: HTMLElement, anchor: DOMRect) {
  const { width, height } = panel.getBoundingClientRect()
  const below = anchor.bottom + gap + height < innerHeight - margin
  const top = below ? anchor.bottom + gap : Math.max(margin, anchor.top - gap - height)
  const left = Math.min(Math.max(margin, anchor.right - width), innerWidth - width - margin)
  Object.assign(panel.style, { top: `${top}px`, left: `${Math.max(margin, left)}px` })
}
