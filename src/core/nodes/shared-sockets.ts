import type { Hub, Listener } from '../http/hub'
import type { Bus } from './bus'
import type { RemoteChange, SocketFacts } from './remote-sockets'

/** Kinds of items on the bus. */
export const socketKinds = { one: 'socket', gone: 'socketGone', all: 'sockets', request: 'tellSockets' } as const

/** Tells the other processes who is connected here and what is on their screens, and keeps what they tell. */
export class SharedSockets {
  private readonly ids = new Map<Listener, number>()
  private lastId = 0
  private isAsked = false

  constructor(
    private readonly hub: Hub,
    private readonly bus: Pick<Bus, 'send'>,
    /** Called when a socket of another process changed. */
    private readonly onChange: (change: RemoteChange) => void,
  ) {}

  /** Tells a socket that is new or whose screen has changed. */
  tell(listener: Listener) {
    this.bus.send(socketKinds.one, this.factsOf(listener))
  }

  tellGone(listener: Listener) {
    const id = this.ids.get(listener)
    this.ids.delete(listener)
    if (id !== undefined) this.bus.send(socketKinds.gone, id)
  }

  /** Asks the others to tell all their sockets, after a loss and at the start. */
  askAll() {
    this.bus.send(socketKinds.request, null)
  }

  /** Handles an item of another process; false for one of another kind. */
  receive(node: string, kind: string, content: unknown): boolean {
    const { remote } = this.hub
    if (kind === socketKinds.one) this.onChange(remote.set(node, content as SocketFacts))
    else if (kind === socketKinds.gone) this.onChange(remote.remove(node, content as number))
    else if (kind === socketKinds.all) this.replaceAll(node, content as SocketFacts[])
    else if (kind === socketKinds.request) this.tellAllSoon()
    else return false
    return true
  }

  /** Forgets the sockets of a process that has ended. */
  leave(node: string) {
    for (const change of this.hub.remote.clear(node)) this.onChange(change)
  }

  private replaceAll(node: string, all: SocketFacts[]) {
    const before = this.hub.remote.clear(node)
    for (const facts of all) this.onChange(this.hub.remote.set(node, facts))
    for (const change of before) this.onChange(change)
  }

  /** Several requests of one moment get one answer. */
  private tellAllSoon() {
    if (this.isAsked) return
    this.isAsked = true
    setTimeout(() => {
      this.isAsked = false
      this.bus.send(
        socketKinds.all,
        [...this.hub.everyone()].map((listener) => this.factsOf(listener)),
      )
    }, 50).unref()
  }

  private factsOf(listener: Listener): SocketFacts {
    const { companyId, viewer, tokenId, chats = [], flowId = null, focused = false } = listener
    const id = this.ids.get(listener) ?? ++this.lastId
    this.ids.set(listener, id)
    return { id, companyId, viewer, tokenId, chats: [...chats], flowId, focused }
  }
}
