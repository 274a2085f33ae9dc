import type { Socket, TCPSocketListener } from 'bun'

/**
 * A TCP relay in front of the server: freezing a line has to happen below the websocket, because Bun would go on
 * answering the closing handshake of a client whose network is dead.
 */
export class Relay {
  readonly port: number
  private readonly links = new Map<number, Link>()
  private readonly listener: TCPSocketListener<Link>

  constructor(hostname: string, port: number, target: { hostname: string; port: number }) {
    const links = this.links
    this.listener = Bun.listen<Link>({
      hostname,
      port,
      socket: {
        open(socket) {
          socket.setNoDelay(true)
          socket.data = new Link(socket, target, links)
        },
        data: (socket, bytes) => socket.data.fromClient(bytes),
        drain: (socket) => socket.data.drained(socket),
        close: (socket) => socket.data.clientGone(),
        error: (socket) => socket.data.clientGone(),
      },
    })
    this.port = this.listener.port
  }

  /** The line whose far end has this local port. */
  linkAt(port: number | undefined): Link | undefined {
    return this.links.get(port ?? 0)
  }

  stop() {
    this.listener.stop(true)
    for (const link of this.links.values()) link.cut()
  }
}

/** One client's line: two sockets, joined. */
export class Link {
  private server?: Socket<Link>
  private port = 0
  private frozen = false
  private gone = false
  private readonly waiting = new Map<Socket<Link>, Uint8Array[]>()
  private early: Uint8Array[] = []

  constructor(
    private readonly client: Socket<Link>,
    target: { hostname: string; port: number },
    private readonly links: Map<number, Link>,
  ) {
    Bun.connect<Link>({
      ...target,
      data: this,
      socket: {
        open: (socket) => this.joined(socket),
        data: (_socket, bytes) => this.pass(this.client, bytes),
        drain: (socket) => this.drained(socket),
        close: () => this.serverGone(),
        error: () => this.serverGone(),
      },
    }).catch(() => this.cut())
  }

  fromClient(bytes: Uint8Array) {
    if (this.server) this.pass(this.server, bytes)
    else this.early.push(Buffer.from(bytes))
  }

  /** No byte passes any more, in either direction; neither side notices. */
  freeze() {
    this.frozen = true
    this.client.pause()
    this.server?.pause()
  }

  thaw() {
    this.frozen = false
    this.client.resume()
    this.server?.resume()
    for (const socket of [...this.waiting.keys()]) this.drained(socket)
    if (this.gone) this.cut()
  }

  /** Both ends lose the connection without a goodbye. */
  cut() {
    this.gone = true
    this.links.delete(this.port)
    this.client.terminate()
    this.server?.terminate()
  }

  clientGone() {
    this.gone = true
    this.links.delete(this.port)
    this.server?.end()
  }

  /** The socket takes bytes again: first what waited, then what its other end sends. */
  drained(socket: Socket<Link>) {
    const waiting = this.waiting.get(socket)
    if (!waiting || this.frozen) return
    this.waiting.delete(socket)
    this.pass(socket, Buffer.concat(waiting))
    if (this.waiting.has(socket)) return
    this.otherEnd(socket)?.resume()
    if (this.gone && socket === this.client) this.client.end()
  }

  private joined(socket: Socket<Link>) {
    socket.setNoDelay(true)
    this.server = socket
    this.port = socket.localPort
    this.links.set(this.port, this)
    for (const bytes of this.early) this.pass(socket, bytes)
    this.early = []
    if (this.gone) socket.end()
  }

  private serverGone() {
    this.gone = true
    this.links.delete(this.port)
    if (!this.frozen && !this.waiting.has(this.client)) this.client.end()
  }

  private pass(to: Socket<Link>, bytes: Uint8Array) {
    const waiting = this.waiting.get(to)
    if (waiting) {
      waiting.push(Buffer.from(bytes))
      return
    }
    const written = this.frozen ? 0 : to.write(bytes)
    if (written >= bytes.length) return
    this.waiting.set(to, [Buffer.from(bytes.subarray(Math.max(written, 0)))])
    this.otherEnd(to)?.pause()
  }

  private otherEnd(socket: Socket<Link>) {
    return socket === this.client ? this.server : this.client
  }
}
