import type { WAMessage, WAMessageKey } from '@whiskeysockets/baileys'
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

/** After opening, the phone is left this long (ms) before it is asked for what never came. */
const askAfter = 3_000
const askAtMost = 50
const endWait = 5_000

/** What was decrypted before the last end and is not for the product to store. */
export interface Leftovers {
  peer: WAMessage[]
  missing: WAMessageKey[]
}

/** The way in of one connection, over all its sockets: inbox, then the product, in the order things came. */
export class Receiver {
  readonly delivery: Delivery
  private inbox: Inbox | undefined
  private using: { auth: AuthState; baileys: SessionContext['baileys'] } | undefined

  constructor(
    { host }: SharedContext,
    private readonly connection: ConnectionRef,
    private readonly session: () => Session | undefined,
  ) {
    this.delivery = new Delivery({
      connection,
      read: (arrived) => this.read(arrived),
      store: (batch) => host.onInbound(connection, batch),
      done: (waIds, withContent) => {
        this.inbox?.settle(waIds)
        this.inbox?.arrived(withContent)
      },
    })
  }

  /** Before a new socket: what the last one left behind is on its way to the product. */
  async prepare(context: SessionContext, auth: AuthState) {
    this.using = { auth, baileys: context.baileys }
    const inbox = this.inboxFor(context)
    return { inbox, leftovers: await this.drain(inbox, auth) }
  }

  /** Gives what was received the time to be stored. */
  async end() {
    await Promise.race([this.delivery.idle(), Bun.sleep(endWait)])
    this.delivery.end()
    await this.inbox?.flush()
  }

  private inboxFor({ store, secrets, baileys }: SessionContext): Inbox {
    this.inbox ??= new Inbox({
      store,
      secrets,
      connection: this.connection,
      baileys,
      onLost: () => this.session()?.kill(storageLost),
      settled: () => this.using?.auth.settled() ?? Promise.resolve(),
      room: () => this.delivery.room(),
      onMissing: (key) => setTimeout(() => this.ask([key]), askAfter),
    })
    return this.inbox
  }

  /**
   * What was decrypted before the last end but not stored goes to the product first, so that nothing live overtakes
   * it. Traffic from our own phone is for Baileys, once the socket is open.
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

  /** On the open socket: what only Baileys can do with what was left behind. */
  async finish(session: Session, { peer, missing }: Leftovers) {
    setTimeout(() => this.ask(missing), askAfter)
    for (const message of peer) {
      await session.lifetime.during(session.sock.upsertMessage(message, 'append')).catch(() => {})
      if (message.key.id) this.inbox?.settle([message.key.id])
    }
  }

  /** Asks the phone for messages that cannot be decrypted here; it answers in its own time, when it is online. */
  private ask(keys: WAMessageKey[]) {
    const session = this.session()
    if (!session?.isOpen) return
    for (const key of keys.slice(0, askAtMost)) {
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
