import { EventEmitter } from 'node:events'
import { children, type Stanza } from './stanza'

/** Stanza sent by a device to the server. */
export interface StanzaRecord {
  /** Milliseconds since the epoch. */
  at: number
  number: string
  device: number
  tag: string
  id: string
  to?: string
  type?: string
  /** Acks only: class of the acknowledged stanza, and the error code of a refusal. */
  class?: string
  error?: string
  /** Queries only: namespace and tag of the first child, such as `encrypt count`. */
  query?: string
}

export interface ConnectionRecord {
  at: number
  /** Empty before the device is linked. */
  number: string
  device: number
  state: 'connected' | 'pairing' | 'logged-in' | 'online' | 'refused' | 'closed'
}

interface Events {
  stanza: [StanzaRecord]
  connection: [ConnectionRecord]
}

const maxRecords = 100_000

/** Log of stanzas and connections, for assertions in tests. Above 100,000 stanzas the oldest half is deleted. */
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
