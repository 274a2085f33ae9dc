import { type Entity, type Events, hearing, wireName } from '../events'
import type { CompanyId } from './schema'
import type { Viewer } from './scope'

/** One browser's socket, and who sits at it. The viewer is replaced when the person's rights change. */
export interface Listener {
  readonly companyId: CompanyId
  viewer: Viewer
  /** The login this socket belongs to. */
  tokenId: number
  send(frame: string): unknown
  close(code: number, reason: string): void
}

/** The server decides who hears what; a browser never names a room. */
export class Hub {
  private readonly rooms = new Map<CompanyId, Set<Listener>>()

  /** Puts a socket among its company's listeners; the answer takes it out again. */
  join(companyId: CompanyId, listener: Listener): () => void {
    const room = this.rooms.get(companyId) ?? new Set()
    this.rooms.set(companyId, room.add(listener))
    return () => {
      room.delete(listener)
      if (room.size === 0) this.rooms.delete(companyId)
    }
  }

  /** Tells everybody who may hear it; each distinct payload is written out once, not once per socket. */
  publish<E extends Entity>(companyId: CompanyId, entity: E, payload: Events[E]) {
    const room = this.rooms.get(companyId)
    if (!room) return
    const event = wireName(companyId, entity)
    const hear = hearing[entity]
    let last: Events[E] | null = null
    let frame = ''
    for (const listener of room) {
      const heard = hear(listener.viewer, payload)
      if (!heard) continue
      if (heard !== last) {
        last = heard
        frame = JSON.stringify({ event, data: heard })
      }
      listener.send(frame)
    }
  }

  /** The sockets of one person. */
  of(companyId: CompanyId, userId: number): Listener[] {
    return [...(this.rooms.get(companyId) ?? [])].filter(({ viewer }) => viewer.userId === userId)
  }

  *everyone(): Iterable<Listener> {
    for (const room of this.rooms.values()) yield* room
  }
}
