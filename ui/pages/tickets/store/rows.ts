import type { ReadonlySignal } from '@preact/signals-react'
import type { Message } from '../../../../src/features/messages/model'
import type { Side } from './annotations'

/** Outgoing message that the server has not confirmed. */
export interface Sending {
  clientId: string
  state: 'sending' | 'waiting' | 'failed'
  /** Cause of the state 'waiting'. */
  cause: 'connection' | 'server'
  /** Translated error. */
  error: string
  /** 0 to 1 during an upload, otherwise null. */
  progress: number | null
  /** False if the browser could not store it; it is lost when the page is closed. */
  isKept: boolean
}
/** True for a message that waits, or cannot be sent because the server is unreachable. */
export const isHeldUp = ({ state }: Sending, isOffline: boolean) =>
  state === 'waiting' || (state === 'sending' && isOffline)

export interface Bubble {
  /** Same key before and after the server's confirmation, so that the bubble stays mounted. */
  key: string
  message: Message
  /** dd/MM/yyyy in the company's time zone. */
  day: string
  sending: Sending | null
}

export type Row =
  | { kind: 'start'; key: 'start' }
  | { kind: 'day'; key: string; iso: string; day: string }
  | { kind: 'unread'; key: 'unread' }
  /** Start of another ticket of the same contact. */
  | { kind: 'ticket'; key: string; ticketId: number; day: string }
  | { kind: 'side'; key: string; side: Side; day: string }
  | { kind: 'bubble'; key: string; bubble: ReadonlySignal<Bubble>; first: boolean; last: boolean; day: string }
  /** Consecutive pictures of one sender without text. */
  | { kind: 'album'; key: string; bubbles: ReadonlySignal<Bubble>[]; first: boolean; last: boolean; day: string }

/** Pause in ms after which the same sender starts a new group. */
const groupGap = 5 * 60 * 1000
/** Minimum number of consecutive pictures for an album, and the longest time between them in ms. */
const albumFrom = 3
const albumGap = 60_000

interface Given {
  /** Sorted by `byArrival`. */
  bubbles: ReadonlySignal<Bubble>[]
  /** Sorted by `bySide`. */
  sides?: readonly Side[]
  unreadFrom: string | null
  /** True if the first (or last) message of the ticket is loaded. */
  isWhole: boolean
  isAtEnd?: boolean
}
type Entry = { side: Side } | { bubble: ReadonlySignal<Bubble>; now: Bubble }

/**
 * Rows of a thread: day chips, boundaries between tickets, the unread line, notes and history at their time, bubbles
 * grouped by sender, albums.
 */
export function toRows(given: Given): Row[] {
  const entries = inOrder(given)
  const rows: Row[] = given.isWhole && entries.length > 0 ? [{ kind: 'start', key: 'start' }] : []
  let before: Entry | null = null
  for (const entry of entries) {
    const lines = linesBetween(before, entry)
    rows.push(...lines)
    if ('side' in entry) rows.push({ kind: 'side', key: entry.side.key, side: entry.side, day: entry.side.day })
    else addBubble(rows, entry, before, lines.length > 0, entry.now.key === given.unreadFrom)
    before = entry
  }
  return withAlbums(rows)
}

/** Rows between two entries of different tickets or days. */
function linesBetween(before: Entry | null, entry: Entry): Row[] {
  const [day, ticketId] = [dayOf(entry), ticketOf(entry)]
  const lines: Row[] = []
  if (before && ticketOf(before) !== ticketId) lines.push({ kind: 'ticket', key: `ticket:${ticketId}`, ticketId, day })
  if (!before || dayOf(before) !== day) lines.push({ kind: 'day', key: `day:${keyOf(entry)}`, iso: isoOf(entry), day })
  return lines
}

type BubbleEntry = Extract<Entry, { now: Bubble }>
function addBubble(rows: Row[], { bubble, now }: BubbleEntry, before: Entry | null, apart: boolean, isUnread: boolean) {
  if (isUnread) rows.push({ kind: 'unread', key: 'unread' })
  const first = apart || isUnread || before === null || 'side' in before || !sameGroup(before.now.message, now.message)
  const previous = rows.at(-1)
  if (!first && previous?.kind === 'bubble') previous.last = false
  rows.push({ kind: 'bubble', key: now.key, bubble, first, last: true, day: now.day })
}

const ticketOf = (entry: Entry) => ('side' in entry ? entry.side.ticketId : entry.now.message.ticketId)
const dayOf = (entry: Entry) => ('side' in entry ? entry.side.day : entry.now.day)
const keyOf = (entry: Entry) => ('side' in entry ? entry.side.key : entry.now.key)
const isoOf = (entry: Entry) => ('bubble' in entry ? entry.now.message.createdAt : momentOf(entry.side))
const momentOf = (side: Side) => (side.kind === 'note' ? side.note.createdAt : side.event.at)

