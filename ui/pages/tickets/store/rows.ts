import type { ReadonlySignal } from '@preact/signals-react'
import type { Message } from '../../../../src/features/messages/model'

/** Where an outgoing message stands that the server has not answered for yet. */
export interface Sending {
  clientId: string
  state: 'sending' | 'failed'
  /** What went wrong, in words for the person. */
  error: string
  /** 0 to 1 while a file goes up, null otherwise. */
  progress: number | null
}
export interface Bubble {
  /** The same before and after the server's echo, so that the bubble on screen stays itself. */
  key: string
  message: Message
  /** dd/MM/yyyy in the company's zone. */
  day: string
  sending: Sending | null
}

export type Row =
  | { kind: 'start'; key: 'start' }
  | { kind: 'day'; key: string; iso: string }
  | { kind: 'unread'; key: 'unread' }
  | { kind: 'bubble'; key: string; bubble: ReadonlySignal<Bubble>; first: boolean; last: boolean }

/** Minutes of silence after which the same writer starts a new group. */
const groupGap = 5 * 60 * 1000

/** Bubbles oldest first as rows: a chip where the day changes, a line before the first unread one, groups by writer. */
export function toRows(given: {
  bubbles: ReadonlySignal<Bubble>[]
  unreadFrom: string | null
  isWhole: boolean
}): Row[] {
  const rows: Row[] = given.isWhole && given.bubbles.length > 0 ? [{ kind: 'start', key: 'start' }] : []
  let before: Bubble | null = null
  for (const bubble of given.bubbles) {
    const now = bubble.peek()
    const newDay = before?.day !== now.day
    if (newDay) rows.push({ kind: 'day', key: `day:${now.key}`, iso: now.message.createdAt })
    const isUnread = now.key === given.unreadFrom
    if (isUnread) rows.push({ kind: 'unread', key: 'unread' })
    const first = newDay || isUnread || !sameGroup(before!.message, now.message)
    const previous = rows.at(-1)
    if (!first && previous?.kind === 'bubble') previous.last = false
    rows.push({ kind: 'bubble', key: now.key, bubble, first, last: true })
    before = now
  }
  return rows
}

function sameGroup(before: Message, now: Message): boolean {
  return (
    before.fromMe === now.fromMe &&
    before.origin === now.origin &&
    writer(before) === writer(now) &&
    isCard(before) === isCard(now) &&
    Math.abs(Date.parse(now.createdAt) - Date.parse(before.createdAt)) < groupGap
  )
}
/** An agent is known by id, whoever else by the name WhatsApp told. */
const writer = ({ userId, senderName }: Message) => userId ?? senderName
/** A call is a line of its own, not somebody's bubble. */
const isCard = ({ mediaType }: Message) => mediaType === 'call_log'
