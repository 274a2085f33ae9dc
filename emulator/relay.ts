import type { Socket, TCPSocketListener } from 'bun'

/**
 * TCP relay in front of the server. A frozen network must be simulated below WebSocket, because Bun answers the closing
 * handshake of a client by itself.
 */
export class Relay {
  readonly port: number
  private readonly links = new Map<number, RelayLink>()
  private readonly listener: TCPSocketListener<RelayLink>

  constructor(hostname: string, port: number, target: { hostname: string; port: number }) {
    const links = this.links
    this.listener = Bun.listen<RelayLink>({
      hostname,
      port,
      socket: {
        open(socket) {
          socket.setNoDelay(true)
          socket.data = new RelayLink(socket, target, links)
        },
        data: (socket, bytes) => socket.data.receiveFromClient(bytes),
        drain: (socket) => socket.data.handleDrain(socket),
        close: (socket) => socket.data.handleClientClose(),
        error: (socket) => socket.data.handleClientClose(),
      },
    })
    this.port = this.listener.port
  }

  /** Link whose connection to the server has this local port. */
  linkAt(port: number | undefined): RelayLink | undefined {
    return this.links.get(port ?? 0)
  }

  stop() {
    this.listener.stop(true)
    for (const link of this.links.values()) link.cut()
  }
}

/** Connection of one client through the relay: its socket, and the socket to the server. */
export class RelayLink {
  private server?: Socket<RelayLink>
  private port = 0
  private frozen = false
  private ended = false
  private readonly unsent = new Map<Socket<RelayLink>, Uint8Array[]>()
  private bytesBeforeOpen: Uint8Array[] = []

  constructor(
    private readonly client: Socket<RelayLink>,
    target: { hostname: string; port: number },
    private readonly links: Map<number, RelayLink>,
  ) {
    Bun.connect<RelayLink>({
      ...target,
      data: this,
      socket: {
        open: (socket) => this.handleServerOpen(socket),
        data: (_socket, bytes) => this.forward(this.client, bytes),
        drain: (socket) => this.handleDrain(socket),
        close: () => this.handleServerClose(),
        error: () => this.handleServerClose(),
      },
    }).catch(() => this.cut())
  }

  receiveFromClient(bytes: Uint8Array) {
    if (this.server) this.forward(this.server, bytes)
    else this.bytesBeforeOpen.push(Buffer.from(bytes))
  }

  /** Stops passing bytes in both directions; both sides stay connected. */
  freeze() {
    this.frozen = true
    this.client.pause()
    this.server?.pause()
  }

  thaw() {
    this.frozen = false
    this.client.resume()
    this.server?.resume()
    for (const socket of [...this.unsent.keys()]) this.handleDrain(socket)
    if (this.ended) this.cut()
  }

  /** Terminates both sockets without a closing handshake. */
  cut() {
    this.ended = true
    this.links.delete(this.port)
    this.client.terminate()
    this.server?.terminate()
  }

  handleClientClose() {
    this.ended = true
    this.links.delete(this.port)
    this.server?.end()
  }

  /** Handles a socket that is writable again: sends the unsent bytes, then resumes reading from the opposite socket. */
  handleDrain(socket: Socket<RelayLink>) {
    const waiting = this.unsent.get(socket)
    if (!waiting || this.frozen) return
    this.unsent.delete(socket)
    this.forward(socket, Buffer.concat(waiting))
    if (this.unsent.has(socket)) return
    this.oppositeOf(socket)?.resume()
    if (this.ended && socket === this.client) this.client.end()
  }

  private handleServerOpen(socket: Socket<RelayLink>) {
    socket.setNoDelay(true)
    this.server = socket
    this.port = socket.localPort
    this.links.set(this.port, this)
    for (const bytes of this.bytesBeforeOpen) this.forward(socket, bytes)
    this.bytesBeforeOpen = []
    if (this.ended) socket.end()
  }

  private handleServerClose() {
    this.ended = true
    this.links.delete(this.port)
    if (!this.frozen && !this.unsent.has(this.client)) this.client.end()
  }

  private forward(to: Socket<RelayLink>, bytes: Uint8Array) {
    const waiting = this.unsent.get(to)
    if (waiting) {
      waiting.push(Buffer.from(bytes))
      return
    }
    const written = this.frozen ? 0 : to.write(bytes)
    if (written >= bytes.length) return
    this.unsent.set(to, [Buffer.from(bytes.subarray(Math.max(written, 0)))])
    this.oppositeOf(to)?.pause()
  }

  private oppositeOf(socket: Socket<RelayLink>) {
    return socket === this.client ? this.server : this.client
  }
}