/**
 * Inserts notes and history between the messages of their ticket. Those between messages that are not loaded are left
 * out.
 */
function inOrder({ bubbles, sides = [], isWhole, isAtEnd = true }: Given): Entry[] {
  const entries: Entry[] = []
  const waiting = shown(bubbles, sides, isWhole, isAtEnd)
  let at = 0
  for (const bubble of bubbles) {
    const now = bubble.peek()
    // Outgoing messages stay at the bottom.
    const isBefore = (side: Side) => now.message.id < 0 || precedes(side, now.message)
    while (at < waiting.length && isBefore(waiting[at]!)) entries.push({ side: waiting[at++]! })
    entries.push({ bubble, now })
  }
  return [...entries, ...waiting.slice(at).map((side) => ({ side }))]
}

const precedes = ({ ticketId, at }: Side, message: Message) =>
  ticketId < message.ticketId || (ticketId === message.ticketId && at < message.createdAt)

function shown(bubbles: ReadonlySignal<Bubble>[], sides: readonly Side[], isWhole: boolean, isAtEnd: boolean) {
  const first = bubbles[0]?.peek().message
  const last = bubbles.at(-1)?.peek().message
  return sides.filter(
    (side) => (isWhole || (first && !precedes(side, first))) && (isAtEnd || (last && precedes(side, last))),
  )
}

/**
 * Joins runs of pictures without text into albums. Uses only fields that never change, so that an acknowledgement
 * creates no new rows.
 */
function withAlbums(rows: Row[]): Row[] {
  const out: Row[] = []
  for (let at = 0; at < rows.length; ) {
    const run = runFrom(rows, at)
    if (run.length < albumFrom) out.push(rows[at++]!)
    else {
      const [head, tail] = [run[0]!, run.at(-1)!]
      const bubbles = run.map(({ bubble }) => bubble)
      out.push({ ...head, kind: 'album', key: `album:${head.key}`, bubbles, last: tail.last } as Row)
      at += run.length
    }
  }
  return out
}

type BubbleRow = Extract<Row, { kind: 'bubble' }>
function runFrom(rows: Row[], start: number): BubbleRow[] {
  const run: BubbleRow[] = []
  for (let at = start; at < rows.length; at++) {
    const row = rows[at]!
    if (row.kind !== 'bubble' || !isBarePicture(row.bubble.peek().message)) break
    const before = run.at(-1)?.bubble.peek().message
    if (before && (row.first || !isSoon(before, row.bubble.peek().message, albumGap))) break
    run.push(row)
  }
  return run
}

const isBarePicture = ({ mediaType, body, detail, quotedMsg, id }: Message) =>
  mediaType === 'image' &&
  id > 0 &&
  quotedMsg === null &&
  !detail?.viewOnce &&
  (body === '' || body === detail?.fileName)

function sameGroup(before: Message, now: Message): boolean {
  return (
    before.fromMe === now.fromMe &&
    before.origin === now.origin &&
    writer(before) === writer(now) &&
    isCard(before) === isCard(now) &&
    isSoon(before, now, groupGap)
  )
}
const isSoon = (before: Message, now: Message, gap: number) =>
  Math.abs(Date.parse(now.createdAt) - Date.parse(before.createdAt)) < gap
/** Agents are identified by id, others by their WhatsApp name. */
const writer = ({ userId, senderName }: Message) => userId ?? senderName
/** Calls are shown as a centred line, not as a bubble. */
const isCard = ({ mediaType }: Message) => mediaType === 'call_log'

/** Index of the row with a message, also within an album; -1 if absent. */
export const rowOf = (rows: readonly Row[], key: string) =>
  rows.findIndex(
    (row) => row.key === key || (row.kind === 'album' && row.bubbles.some((bubble) => bubble.peek().key === key)),
  )

const bubblesOf = (row: Row) => (row.kind === 'bubble' ? [row.bubble] : row.kind === 'album' ? row.bubbles : [])

/** Last bubble, ignoring other rows below it. */
export function newestBubble(rows: readonly Row[]): ReadonlySignal<Bubble> | undefined {
  const row = rows.findLast(({ kind }) => kind === 'bubble' || kind === 'album')
  return row && bubblesOf(row).at(-1)
}

/** Bubbles after the one with the key; empty if it is absent. */
export function bubblesAfter(rows: readonly Row[], key: string | undefined): ReadonlySignal<Bubble>[] {
  const at = key === undefined ? -1 : rowOf(rows, key)
  if (at < 0) return []
  const from = bubblesOf(rows[at]!)
  const within = from.slice(from.findIndex((bubble) => bubble.peek().key === key) + 1)
  return [...within, ...rows.slice(at + 1).flatMap(bubblesOf)]
}
