import type { Connection } from './connection'
import { lidJid, pnJid, serverJid } from './jid'
import type { OwnerPhone } from './owner-phone'
import type { Bundle } from './signal-phone'
import { type Stanza, stanza, unixSeconds } from './stanza'

const lowPreKeyCount = 4 // Baileys uploads prekeys when fewer than 5 are left

export interface CompanionKeys {
  noise: Buffer
  identity: Buffer
  registrationId: number
  signedPreKey: { id: number; public: Buffer; signature: Buffer }
  preKeys: { id: number; public: Buffer }[]
}

/** Device linked to an owner's phone (the product), with its keys and queue on the server. */
export class Companion {
  readonly jid: string
  readonly lid: string
  /** Name of this device in the Signal sessions of simulated phones. */
  readonly address: string
  connection?: Connection
  /** True once the device has asked for its queue; stanzas are sent only then. */
  private online = false
  /** Stanzas without a receipt or ack, sent or not, in delivery order. */
  private readonly unacknowledged = new Map<string, Stanza>()
  /** Ids with a retry receipt. The refusal that follows it must not remove the resent copy from the queue. */
  private readonly retried = new Set<string>()
  /** Copies of sent stanzas, collected while the fault `keepCopies` is on. */
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

  /** Key bundle with one prekey, which is used up; asks the device for more prekeys when few are left. */
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

  /** Queues a stanza until `acknowledge` and sends it if online; unacknowledged ones are sent at every login. */
  deliver(node: Stanza) {
    this.unacknowledged.set(keyOf(node), node)
    if (!this.online) return
    const { faults } = this.owner.network
    if (faults.isStoringCopies) this.storedCopies.push(node)
    for (let copies = faults.takeCopyCount(); copies > 0; copies--) this.connection?.send(node)
  }

  /** Sends the stored copies over the current connection, in an order given by the seed. */
  resendCopiesShuffled(seed: number) {
    const shuffled = this.storedCopies.map((node, at) => ({ node, place: Bun.hash(`${seed} ${at}`) }))
    this.storedCopies = []
    shuffled.sort((one, other) => (one.place < other.place ? -1 : 1))
    for (const { node } of shuffled) this.connection?.send(node)
  }

  /** Sends a stanza that is not queued for later, such as typing and presence. */
  sendIfOnline(node: Stanza) {
    if (this.online) this.connection?.send(node)
  }

  acknowledge(tag: string, id: string, type?: string) {
    this.unacknowledged.delete(`${tag} ${id} ${tag === 'receipt' ? (type ?? '') : ''}`)
  }

  /** Handles a retry receipt: the message will be encrypted and sent again. */
  expectRetry(id: string) {
    this.acknowledge('message', id)
    this.retried.add(id)
  }

  /** Removes a refused message (`<ack class=message error>`) from the queue, unless a retry receipt came before. */
  handleRefusal(id: string) {
    if (!this.retried.delete(id)) this.acknowledge('message', id)
  }

  /** Sends unacknowledged stanzas, oldest first, as `offline`; then their number, which ends the queue. */
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
