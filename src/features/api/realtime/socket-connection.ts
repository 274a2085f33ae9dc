import type { Claims } from '../../../core/http/access-tokens'
import { type Listener, topicOf } from '../../../core/http/hub'
import { requestTurns } from '../../../core/http/request-turns'
import { log } from '../../../core/log'
import { Scope, type Viewer } from '../../../core/scope'
import { ticketStatuses } from '../../../shared/enums'
import { AppError, type ErrorCode } from '../../../shared/errors'
import { parseJson } from '../../../shared/json'
import { can } from '../../../shared/permissions'
import { type Authenticator, socketCloseReason } from '../../accounts/auth/authenticator'
import { getFlow } from '../../automation/flows/read'
import { getTicket } from '../../inbox/tickets/read'

/** The WebSocket of a connection. */
export interface ServerSocket {
  send(frame: string): unknown
  subscribe(topic: string): unknown
  unsubscribe(topic: string): unknown
  close(code: number, reason: string): void
}

/** Callbacks of a connection. */
interface ConnectionCallbacks {
  /** A ticket was opened or closed on this screen. */
  onTicketScreen?(ticketId: number, isOpen: boolean): void
  /** The editor of a flow was opened or closed on this screen. */
  onFlowScreen?(flowId: number, isOpen: boolean): void
  /** Counts a frame at this time (epoch ms). Returns true when the person sends too many over all sockets. */
  countFrame?(now: number): boolean
  /** The tickets, the flow or the focus of this screen have changed. */
  onChange?(): void
  /** The browser reported that its user is active. */
  onActive?(): void
}

/** Frames one socket may send per second. */
const framesPerSecond = 50
/** Maximum number of tickets one connection may subscribe to. */
const maxChats = 50

/**
 * Server side of one WebSocket connection: user, open tickets, expiry. Frames of the browser cannot widen which events
 * it receives: `visibleTo` in src/events.ts decides that from the viewer alone.
 */
export class SocketConnection implements Listener {
  readonly companyId: Claims['companyId']
  readonly tokenId: number
  /** Ids of the tickets on screen. */
  readonly chats = new Set<number>()
  /** Statuses of the ticket lists on screen. */
  readonly lists = new Set<string>()
  /** Flow whose editor is on screen; one at most. */
  flowId: number | null = null
  notified = false
  focused = false
  topic: string
  private currentViewer: Viewer
  private readonly expiryTimer: ReturnType<typeof setTimeout>
  private window = { start: 0, frames: 0 }
  private isClosed = false
  /** Chains the frames, so that they are handled one after the other in order of arrival. */
  private lastFrame = Promise.resolve()

  constructor(
    private readonly auth: Authenticator,
    private readonly wire: ServerSocket,
    { companyId, tokenId, expiresAt }: Claims,
    viewer: Viewer,
    readonly callbacks: ConnectionCallbacks = {},
  ) {
    this.companyId = companyId
    this.tokenId = tokenId
    this.currentViewer = viewer
    this.topic = topicOf(companyId, viewer)
    wire.subscribe(this.topic)
    this.expiryTimer = setTimeout(
      () => this.close(...socketCloseReason('ERR_SESSION_EXPIRED')),
      Math.max(0, expiresAt - Date.now()),
    )
    this.expiryTimer.unref()
  }

  get viewer(): Viewer {
    return this.currentViewer
  }

