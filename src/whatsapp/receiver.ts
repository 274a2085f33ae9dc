import type { WAMessage, WAMessageKey } from '@whiskeysockets/baileys'
import { log } from '../core/log'
import { type Fence, LeaseLost } from '../core/nodes/fence'
import { numberOf, Work, workMarks } from '../core/process/work-marks'
import type { AuthState } from './auth-state'
import { completeInbound } from './complete'
import type { ConnectionRef } from './contract'
import { type Arrived, Delivery } from './delivery'
import { addressesOfSecret } from './encrypted'
import { storageLost } from './endings'
import type { HeldMessages } from './held-messages'
import { type InboundContext, toInbound, toPlaceholder } from './inbound'
import { Inbox } from './inbox'
import { meOf } from './jid'
import { notShown } from './not-shown'
import type { Inbound } from './received'
import type { Session } from './session'
import type { SessionContext, SharedContext } from './session-context'

/** Delay in ms before messages that never arrived are requested from the phone, and how many at once. */
const requestAfterMs = 3_000
const maxRequests = 50
/** Longest wait in ms at the end of the process for messages to be stored. */
const endWaitMs = 5_000

/** Messages left from the last socket that the product does not store. */
export interface Leftovers {
  /** Decrypted messages of the own phone to its devices, for Baileys. */
  peer: WAMessage[]
  /** Messages whose content never came. */
  missing: WAMessageKey[]
}

/** Receives the messages of a connection over all its sockets: inbox, then product, in the order of arrival. */
export class Receiver {
  readonly delivery: Delivery
  private inbox: Inbox | undefined
  /** The message that is read or stored now, for the thread that watches the event loop. */
  private readonly work: Work
  private using: { auth: AuthState; baileys: SessionContext['baileys'] } | undefined

  constructor(
    { host, held, turns }: SharedContext,
    private readonly connection: ConnectionRef,
    private readonly session: () => Session | undefined,
    private readonly fence: Fence | undefined,
  ) {
    this.work = new Work('message', 0, connection.whatsappId)
    this.delivery = new Delivery({
      connection,
      read: (arrived) => this.marked(arrived.message.key.id, () => this.read(arrived, held)),
      store: (batch) => this.marked(batch[0]?.waId, () => this.store(host, batch)),
      isStoredSingly: () => held.isStoredSingly(connection.whatsappId),
      undecrypted: () => this.session()?.undecrypted ?? 0,
      onCaughtUp: () =>
        host.onCaughtUp(connection).catch((err) => log.error({ err, ...connection }, 'answers were not released')),
      isSoleNumber: () => turns.isSoleNumber(),
      done: (ignored, withContent) => {
        this.inbox?.settle(ignored)
        this.inbox?.arrived(withContent)
      },
    })
  }

  /** Prepares a new socket: delivers what the last one left in the inbox. */
  async prepare(context: SessionContext, auth: AuthState) {
    this.using = { auth, baileys: context.baileys }
    const inbox = this.inboxFor(context, auth)
    return { inbox, leftovers: await this.drain(inbox, auth) }
  }

  /** Waits a limited time until received messages are stored. */
  async end() {
    await Promise.race([this.delivery.idle(), Bun.sleep(endWaitMs)])
    this.delivery.end()
    await this.inbox?.flush()
  }

  /** Leaves the messages to the node that runs the session now; it finds them in the inbox. */
  abandon() {
    this.delivery.end()
  }

  private async store(host: SharedContext['host'], batch: Inbound[]) {
    if (this.fence?.isValid === false) throw new LeaseLost(this.connection.whatsappId)
    await host.onInbound(this.connection, batch)
  }

  private inboxFor({ store, baileys, held }: SessionContext, { sealer }: AuthState): Inbox {
    this.inbox ??= new Inbox({
      store,
      sealer,
      connection: this.connection,
      fence: this.fence,
      baileys,
      held,
      onLost: () => this.session()?.kill(storageLost),
      settled: () => this.using?.auth.settled() ?? Promise.resolve(),
      room: () => this.delivery.room(),
      onMissing: (key) => setTimeout(() => this.request([key]), requestAfterMs),
    })
    return this.inbox
  }

  /**
   * Delivers messages that were decrypted but not stored, before any live message. Messages of the own phone to its
   * devices are returned for Baileys, which handles them when the socket is open.
   */
  private async drain(inbox: Inbox, auth: AuthState): Promise<Leftovers> {
    const { me } = auth.creds
    if (!auth.isLinked || !me) return { peer: [], missing: [] }
    await inbox.flush()
    const { messages, missing } = await inbox.waiting(me)
    const waiting = this.delivery.waIds
    const fresh = Object.groupBy(
      messages.filter(({ key }) => !waiting.has(key.id ?? '')),
      ({ category }) => (category === 'peer' ? 'peer' : 'known'),
    )
    this.delivery.add((fresh.known ?? []).map((message) => ({ message, type: 'append' })))
    return { peer: fresh.peer ?? [], missing }
  }

  /** Passes leftovers to Baileys over the open socket. */
  async finish(session: Session, { peer, missing }: Leftovers) {
    setTimeout(() => this.request(missing), requestAfterMs)
    for (const message of peer) {
      await session.lifetime.during(session.sock.upsertMessage(message, 'append')).catch(() => {})
      if (message.key.id) this.inbox?.settle([message.key.id])
    }
  }

  /** Requests messages that cannot be decrypted here from the phone, which answers when it is online. */
  private request(keys: WAMessageKey[]) {
    const session = this.session()
    if (!session?.isOpen) return
    for (const key of keys.slice(0, maxRequests)) {
      const { remoteJid, fromMe, id } = key
      const asked = { remoteJid, fromMe, id, participant: key.participant || undefined }
      session.sock.requestPlaceholderResend(asked).catch(() => {})
    }
  }

  /** Runs the work of a message, or of a batch that begins with it. */
  private marked<R>(waId: string | null | undefined, run: () => Promise<R>): Promise<R> {
    this.work.id = numberOf(waId ?? '')
    return workMarks.part(this.work, run)
  }

  /** As `toInbound`; a message that cannot be read, such as one nested too deep, leaves a placeholder. */
  private convert(message: WAMessage, context: InboundContext): Inbound | null {
    try {
      return toInbound(message, context)
    } catch (err) {
      log.error({ err, ...this.connection, waId: message.key.id }, 'a message was not read')
      return toPlaceholder(message, context, 'unreadable')
    }
  }

  private async read({ message, type }: Arrived, held: HeldMessages): Promise<Inbound | null> {
    if (!this.using) return null
    const { auth, baileys } = this.using
    const encode = (message: WAMessage) => baileys.proto.WebMessageInfo.encode(message).finish()
    const { whatsappId } = this.connection
    const waId = message.key.id ?? ''
    if (held.isDropped(whatsappId, waId)) return null
    const isHeld = held.has(whatsappId, waId)
    const me = meOf(auth.creds.me)
    const addresses = isHeld ? undefined : await addressesOfSecret(message, me, auth.lookUp)
    const context = { me, type, now: Date.now(), encode, decoders: baileys.proto, addresses }
    const inbound = isHeld ? toPlaceholder(message, context) : this.convert(message, context)
    if (!isHeld) notShown.count(message, inbound)
    if (!inbound) return null
    return completeInbound(inbound, auth.lookUp)
  }
}
