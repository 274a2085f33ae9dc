import type { Connection } from './connection'
import { lidJid, pnJid, serverJid } from './jid'
import type { OwnerPhone } from './owner-phone'
import type { Bundle } from './signal-phone'
import { type Stanza, stanza, unixSeconds } from './stanza'

const lowPreKeyCount = 4 // Baileys uploads only below 5

export interface CompanionKeys {
  noise: Buffer
  identity: Buffer
  registrationId: number
  signedPreKey: { id: number; public: Buffer; signature: Buffer }
  preKeys: { id: number; public: Buffer }[]
}

/** A device linked to an owner's phone (the product), with what the server keeps for it. */
export class Companion {
  readonly jid: string
  readonly lid: string
  /** The peer name simulated phones use for their sessions with it. */
  readonly address: string
  connection?: Connection
  /** It has asked for its queue, so stanzas may flow. */
  private online = false
  /** Sent or waiting, until a receipt or an ack settles them. Insertion order is delivery order. */
  private readonly unacknowledged = new Map<string, Stanza>()
  /** Ids whose retry receipt came: the refusal that follows it must not settle the fresh copy. */
  private readonly retried = new Set<string>()
  /** Copies of what was sent, while the server keeps such. */
  private storedCopies: Stanza[] = []
  private reportedPreKeyCount = Number.POSITIVE_INFINITY

  constructor(
    readonly owner: OwnerPhone,
    readonly device: number,
    readonly keys: CompanionKeys,
  ) {
    this.jid = pnJid(owner.number, device)
    this.lid = lidJid(owner.lid, device)
    this.address = `${owner.number}:${device}`
  }

  get unacknowledgedCount() {
    return this.unacknowledged.size
  }

  /** Hands out the bundle once; asks the device for more prekeys when few are left (wire §4.8). */
  takeBundle(): Bundle {
    const { registrationId, identity, signedPreKey, preKeys } = this.keys
    const preKey = preKeys.shift()
    this.owner.network.markChanged()
    if (preKeys.length <= lowPreKeyCount && preKeys.length < this.reportedPreKeyCount) this.requestPreKeys()
    return { registrationId, identity, signedPreKey, preKey }
  }

  addPreKeys(fresh: CompanionKeys['preKeys']) {
    this.keys.preKeys.push(...fresh)
    this.reportedPreKeyCount = Number.POSITIVE_INFINITY
    this.owner.network.markChanged()
  }

  /** Sends a stanza that must not be lost: it stays until `settle`, and is sent again at the next login. */
  deliver(node: Stanza) {
    this.unacknowledged.set(keyOf(node), node)
    if (!this.online) return
    const { faults } = this.owner.network
    if (faults.isStoringCopies) this.storedCopies.push(node)
    for (let copies = faults.takeCopyCount(); copies > 0; copies--) this.connection?.send(node)
  }

  /** Sends the kept copies over the line there is now, in an order that the seed decides. */
  resendCopiesShuffled(seed: number) {
    const shuffled = this.storedCopies.map((node, at) => ({ node, place: Bun.hash(`${seed} ${at}`) }))
    this.storedCopies = []
    shuffled.sort((one, other) => (one.place < other.place ? -1 : 1))
    for (const { node } of shuffled) this.connection?.send(node)
  }

  /** Sends what only matters now: typing, presence. */
  sendIfOnline(node: Stanza) {
    if (this.online) this.connection?.send(node)
  }

  acknowledge(tag: string, id: string, type?: string) {
    this.unacknowledged.delete(`${tag} ${id} ${tag === 'receipt' ? (type ?? '') : ''}`)
  }

  /** A retry receipt asks for a fresh copy of the message. */
  expectRetry(id: string) {
    this.acknowledge('message', id)
    this.retried.add(id)
  }

  /** A refusal of a message (`<ack class=message error>`): final, unless it belongs to a retry. */
  handleRefusal(id: string) {
    if (!this.retried.delete(id)) this.acknowledge('message', id)
  }

  /** Everything unsettled, oldest first and marked `offline`, then the count that ends the queue (wire §4.7). */
  goOnline() {
    this.online = true
    let count = 0
    for (const { tag, attrs, content } of this.unacknowledged.values()) {
      count++
      this.connection?.send({ tag, attrs: { ...attrs, offline: String(count) }, content })
    }
    const total = stanza('offline', { count: String(count) })
    this.connection?.send(stanza('ib', { from: serverJid }, [total]))
  }

  handleDisconnect(connection: Connection) {
    if (this.connection !== connection) return
    this.connection = undefined
    this.online = false
  }

  private requestPreKeys() {
    const value = String(this.keys.preKeys.length)
    this.reportedPreKeyCount = this.keys.preKeys.length
    const attributes = { from: serverJid, type: 'encrypt', id: `${this.address}-${Date.now()}`, t: unixSeconds() }
    this.deliver(stanza('notification', attributes, [stanza('count', { value })]))
  }
}

function keyOf({ tag, attrs }: Stanza) {
  return `${tag} ${attrs.id} ${tag === 'receipt' ? (attrs.type ?? '') : ''}`
}
