import type { ReadonlySignal } from '@preact/signals-react'
import type { Message } from '../../../../../src/features/inbox/messages/model'
import type { ThreadLine } from './thread-line'

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
  isPersisted: boolean
}
/** True for a message that waits, or cannot be sent because the server is unreachable. */
export const isWaiting = ({ state }: Sending, isOffline: boolean) =>
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
  | { kind: 'line'; key: string; line: ThreadLine; day: string }
  | { kind: 'bubble'; key: string; bubble: ReadonlySignal<Bubble>; first: boolean; last: boolean; day: string }
  /** Consecutive pictures of one sender without text. */
  | { kind: 'album'; key: string; bubbles: ReadonlySignal<Bubble>[]; first: boolean; last: boolean; day: string }

/** Pause in ms after which the same sender starts a new group. */
const groupGap = 5 * 60 * 1000
/** Minimum number of consecutive pictures for an album, and the longest time between them in ms. */
const minAlbumSize = 3
const albumGap = 60_000

interface RowInput {
  /** Sorted by `compareByArrival`. */
  bubbles: ReadonlySignal<Bubble>[]
  /** Sorted by `compareThreadLines`. */
  lines?: readonly ThreadLine[]
  unreadFrom: string | null
  /** True if the first (or last) message of the ticket is loaded. */
  isWhole: boolean
  isAtEnd?: boolean
}
type Entry = { line: ThreadLine } | { bubble: ReadonlySignal<Bubble>; current: Bubble }

/**
 * Rows of a thread: day chips, boundaries between tickets, the unread line, notes and history at their time, bubbles
 * grouped by sender, albums.
 */
export function toRows(input: RowInput): Row[] {
  const entries = mergeEntries(input)
  const rows: Row[] = input.isWhole && entries.length > 0 ? [{ kind: 'start', key: 'start' }] : []
  let previous: Entry | null = null
  for (const entry of entries) {
    const lines = separatorRows(previous, entry)
    rows.push(...lines)
    if ('line' in entry)
      rows.push({
        kind: 'line',
        key: entry.line.key,
        line: entry.line,
        day: entry.line.day,
      })
    else addBubble(rows, entry, previous, lines.length > 0, entry.current.key === input.unreadFrom)
    previous = entry
  }
  return withAlbums(rows)
}

/** Rows between two entries of different tickets or days. */
function separatorRows(previous: Entry | null, entry: Entry): Row[] {
  const [day, ticketId] = [dayOf(entry), ticketOf(entry)]
  const lines: Row[] = []
  if (previous && ticketOf(previous) !== ticketId)
    lines.push({ kind: 'ticket', key: `ticket:${ticketId}`, ticketId, day })
  if (!previous || dayOf(previous) !== day)
    lines.push({ kind: 'day', key: `day:${keyOf(entry)}`, iso: isoOf(entry), day })
  return lines
}

type BubbleEntry = Extract<Entry, { current: Bubble }>
function addBubble(
  rows: Row[],
  { bubble, current }: BubbleEntry,
  previous: Entry | null,
  isSeparated: boolean,
  isUnread: boolean,
) {
  if (isUnread) rows.push({ kind: 'unread', key: 'unread' })
  const first =
    isSeparated ||
    isUnread ||
    previous === null ||
    'line' in previous ||
    !sameGroup(previous.current.message, current.message)
  const above = rows.at(-1)
  if (!first && above?.kind === 'bubble') above.last = false
  rows.push({ kind: 'bubble', key: current.key, bubble, first, last: true, day: current.day })
}

const ticketOf = (entry: Entry) => ('line' in entry ? entry.line.ticketId : entry.current.message.ticketId)
const dayOf = (entry: Entry) => ('line' in entry ? entry.line.day : entry.current.day)
const keyOf = (entry: Entry) => ('line' in entry ? entry.line.key : entry.current.key)
const isoOf = (entry: Entry) => ('bubble' in entry ? entry.current.message.createdAt : lineTime(entry.line))
const lineTime = (line: ThreadLine) => (line.kind === 'note' ? line.note.createdAt : line.event.at)

/**
 * Inserts notes and history between the messages of their ticket. Those between messages that are not loaded are left
 * out.
 */
function mergeEntries({ bubbles, lines = [], isWhole, isAtEnd = true }: RowInput): Entry[] {
  const entries: Entry[] = []
  const visible = visibleLines(bubbles, lines, isWhole, isAtEnd)
  let at = 0
  for (const bubble of bubbles) {
    const current = bubble.peek()
    // Outgoing messages stay at the bottom.
    const isBefore = (line: ThreadLine) => current.message.id < 0 || precedes(line, current.message)
    while (at < visible.length && isBefore(visible[at]!)) entries.push({ line: visible[at++]! })
    entries.push({ bubble, current })
  }
  return [...entries, ...visible.slice(at).map((line) => ({ line }))]
}

/** An event and an automatic text of one transaction have the same time; the event caused the text. */
const precedes = ({ ticketId, at }: ThreadLine, { ticketId: messageTicketId, createdAt, fromMe }: Message) =>
  ticketId < messageTicketId || (ticketId === messageTicketId && (at < createdAt || (fromMe && at === createdAt)))

function visibleLines(
  bubbles: ReadonlySignal<Bubble>[],
  lines: readonly ThreadLine[],
  isWhole: boolean,
  isAtEnd: boolean,
) {
  const first = bubbles[0]?.peek().message
  const last = bubbles.at(-1)?.peek().message
  return lines.filter(
    (line) => (isWhole || (first && !precedes(line, first))) && (isAtEnd || (last && precedes(line, last))),
  )
}

/**
 * Joins runs of pictures without text into albums. Uses only fields that never change, so that an acknowledgement
 * creates no new rows.
 */
function withAlbums(rows: Row[]): Row[] {
  const out: Row[] = []
  for (let at = 0; at < rows.length; ) {
    const run = pictureRun(rows, at)
    if (run.length < minAlbumSize) out.push(rows[at++]!)
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
function pictureRun(rows: Row[], start: number): BubbleRow[] {
  const run: BubbleRow[] = []
  for (let at = start; at < rows.length; at++) {
    const row = rows[at]!
    if (row.kind !== 'bubble' || !isBarePicture(row.bubble.peek().message)) break
    const previous = run.at(-1)?.bubble.peek().message
    if (previous && (row.first || !isSoon(previous, row.bubble.peek().message, albumGap))) break
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

function sameGroup(previous: Message, now: Message): boolean {
  return (
    previous.fromMe === now.fromMe &&
    previous.origin === now.origin &&
    senderKey(previous) === senderKey(now) &&
    isCall(previous) === isCall(now) &&
    isSoon(previous, now, groupGap)
  )
}
const isSoon = (previous: Message, now: Message, gap: number) =>
  Math.abs(Date.parse(now.createdAt) - Date.parse(previous.createdAt)) < gap
/** Agents are identified by id, others by their WhatsApp name. */
const senderKey = ({ userId, senderName }: Message) => userId ?? senderName
/** Calls are shown as a centred line, not as a bubble. */
const isCall = ({ mediaType }: Message) => mediaType === 'call_log'

/** Index of the row with a message, also within an album; -1 if absent. */
export const rowIndexOf = (rows: readonly Row[], key: string) =>
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
  const at = key === undefined ? -1 : rowIndexOf(rows, key)
  if (at < 0) return []
  const from = bubblesOf(rows[at]!)
  const within = from.slice(from.findIndex((bubble) => bubble.peek().key === key) + 1)
  return [...within, ...rows.slice(at + 1).flatMap(bubblesOf)]
}
