import type { Listener } from '../http/hub'
import type { Viewer } from '../scope'
import type { CompanyId } from '../storage/schema'

/** Facts of a socket for other processes: its user, and the tickets and the flow on its screen. */
export interface SocketFacts {
  /** Unique in its process. */
  id: number
  companyId: CompanyId
  viewer: Viewer
  tokenId: number
  chats: number[]
  flowId: number | null
  focused: boolean
}

/** A change of a socket of another process: without `before` it is new, without `after` it has closed. */
export interface RemoteChange {
  before: Listener | undefined
  after: Listener | undefined
}

/** Sockets of the other processes, as they tell them: a copy that may be late by moments. */
export class RemoteSockets {
  private readonly nodes = new Map<string, Map<number, Listener>>()

  /** Adds or replaces a socket. */
  set(node: string, facts: SocketFacts): RemoteChange {
    const sockets = this.nodes.get(node) ?? new Map<number, Listener>()
    this.nodes.set(node, sockets)
    const before = sockets.get(facts.id)
    const after = asListener(facts)
    sockets.set(facts.id, after)
    return { before, after }
  }

  remove(node: string, id: number): RemoteChange {
    const sockets = this.nodes.get(node)
    const before = sockets?.get(id)
    sockets?.delete(id)
    return { before, after: undefined }
  }

  /** Removes all sockets of a process that has ended, or that will tell them all again. */
  clear(node: string): RemoteChange[] {
    const sockets = [...(this.nodes.get(node)?.values() ?? [])]
    this.nodes.delete(node)
    return sockets.map((before) => ({ before, after: undefined }))
  }

  /** Users with a socket in another process. */
  *userIds(): Iterable<number> {
    for (const sockets of this.nodes.values()) for (const { viewer } of sockets.values()) yield viewer.userId
  }

  /** Sockets of one company. */
  *of(companyId: CompanyId): Iterable<Listener> {
    for (const sockets of this.nodes.values())
      for (const listener of sockets.values()) if (listener.companyId === companyId) yield listener
  }
}

/** Frames reach the socket through its own process. */
const asListener = ({ chats, id: _, ...facts }: SocketFacts): Listener => ({
  ...facts,
  chats: new Set(chats),
  send() {},
  close() {},
})
