import type { Claims } from '../../core/http/access-tokens'
import { type Listener, topicOf } from '../../core/http/hub'
import { log } from '../../core/log'
import { Scope, type Viewer } from '../../core/scope'
import { ticketStatuses } from '../../shared/enums'
import { AppError, type ErrorCode } from '../../shared/errors'
import { type Authenticator, socketCloseReason } from '../auth/authenticator'
import { getTicket } from '../tickets/read'

/** The wire under a seat. */
export interface Wire {
  send(frame: string): unknown
  subscribe(topic: string): unknown
  unsubscribe(topic: string): unknown
  close(code: number, reason: string): void
}

/** Who hears of what happens at a seat. */
interface Told {
  /** A ticket has come onto this screen or gone from it. */
  looked?(ticketId: number, hasCome: boolean): void
  /** The person's browser says that it is there. */
  seen?(): void
}

/** Frames a browser may send per second (reliability.md §2). */
const framesPerSecond = 50
/** More conversations than this on screen at once is no screen. */
const maxChats = 50

/**
 * One browser's place: who sits there, what is on their screen, and until when. What a browser says changes nothing of
 * what it hears: `visibleTo` in src/events.ts decides that from the viewer alone.
 */
export class Seat implements Listener {
  readonly companyId: Claims['companyId']
  readonly tokenId: number
  /** Ids of the tickets on screen. */
  readonly chats = new Set<number>()
  /** The list tabs on screen. */
  readonly lists = new Set<string>()
  notified = false
  focused = false
  topic: string
  private who: Viewer
  private readonly ending: ReturnType<typeof setTimeout>
  private window = { start: 0, frames: 0 }
  private gone = false
  /** Frames are answered one after the other, in the order they came. */
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

  /** The person's rights as they are now; the socket moves to the topic of those who share them. */
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

  /** The socket is gone. */
  leave() {
    this.gone = true
    clearTimeout(this.ending)
    for (const ticketId of this.chats) this.lookAway(ticketId)
  }

  /** Takes one frame of the browser; what cannot be read or is too much ends the socket. */
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

  /** Puts a ticket on this screen, if the person may read it. @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
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

/** What a browser may say (specification §7); anything else is not understood and changes nothing. */
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
  /** Ours: how a browser finds out that its line is dead, which its network may not tell it for a quarter of an hour. */
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
