import type { Entity, Events } from '../../events'
import type { Viewer } from '../scope'
import type { CompanyId } from '../storage/schema'

/** One browser's socket, and who sits at it. The viewer is replaced when the person's rights change. */
export interface Listener {
  readonly companyId: CompanyId
  viewer: Viewer
  /** The login this socket belongs to. */
  tokenId: number
  /** What its socket is subscribed to: `topicOf` the viewer. Without one it is written to by itself. */
  readonly topic?: string
  /** Ids of the tickets on this screen. */
  readonly chats?: ReadonlySet<number>
  /** True while the tab is in front of its person. */
  readonly focused?: boolean
  send(frame: string): unknown
  close(code: number, reason: string): void
}

/** People of equal rights share a topic, because they mostly hear the same. */
export const topicOf = (companyId: CompanyId, { profile, super: above, allTicket, queueIds }: Viewer) =>
  `${companyId}/${profile}/${above}/${allTicket}/${[...queueIds].sort((a, b) => a - b).join()}`

/** Listeners of one topic, and what they hear of one event: all the same, or each their own. */
interface Group<P> {
  heard: P | null
  same: boolean
  members: [listener: Listener, heard: P | null][]
}

/** Rights of a company's listeners are being read; events wait so that none is judged by rights already withdrawn. */
interface Review {
  running: number
  last: Promise<void>
  waiting: (() => void)[]
}

/** Decides, per viewer, what an event shows: the whole payload, a reduced one, or nothing (null). */
type Visibility = { [E in Entity]: (viewer: Viewer, payload: Events[E]) => Events[E] | null }

/** Open sockets by company, and the events published to them. A browser never names a room. */
export class Hub {
  private readonly rooms = new Map<CompanyId, Set<Listener>>()
  private readonly reviews = new Map<CompanyId, Review>()

  constructor(
    private readonly visibility: Visibility,
    private readonly wireName: (companyId: CompanyId, entity: Entity) => string,
  ) {}

  /** Puts a socket among its company's listeners; the answer takes it out again. */
  join(companyId: CompanyId, listener: Listener): () => void {
    const room = this.rooms.get(companyId) ?? new Set()
    this.rooms.set(companyId, room.add(listener))
    return () => {
      room.delete(listener)
      if (room.size === 0) this.rooms.delete(companyId)
    }
  }

  /**
   * Runs `review`, which reads rights and gives listeners their viewer. The company's events wait for its end and keep
   * their order; reviews of one company run one after the other.
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
   * Writes a frame once for all sockets subscribed to a topic; set by whoever listens. The server then joins the frames
   * of one tick into one write per socket, which is most of what telling a thousand browsers costs (measured).
   */
  broadcast: ((topic: string, frame: string) => void) | null = null

  /**
   * Tells everybody who may hear it. That is asked for each person; where all of a topic hear the same it is written
   * once for them, else to each. A payload becomes text once, not once per socket. `among` narrows who is asked at all.
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
    const hear = this.visibility[entity]
    if (among) return tellEach([...room].filter(among), (viewer) => hear(viewer, payload), frameOf)
    for (const [topic, group] of grouped(room, (viewer) => hear(viewer, payload))) this.tell(topic, group, frameOf)
  }

  private tell<P>(topic: string, { heard, same, members }: Group<P>, frameOf: (payload: P) => string) {
    if (!topic || !same || !this.broadcast) {
      for (const [listener, heard] of members) if (heard) listener.send(frameOf(heard))
    } else if (heard) this.broadcast(topic, frameOf(heard))
  }

  /** The sockets with a ticket on screen. */
  looking(companyId: CompanyId, ticketId: number): Listener[] {
    return [...(this.rooms.get(companyId) ?? [])].filter(({ chats }) => chats?.has(ticketId))
  }

  isLooking(companyId: CompanyId, userId: number): boolean {
    return this.listeners(companyId, userId).some(({ focused }) => focused)
  }

  /** The sockets of a company, or of one of its people. */
  listeners(companyId: CompanyId, userId?: number): Listener[] {
    const room = [...(this.rooms.get(companyId) ?? [])]
    return userId === undefined ? room : room.filter(({ viewer }) => viewer.userId === userId)
  }

  *everyone(): Iterable<Listener> {
    for (const room of this.rooms.values()) yield* room
  }
}

function tellEach<P>(listeners: Listener[], hear: (viewer: Viewer) => P | null, frameOf: (payload: P) => string) {
  for (const listener of listeners) {
    const heard = hear(listener.viewer)
    if (heard) listener.send(frameOf(heard))
  }
}

function grouped<P>(room: Iterable<Listener>, hear: (viewer: Viewer) => P | null) {
  const groups = new Map<string, Group<P>>()
  for (const listener of room) {
    const { topic = '' } = listener
    const heard = hear(listener.viewer)
    const group = groups.get(topic)
    if (!group) {
      groups.set(topic, { heard, same: true, members: [[listener, heard]] })
      continue
    }
    group.same &&= group.heard === heard
    group.members.push([listener, heard])
  }
  return groups
}

/** Turns payloads of one event into frames, the same one into the same text. */
function writer(event: string) {
  let last: unknown
  let frame = ''
  return (data: unknown): string => {
    if (data !== last) {
      last = data
      frame = JSON.stringify({ event, data })
    }
    return frame
  }
}
