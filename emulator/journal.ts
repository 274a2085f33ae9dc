import { EventEmitter } from 'node:events'
import { children, type Stanza } from './stanza'

/** One stanza that a linked device sent to the server. */
export interface StanzaRecord {
  /** Milliseconds since the epoch. */
  at: number
  number: string
  device: number
  tag: string
  id: string
  to?: string
  type?: string
  /** Of an ack: what it acknowledges, and the reason of a refusal. */
  class?: string
  error?: string
  /** Of a query: namespace and first child, such as `encrypt count`. */
  query?: string
}

export interface ConnectionRecord {
  at: number
  /** Empty while the device is not yet linked. */
  number: string
  device: number
  state: 'connected' | 'pairing' | 'logged-in' | 'online' | 'refused' | 'closed'
}

interface Events {
  stanza: [StanzaRecord]
  connection: [ConnectionRecord]
}

const maxRecords = 100_000

/** What happened on the wire, for tests to assert. The oldest half goes when 100,000 records are kept. */
export class Journal {
  readonly stanzas: StanzaRecord[] = []
  readonly connections: ConnectionRecord[] = []
  private readonly emitter = new EventEmitter<Events>()

  on<E extends keyof Events>(event: E, listener: (...detail: Events[E]) => void): () => void {
    this.emitter.on(event, listener as never)
    return () => this.emitter.off(event, listener as never)
  }

  recordStanza(number: string, device: number, node: Stanza) {
    const { id = '', to, type, class: acknowledged, error, xmlns } = node.attrs
    const query = xmlns && `${xmlns} ${children(node)[0]?.tag ?? ''}`
    const record = { at: Date.now(), number, device, tag: node.tag, id, to, type, class: acknowledged, error, query }
    if (this.stanzas.push(record) > maxRecords) this.stanzas.splice(0, maxRecords / 2)
    this.emitter.emit('stanza', record)
  }

  recordConnection(record: Omit<ConnectionRecord, 'at'>) {
    const full = { at: Date.now(), ...record }
    this.connections.push(full)
    this.emitter.emit('connection', full)
  }
}
