import type { Claims } from '../../core/http/access-tokens'
import { type Listener, topicOf } from '../../core/http/hub'
import { log } from '../../core/log'
import { Scope, type Viewer } from '../../core/scope'
import { ticketStatuses } from '../../shared/enums'
import { AppError, type ErrorCode } from '../../shared/errors'
import { type Authenticator, socketCloseReason } from '../auth/authenticator'
import { getTicket } from '../tickets/read'

/** The WebSocket of a connection. */
export interface Wire {
  send(frame: string): unknown
  subscribe(topic: string): unknown
  unsubscribe(topic: string): unknown
  close(code: number, reason: string): void
}

/** Callbacks of a connection. */
interface Told {
  /** A ticket was opened or closed on this screen. */
  looked?(ticketId: number, hasCome: boolean): void
  /** The browser reported that its user is active. */
  seen?(): void
}

/** Frames a browser may send per second (reliability.md §2). */
const framesPerSecond = 50
/** Maximum number of tickets one connection may subscribe to. */
const maxChats = 50

/**
 * Server side of one WebSocket connection: user, open tickets, expiry. Frames of the browser cannot widen which events
 * it receives: `visibleTo` in src/events.ts decides that from the viewer alone.
 */
export class Seat implements Listener {
  readonly companyId: Claims['companyId']
  readonly tokenId: number
  /** Ids of the tickets on screen. */
  readonly chats = new Set<number>()
  /** Statuses of the ticket lists on screen. */
  readonly lists = new Set<string>()
  notified = false
  focused = false
  topic: string
  private who: Viewer
  private readonly ending: ReturnType<typeof setTimeout>
  private window = { start: 0, frames: 0 }
  private gone = false
  /** Chains the frames, so that they are handled one after the other in order of arrival. */
  private turn = Promise.resolve()

  constructor(
    private readonly callers: Authenticator,
    private readonly wire: Wire,
    { companyId, tokenId, expiresAt }: Claims,
    viewer: Viewer,
    readonly tells: Told = {},
  ) {
    this.companyId = companyId
    this.tokenId = tokenId
    this.who = viewer
    this.topic = topicOf(companyId, viewer)
    wire.subscribe(this.topic)
    this.ending = setTimeout(
      () => this.close(...socketCloseReason('ERR_SESSION_EXPIRED')),
      Math.max(0, expiresAt - Date.now()),
    )
    this.ending.unref()
  }

  get viewer(): Viewer {
    return this.who
  }

  /** Sets the user's current rights; the connection moves to the topic of users with the same rights. */
  set viewer(viewer: Viewer) {
    this.who = viewer
    const topic = topicOf(this.companyId, viewer)
    if (topic === this.topic) return
    this.wire.unsubscribe(this.topic)
    this.wire.subscribe(topic)
    this.topic = topic
  }

  send(frame: string) {
    this.wire.send(frame)
  }

  close(code: number, reason: string) {
    this.wire.close(code, reason)
  }

  /** Ends the expiry timer and closes the open tickets, after the socket has closed. */
  leave() {
    this.gone = true
    clearTimeout(this.ending)
    for (const ticketId of this.chats) this.lookAway(ticketId)
  }

  /** Handles one frame; closes the connection when it is unreadable or above the rate limit. */
  hear(frame: unknown): Promise<void> {
    if (this.tooFast()) this.close(1008, 'ERR_RATE_LIMIT' satisfies ErrorCode)
    else this.turn = this.turn.then(() => this.answer(readFrame(frame)))
    return this.turn
  }

  private async answer(said: Said | null) {
    if (!said) return this.close(1007, 'ERR_BODY' satisfies ErrorCode)
    try {
      await verbs[said.event]?.(this, said.data)
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error }, 'a frame of a browser was not handled')
      const code: ErrorCode = error instanceof AppError ? error.code : 'ERR_INTERNAL_SERVER_ERROR'
      this.send(JSON.stringify({ event: 'refused', data: { event: said.event, error: code } }))
    }
  }

  /** Opens a ticket on this screen. @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
  async look(ticketId: number) {
    await getTicket(Scope.for(this.callers.platform.ports, this.companyId, this.viewer), ticketId)
    if (this.gone || this.chats.size >= maxChats || this.chats.has(ticketId)) return
    this.chats.add(ticketId)
    this.tells.looked?.(ticketId, true)
  }

  lookAway(ticketId: number) {
    if (this.chats.delete(ticketId)) this.tells.looked?.(ticketId, false)
  }

  private tooFast(): boolean {
    const now = Date.now()
    if (now - this.window.start >= 1000) this.window = { start: now, frames: 0 }
    return ++this.window.frames > framesPerSecond
  }
}

const ticketIdOf = (data: unknown): number => {
  const id = Number(data)
  if (!Number.isSafeInteger(id) || id < 1) throw new AppError('ERR_NO_TICKET_FOUND')
  return id
}
const statusOf = (data: unknown): string => {
  const status = ticketStatuses.find((known) => known === data)
  if (!status) throw new AppError('ERR_VALIDATION')
  return status
}

/** Frames a browser may send (specification §7); unknown ones change nothing. */
const verbs: Record<string, (seat: Seat, data: unknown) => void | Promise<void>> = {
  joinChatBox: (seat, data) => seat.look(ticketIdOf(data)),
  leaveChatBox: (seat, data) => seat.lookAway(Number(data)),
  joinTickets: (seat, data) => void seat.lists.add(statusOf(data)),
  leaveTickets: (seat, data) => void seat.lists.delete(String(data)),
  joinNotification: (seat) => {
    seat.notified = true
  },
  leaveNotification: (seat) => {
    seat.notified = false
  },
  /** Heartbeat of our own: a browser's network stack may take a quarter of an hour to report a dead connection. */
  ping: (seat) => seat.send(JSON.stringify({ event: 'pong', data: null })),
  userStatus: (seat, data) => {
    seat.tells.seen?.()
    seat.focused = typeof data === 'object' && data !== null && 'focused' in data && data.focused === true
  },
}

interface Said {
  event: string
  data: unknown
}

function readFrame(frame: unknown): Said | null {
  const said = typeof frame === 'string' ? parsed(frame) : frame
  if (typeof said !== 'object' || said === null || !('event' in said) || typeof said.event !== 'string') return null
  return { event: Object.hasOwn(verbs, said.event) ? said.event : '', data: 'data' in said ? said.data : null }
}

function parsed(frame: string): unknown {
  try {
    return JSON.parse(frame)
  } catch {
    return null
  }
}
