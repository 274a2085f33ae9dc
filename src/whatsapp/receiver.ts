import type { WAMessage, WAMessageKey } from '@whiskeysockets/baileys'
import { log } from '../core/log'
import type { AuthState } from './auth-state'
import type { ConnectionRef, Inbound } from './contract'
import { type Arrived, Delivery } from './delivery'
import { storageLost } from './endings'
import { toInbound } from './inbound'
import { Inbox } from './inbox'
import { meOf } from './jid'
import type { Session } from './session'
import type { SessionContext, SharedContext } from './session-context'
import { complete } from './signals'

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
  private using: { auth: AuthState; baileys: SessionContext['baileys'] } | undefined

  constructor(
    { host, turns }: SharedContext,
    private readonly connection: ConnectionRef,
    private readonly session: () => Session | undefined,
  ) {
    this.delivery = new Delivery({
      connection,
      read: (arrived) => this.read(arrived),
      store: (batch) => host.onInbound(connection, batch),
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

  private inboxFor({ store, baileys }: SessionContext, { sealer }: AuthState): Inbox {
    this.inbox ??= new Inbox({
      store,
      sealer,
      connection: this.connection,
      baileys,
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

  private async read({ message, type }: Arrived): Promise<Inbound | null> {
    if (!this.using) return null
    const { auth, baileys } = this.using
    const encode = (given: WAMessage) => baileys.proto.WebMessageInfo.encode(given).finish()
    const inbound = toInbound(message, { me: meOf(auth.creds.me), type, now: Date.now(), encode })
    if (!inbound) return null
    const chat = await complete(inbound.chat, auth.lookUp)
    if (inbound.type !== 'message' || !inbound.participant) return { ...inbound, chat }
    return { ...inbound, chat, participant: await complete(inbound.participant, auth.lookUp) }
  }
}