  /** Sets the user's current rights; the connection moves to the topic of users with the same rights. */
  set viewer(viewer: Viewer) {
    this.currentViewer = viewer
    this.callbacks.onChange?.()
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
  dispose() {
    this.isClosed = true
    clearTimeout(this.expiryTimer)
    for (const ticketId of this.chats) this.hideTicket(ticketId)
    this.hideFlow()
  }

  /** Handles one frame; closes the connection when it is unreadable or above the rate limit. */
  receiveFrame(frame: unknown): Promise<void> {
    if (this.tooFast()) this.close(1008, 'ERR_RATE_LIMIT' satisfies ErrorCode)
    else this.lastFrame = this.lastFrame.then(() => this.handleFrame(readFrame(frame)))
    return this.lastFrame
  }

  private async handleFrame(frame: Frame | null) {
    if (!frame) return this.close(1007, 'ERR_BODY' satisfies ErrorCode)
    try {
      await requestTurns.enter(this.companyId)
      await verbs[frame.event]?.(this, frame.data)
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error }, 'a frame of a browser was not handled')
      const code: ErrorCode = error instanceof AppError ? error.code : 'ERR_INTERNAL_SERVER_ERROR'
      this.send(JSON.stringify({ event: 'refused', data: { event: frame.event, error: code } }))
    }
  }

  /** Opens a ticket on this screen. @throws ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION */
  async showTicket(ticketId: number) {
    await getTicket(Scope.for(this.auth.platform.ports, this.companyId, this.viewer), ticketId)
    if (this.isClosed || this.chats.size >= maxChats || this.chats.has(ticketId)) return
    this.chats.add(ticketId)
    this.callbacks.onChange?.()
    this.callbacks.onTicketScreen?.(ticketId, true)
  }

  hideTicket(ticketId: number) {
    if (!this.chats.delete(ticketId)) return
    if (!this.isClosed) this.callbacks.onChange?.()
    this.callbacks.onTicketScreen?.(ticketId, false)
  }

  /** Opens the editor of a flow on this screen, in place of another one. @throws ERR_NO_FLOW_FOUND, ERR_NO_PERMISSION */
  async showFlow(flowId: number) {
    if (!can(this.viewer, 'flow:edit')) throw new AppError('ERR_NO_PERMISSION')
    await getFlow(Scope.for(this.auth.platform.ports, this.companyId, this.viewer), flowId)
    if (this.isClosed || this.flowId === flowId) return
    this.hideFlow()
    this.flowId = flowId
    this.callbacks.onChange?.()
    this.callbacks.onFlowScreen?.(flowId, true)
  }

  hideFlow() {
    const { flowId } = this
    if (flowId === null) return
    this.flowId = null
    if (!this.isClosed) this.callbacks.onChange?.()
    this.callbacks.onFlowScreen?.(flowId, false)
  }

  private tooFast(): boolean {
    const now = Date.now()
    if (now - this.window.start >= 1000) this.window = { start: now, frames: 0 }
    const isPersonTooFast = this.callbacks.countFrame?.(now) === true
    return ++this.window.frames > framesPerSecond || isPersonTooFast
  }
}

const idOf = (data: unknown, missing: ErrorCode): number => {
  const id = Number(data)
  if (!Number.isSafeInteger(id) || id < 1) throw new AppError(missing)
  return id
}
const statusOf = (data: unknown): string => {
  const status = ticketStatuses.find((each) => each === data)
  if (!status) throw new AppError('ERR_VALIDATION')
  return status
}

/** Frames a browser may send; unknown ones change nothing. */
const verbs: Record<string, (connection: SocketConnection, data: unknown) => void | Promise<void>> = {
  joinChatBox: (connection, data) => connection.showTicket(idOf(data, 'ERR_NO_TICKET_FOUND')),
  leaveChatBox: (connection, data) => connection.hideTicket(Number(data)),
  /** The editor of a flow is on screen. A late leave of an earlier flow changes nothing. */
  joinFlow: (connection, data) => connection.showFlow(idOf(data, 'ERR_NO_FLOW_FOUND')),
  leaveFlow: (connection, data) => {
    if (connection.flowId === Number(data)) connection.hideFlow()
  },
  joinTickets: (connection, data) => void connection.lists.add(statusOf(data)),
  leaveTickets: (connection, data) => void connection.lists.delete(String(data)),
  joinNotification: (connection) => {
    connection.notified = true
  },
  leaveNotification: (connection) => {
    connection.notified = false
  },
  /** Heartbeat: a browser's network stack may take a quarter of an hour to report a dead connection. */
  ping: (connection) => connection.send(JSON.stringify({ event: 'pong', data: null })),
  userStatus: (connection, data) => {
    connection.callbacks.onActive?.()
    const focused = typeof data === 'object' && data !== null && 'focused' in data && data.focused === true
    if (focused === connection.focused) return
    connection.focused = focused
    connection.callbacks.onChange?.()
  },
}

interface Frame {
  event: string
  data: unknown
}

function readFrame(frame: unknown): Frame | null {
  const value = typeof frame === 'string' ? parsed(frame) : frame
  if (typeof value !== 'object' || value === null || !('event' in value) || typeof value.event !== 'string') return null
  return { event: Object.hasOwn(verbs, value.event) ? value.event : '', data: 'data' in value ? value.data : null }
}

function parsed(frame: string): unknown {
  try {
    return parseJson(frame)
  } catch {
    return null
  }
}
