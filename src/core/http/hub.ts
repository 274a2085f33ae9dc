import { removeMediaPasses } from '../../shared/media-links'
import type { Entity, Events } from '../events'
import { RemoteSockets } from '../nodes/remote-sockets'
import type { Viewer } from '../scope'
import type { CompanyId } from '../storage/schema'

/** Socket of one browser with its viewer, which is replaced when the person's rights change. */
export interface Listener {
  readonly companyId: CompanyId
  viewer: Viewer
  /** Login of this socket. */
  tokenId: number
  /** Topic of the socket (`topicOf` its viewer); a socket without one is written to individually. */
  readonly topic?: string
  /** Ids of the tickets open on this screen. */
  readonly chats?: ReadonlySet<number>
  /** Id of the flow whose editor is on this screen. */
  readonly flowId?: number | null
  /** True while the tab has the focus. */
  readonly focused?: boolean
  send(frame: string): unknown
  close(code: number, reason: string): void
}

/** Topic shared by viewers with equal rights, who mostly receive the same frames. */
export const topicOf = (companyId: CompanyId, { profile, withheld, super: above, allTicket, queueIds }: Viewer) =>
  `${companyId}/${profile}/${withheld.join('+')}/${above}/${allTicket}/${[...queueIds].sort((a, b) => a - b).join()}`

/** Listeners of one topic with their view of one event: one for all, or one each. */
interface Group<P> {
  view: P | null
  same: boolean
  members: [listener: Listener, view: P | null][]
}

/** Rights of a company's listeners are being read; its events wait, so that none is decided by withdrawn rights. */
interface Review {
  running: number
  last: Promise<void>
  waiting: (() => void)[]
}

/** Decides, per viewer, what an event shows: the whole payload, a reduced one, or nothing (null). */
type Visibility = { [E in Entity]: (viewer: Viewer, payload: Events[E]) => Events[E] | null }

/** Open sockets by company. Publishes each event to the sockets of one company; a browser cannot choose the company. */
export class Hub {
  private readonly rooms = new Map<CompanyId, Set<Listener>>()
  private readonly reviews = new Map<CompanyId, Review>()
  /** Sockets of the other processes of the installation. */
  readonly remote = new RemoteSockets()
  /** Called when a socket is new, has changed or has closed; tells the other processes. */
  announce: ((listener: Listener, isOpen: boolean) => void) | null = null

  constructor(
    private readonly visibility: Visibility,
    private readonly wireName: (companyId: CompanyId, entity: Entity) => string,
  ) {}

  /** Adds a socket to its company's listeners; returns a function that removes it. */
  join(companyId: CompanyId, listener: Listener): () => void {
    const room = this.rooms.get(companyId) ?? new Set()
    this.rooms.set(companyId, room.add(listener))
    this.announce?.(listener, true)
    return () => {
      this.announce?.(listener, false)
      room.delete(listener)
      if (room.size === 0) this.rooms.delete(companyId)
    }
  }

  /**
   * Runs `review`, which reads rights and replaces the viewers of listeners. The company's events wait for its end and
   * keep their order; reviews of one company run one after the other.
   */
  async reviewing(companyId: CompanyId, review: () => Promise<void>): Promise<void> {
    const current = this.reviews.get(companyId) ?? { running: 0, last: Promise.resolve(), waiting: [] }
    this.reviews.set(companyId, current)
    current.running++
    const run = current.last.then(review)
    current.last = run.catch(() => {})
    try {
      await run
    } finally {
      if (--current.running === 0) {
        this.reviews.delete(companyId)
        for (const publish of current.waiting) publish()
      }
    }
  }

  /**
   * Publishes a frame to all sockets of a topic; set by the listening server, which joins the frames of one tick into one
   * write per socket. These writes are most of the cost of an event to a thousand browsers (measured).
   */
  broadcast: ((topic: string, frame: string) => void) | null = null

  /**
   * Publishes an event to all viewers that may see it. Visibility is decided per viewer; a topic whose viewers all see the
   * same gets one frame, else each socket its own. A payload is serialized once. `among` narrows the listeners.
   */
  publish<E extends Entity>(
    companyId: CompanyId,
    entity: E,
    payload: Events[E],
    among?: (listener: Listener) => boolean,
  ) {
    const room = this.rooms.get(companyId)
    if (!room) return
    const review = this.reviews.get(companyId)
    if (review) return void review.waiting.push(() => this.publish(companyId, entity, payload, among))
    const frameOf = writer(this.wireName(companyId, entity))
    const visibleTo = this.visibility[entity]
    if (among) return sendEach([...room].filter(among), (viewer) => visibleTo(viewer, payload), frameOf)
    for (const [topic, group] of grouped(room, (viewer) => visibleTo(viewer, payload)))
      this.sendToGroup(topic, group, frameOf)
  }

  private sendToGroup<P>(topic: string, { view, same, members }: Group<P>, frameOf: (payload: P) => string) {
    if (!topic || !same || !this.broadcast) {
      for (const [listener, view] of members) if (view) listener.send(frameOf(view))
    } else if (view) this.broadcast(topic, frameOf(view))
  }

  /** Sockets that have a ticket on screen, in all processes. */
  looking(companyId: CompanyId, ticketId: number): Listener[] {
    return this.present(companyId).filter(({ chats }) => chats?.has(ticketId))
  }

  isLooking(companyId: CompanyId, userId: number): boolean {
    return this.present(companyId).some(({ viewer, focused }) => focused && viewer.userId === userId)
  }

  /** Sockets of a company in all processes. Frames reach those of this process only. */
  present(companyId: CompanyId): Listener[] {
    return [...(this.rooms.get(companyId) ?? []), ...this.remote.of(companyId)]
  }

  /** Sockets of a company in this process, or of one of its users. */
  listeners(companyId: CompanyId, userId?: number): Listener[] {
    const room = [...(this.rooms.get(companyId) ?? [])]
    return userId === undefined ? room : room.filter(({ viewer }) => viewer.userId === userId)
  }

  *everyone(): Iterable<Listener> {
    for (const room of this.rooms.values()) yield* room
  }
}

function sendEach<P>(listeners: Listener[], visibleTo: (viewer: Viewer) => P | null, frameOf: (payload: P) => string) {
  for (const listener of listeners) {
    const view = visibleTo(listener.viewer)
    if (view) listener.send(frameOf(view))
  }
}

function grouped<P>(room: Iterable<Listener>, visibleTo: (viewer: Viewer) => P | null) {
  const groups = new Map<string, Group<P>>()
  for (const listener of room) {
    const { topic = '' } = listener
    const view = visibleTo(listener.viewer)
    const group = groups.get(topic)
    if (!group) {
      groups.set(topic, { view, same: true, members: [[listener, view]] })
      continue
    }
    group.same &&= group.view === view
    group.members.push([listener, view])
  }
  return groups
}

/** Serializes payloads of one event; the same payload is serialized once. */
function writer(event: string) {
  let last: unknown
  let frame = ''
  return (data: unknown): string => {
    if (data !== last) {
      last = data
      frame = removeMediaPasses(JSON.stringify({ event, data }))
    }
    return frame
  }
}
