import { Connection } from './connection'
import { type CustomerOptions, CustomerPhone } from './customer-phone'
import type { Faults } from './faults'
import { Group } from './groups'
import { serverIdentity } from './identity'
import type { Journal } from './journal'
import { serveMedia } from './media-server'
import { Network } from './network'
import { OwnerPhone } from './owner-phone'
import { Relay } from './relay'
import { type EmulatorState, restoreNetwork, type StateStore, snapshotNetwork } from './state'

export interface EmulatorOptions {
  /** Default 127.0.0.1. */
  host?: string
  /** 0 (default): any free port. */
  port?: number
  mediaPort?: number
  log?: (line: string) => void
  /** Store for phones, linked devices and keys, which a later start restores. */
  state?: StateStore
  /** Handler of other HTTP requests on the port of the WebSocket; undefined is answered with 404. */
  handle?: (request: Request) => Response | Promise<Response> | undefined
}

/** Running WhatsApp server double with its simulated phones. */
export interface Emulator {
  /** `ws://host:port/ws/chat`, for BALCAO_WHATSAPP_URL. */
  url: string
  /** Public key of the certificate root in hex, for BALCAO_WHATSAPP_ROOT_KEY. */
  rootKey: string
  /** PEM certificate of the media host's authority, for the file named by BALCAO_WHATSAPP_CA. */
  caPem: string
  /** `localhost:port` of the media host. */
  mediaHost: string
  /** Phone that links the product; created on first use. Numbers are digits, such as 5511988887777. */
  owner(number?: string, options?: { name?: string }): OwnerPhone
  /** Customer's phone; created on first use, else changed by the given options. */
  customer(number: string, options?: CustomerOptions): CustomerPhone
  group(subject: string, ...members: (OwnerPhone | CustomerPhone)[]): Group
  faults: Faults
  journal: Journal
  /** Owners and customers by number, groups by JID; for the control API. */
  network: Network
  /** Subscribes to events of the journal; returns a function that unsubscribes. */
  on: Journal['on']
  /** Counts for one owner's number, or for all. */
  stats(number?: string): EmulatorStats
  stop(): Promise<void>
}

interface EmulatorStats {
  connections: number
  owners: number
  customers: number
  /** Stanzas without a receipt or ack of their device. */
  waiting: number
}

const defaultOwner = '5511900000000'

export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { host = '127.0.0.1', port = 0, mediaPort = 0, log = () => undefined, state } = options
  const stored = readState(state)
  const saver = new Saver(() => state?.save(JSON.stringify(snapshotNetwork(network))), state !== undefined)
  const network = new Network(serverIdentity(stored?.server), log, () => saver.scheduleSave())
  if (stored) restoreNetwork(network, stored)
  const media = serveMedia(network, host, mediaPort)
  network.media.host = `localhost:${media.port}`
  const holder: RelayHolder = {}
  const server = startServer(network, holder, options.handle)
  const relay = new Relay(host, port, { hostname: '127.0.0.1', port: server.port ?? 0 })
  holder.relay = relay
  saver.scheduleSave()
  return {
    url: `ws://${host}:${relay.port}/ws/chat`,
    rootKey: network.identity.root.public.toString('hex'),
    caPem: network.identity.authority.certificate,
    mediaHost: network.media.host,
    owner: (number = defaultOwner, { name } = {}) => findOrCreateOwner(network, number, name),
    customer: (number, customerOptions) => findOrCreateCustomer(network, number, customerOptions),
    group: (subject, ...members) => createGroup(network, subject, members),
    network,
    faults: network.faults,
    journal: network.journal,
    on: (event, listener) => network.journal.on(event, listener),
    stats: (number) => statsOf(network, number),
    async stop() {
      saver.flush()
      relay.stop()
      await Promise.all([server.stop(true), media.stop(true)])
    },
  }
}

interface RelayHolder {
  relay?: Relay
}

/** Starts the HTTP and WebSocket server behind the relay. */
function startServer(network: Network, holder: RelayHolder, handle: EmulatorOptions['handle']) {
  return Bun.serve<{ connection: Connection }>({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request, server) {
      if (new URL(request.url).pathname !== '/ws/chat') {
        return (await handle?.(request)) ?? new Response('not found', { status: 404 })
      }
      const { connectionRefusal: refusing } = network.faults
      if (typeof refusing === 'number') return new Response('refused', { status: refusing })
      const line = holder.relay?.linkAt(server.requestIP(request)?.port)
      const upgraded = server.upgrade(request, { data: { connection: new Connection(network, line) } })
      return upgraded ? undefined : new Response('websocket only', { status: 426 })
    },
    websocket: {
      idleTimeout: 0,
      // Bun drops outgoing data above this limit without an error.
      backpressureLimit: 1024 * 1024 * 1024,
      maxPayloadLength: 64 * 1024 * 1024,
      perMessageDeflate: false,
      open(socket) {
        const { connection } = socket.data
        network.connections.add(connection)
        connection.handleOpen(socket)
        if (network.faults.connectionRefusal === 'cut') connection.cut()
      },
      message: (socket, bytes) => socket.data.connection.receive(bytes as Buffer),
      close: (socket) => socket.data.connection.handleClose(),
    },
  })
}

function findOrCreateOwner(network: Network, number: string, name?: string) {
  const existing = network.owners.get(number)
  if (existing) return existing
  return network.addPhone(new OwnerPhone(network, number, name), network.owners)
}

function findOrCreateCustomer(network: Network, number: string, options: CustomerOptions = {}) {
  const existing = network.customers.get(number)
  if (!existing) return network.addPhone(new CustomerPhone(network, number, options), network.customers)
  existing.applyOptions(options)
  return existing
}

function createGroup(network: Network, subject: string, members: (OwnerPhone | CustomerPhone)[]) {
  const jid = `1203630${String(network.groups.size).padStart(11, '0')}@g.us`
  const group = new Group(network, jid, subject, members)
  network.groups.set(jid, group)
  network.markChanged()
  return group
}

function statsOf(network: Network, number?: string): EmulatorStats {
  const owners = [...network.owners.values()].filter((owner) => number === undefined || owner.number === number)
  const companions = owners.flatMap((owner) => [...owner.companions.values()])
  return {
    connections: network.connectionsOf(number).length,
    owners: owners.length,
    customers: network.customers.size,
    waiting: companions.reduce((sum, companion) => sum + companion.unacknowledgedCount, 0),
  }
}

function readState(store?: StateStore): EmulatorState | undefined {
  const text = store?.load()
  return text ? (JSON.parse(text) as EmulatorState) : undefined
}

/** Saves the state 250 ms after a change, so that a burst of changes is saved once. */
class Saver {
  private timer?: ReturnType<typeof setTimeout>

  constructor(
    private readonly save: () => void,
    private readonly enabled: boolean,
  ) {}

  scheduleSave() {
    if (!this.enabled) return
    this.timer ??= setTimeout(() => this.flush(), 250)
  }

  flush() {
    if (!this.enabled) return
    clearTimeout(this.timer)
    this.timer = undefined
    this.save()
  }
}
