import type { WAMessage, WAMessageKey } from '@whiskeysockets/baileys'
import { log } from '../core/log'
import { AppError } from '../shared/errors'
import { canonicalNumber } from '../shared/phone'
import { AuthState, wipe } from './auth-state'
import type { Baileys } from './baileys'
import type { ConnectionRef, Inbound, SessionState } from './contract'
import { type Arrived, Delivery } from './delivery'
import { type Ending, judge, storageLost, type Verdict } from './endings'
import { toInbound } from './inbound'
import { Inbox } from './inbox'
import { type Me, meOf } from './jid'
import { Session } from './session'
import { complete } from './signals'
import { States } from './states'
import type { Ground, World } from './world'

/** After opening, the phone is left this long (ms) before it is asked for what never came. */
const askAfter = 3_000
const askAtMost = 50

const blank = { qrcode: '', pairingCode: '' } satisfies Partial<SessionState>
const opening = { status: 'OPENING', ...blank } satisfies Partial<SessionState>

/** What was decrypted before the last end and is not for the product to store. */
interface Leftovers {
  peer: WAMessage[]
  missing: WAMessageKey[]
}

/**
 * One connection over all its sockets: at most one is live, an older one's late events mean nothing, and every end
 * has its consequence. All verbs may be called at any time and as often as one likes.
 */
export class Supervisor {
  readonly states: States
  session: Session | undefined
  private plan: 'none' | 'waiting' | 'running' = 'none'
  /** Changes with everything that makes a running attempt pointless. */
  private generation = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private leave: () => void = () => {}
  private baileys: Baileys | undefined
  private inbox: Inbox | undefined
  private auth: AuthState | undefined
  private readonly delivery: Delivery
  private bad = 0
  private restarts = 0
  private readonly qrWaiters = new Set<PromiseWithResolvers<Session>>()

  constructor(
    private readonly ground: Ground,
    private readonly connection: ConnectionRef,
  ) {
    this.states = new States((state) => ground.host.onState(connection, state), connection)
    this.delivery = new Delivery({
      connection,
      read: (arrived) => this.read(arrived),
      store: (batch) => ground.host.onInbound(connection, batch),
      done: (waIds, withContent) => {
        this.inbox?.settle(waIds)
        this.inbox?.arrived(withContent)
      },
    })
  }

  /** Runs unless it already does; what waits for its next try tries now. */
  start() {
    if (this.plan === 'running') return
    this.bad = 0
    this.states.tell({ ...opening, reason: 'restarting' })
    this.begin()
  }

  /** A new link: what was known of the old one is forgotten. */
  async startFresh() {
    await this.forget()
    this.states.tell({ ...opening, reason: 'notStarted', retries: 0, number: null, lid: null })
    this.begin()
  }

  /** The code to type on the phone, for the attempt that shows a QR code or for a new one. */
  async pair(phoneNumber: string): Promise<string> {
    if (this.session?.isOpen) throw new AppError('ERR_WAPP_STATE')
    const session = await this.unlinkedSession()
    const code = await session.during(session.sock.requestPairingCode(phoneNumber.replace(/\D/g, '')))
    this.states.tell({ status: 'PAIRING', reason: 'scanQr', qrcode: '', pairingCode: code })
    return code
  }

  /** Ends the live socket and every plan for another. */
  async stop() {
    this.halt()
    this.states.tell({ status: 'DISCONNECTED', reason: 'stoppedByUser', ...blank, retries: 0 })
    await this.states.told()
  }

  async logout() {
    const session = this.session
    if (session?.isOpen) await Promise.race([session.sock.logout().catch(() => {}), Bun.sleep(this.ground.timing.end)])
    await this.forget()
    const nobody = { number: null, lid: null }
    this.states.tell({ status: 'DISCONNECTED', reason: 'loggedOut', ...blank, retries: 0, ...nobody })
    await this.states.told()
  }

  /** The process ends: nothing is told, and what was received is given the time to be stored. */
  async shutDown() {
    this.halt()
    await Promise.race([this.delivery.idle(), Bun.sleep(5_000)])
    this.delivery.end()
    await this.auth?.settled()
    await this.inbox?.flush()
  }

  private async forget() {
    this.halt()
    await this.auth?.settled()
    await wipe(this.ground.store, this.connection)
  }

  private halt() {
    this.generation++
    this.plan = 'none'
    clearTimeout(this.timer)
    this.session?.dispose()
    this.session = undefined
    this.leave()
    this.disappoint()
  }

  private begin(after = 0) {
    clearTimeout(this.timer)
    const generation = ++this.generation
    this.plan = after > 0 ? 'waiting' : 'running'
    if (after === 0) void this.attempt(generation)
    else this.timer = setTimeout(() => this.begin(), after)
  }

  private async attempt(generation: number) {
    const leave = await this.ground.gate.enter()
    if (generation !== this.generation) return leave()
    this.leave = leave
    try {
      await this.connect(generation)
    } catch (err) {
      log.error({ err, ...this.connection }, 'a session could not be started')
      this.onEnd(generation, storageLost)
    }
  }

  private async connect(generation: number) {
    const { ground, connection } = this
    this.baileys = await ground.load()
    const world: World = { ...ground, baileys: this.baileys }
    await this.auth?.settled()
    let session: Session | undefined
    const auth = await AuthState.open({
      ...world,
      connection,
      cache: world.caches.keys,
      cachePrefix: `${connection.whatsappId}#${generation}`,
      onLost: (error) => {
        log.error({ err: error, ...connection }, 'a key of WhatsApp could not be stored: the session ends')
        session?.kill(storageLost)
      },
    })
    this.auth = auth
    const inbox = this.inboxFor(world)
    const leftovers = await this.drain(inbox, auth)
    if (generation !== this.generation) return
    session = new Session({
      world,
      connection,
      auth,
      inbox,
      delivery: this.delivery,
      onQr: (text) => session && this.onQr(session, text),
      onOpen: (me) => session && this.onOpen(session, me, leftovers),
      onEnd: (ending) => this.onEnd(generation, ending),
    })
    this.session = session
  }

  private inboxFor({ store, secrets, baileys }: World): Inbox {
    this.inbox ??= new Inbox({
      store,
      secrets,
      connection: this.connection,
      baileys,
      onLost: () => this.session?.kill(storageLost),
      settled: () => this.auth?.settled() ?? Promise.resolve(),
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

  private async finish(session: Session, { peer, missing }: Leftovers) {
    setTimeout(() => this.ask(missing), askAfter)
    for (const message of peer) {
      await session.during(session.sock.upsertMessage(message, 'append')).catch(() => {})
      if (message.key.id) this.inbox?.settle([message.key.id])
    }
  }

  /** Asks the phone for messages that cannot be decrypted here; it answers in its own time, when it is online. */
  private ask(keys: WAMessageKey[]) {
    const { session } = this
    if (!session?.isOpen) return
    for (const key of keys.slice(0, askAtMost)) {
      const { remoteJid, fromMe, id } = key
      const asked = { remoteJid, fromMe, id, participant: key.participant || undefined }
      session.sock.requestPlaceholderResend(asked).catch(() => {})
    }
  }

  private read({ message, type }: Arrived): Inbound | null {
    const { auth, baileys } = this
    if (!auth || !baileys) return null
    const encode = (given: WAMessage) => baileys.proto.WebMessageInfo.encode(given).finish()
    const inbound = toInbound(message, { me: meOf(auth.creds.me), type, now: Date.now(), encode })
    if (!inbound) return null
    const chat = complete(inbound.chat, auth.lookUp)
    if (inbound.type !== 'message' || !inbound.participant) return { ...inbound, chat }
    return { ...inbound, chat, participant: complete(inbound.participant, auth.lookUp) }
  }

  private onQr(session: Session, text: string) {
    this.leave()
    for (const waiter of this.qrWaiters) waiter.resolve(session)
    this.qrWaiters.clear()
    const { status, retries } = this.states.now
    if (status === 'PAIRING') return // the code already shown is the one that counts
    const count = status === 'qrcode' ? retries + 1 : 0
    this.states.tell({ status: 'qrcode', reason: 'scanQr', qrcode: text, pairingCode: '', retries: count })
  }

  private onOpen(session: Session, me: Me, leftovers: Leftovers) {
    this.leave()
    this.disappoint()
    this.bad = 0
    this.restarts = 0
    const number = me.pn && canonicalNumber(me.pn)
    this.states.tell({ status: 'CONNECTED', reason: 'notStarted', ...blank, retries: 0, number, lid: me.lid })
    void this.finish(session, leftovers)
  }

  private onEnd(generation: number, ending: Ending) {
    if (generation !== this.generation) return
    this.halt()
    this.bad = ending.code === 500 ? this.bad + 1 : 0
    this.restarts = ending.code === 515 ? this.restarts + 1 : 0
    const verdict = judge(ending, this.bad, this.restarts)
    log.info({ ...this.connection, code: ending.code, why: ending.message, reason: verdict.reason }, 'session ended')
    this.follow(verdict, this.generation).catch((err) => log.error({ err, ...this.connection }, 'keys were not wiped'))
  }

  private async follow({ status, reason, next, wipe: erase }: Verdict, generation: number) {
    const retries = next === 'backOff' ? this.states.now.retries + 1 : 0
    this.states.tell({ status, reason, ...blank, retries, ...(erase ? { number: null, lid: null } : {}) })
    if (next === 'atOnce') return this.begin()
    if (next === 'backOff') return this.begin(this.pause(retries))
    await this.auth?.settled()
    if (erase && generation === this.generation) await wipe(this.ground.store, this.connection)
  }

  /** 2 s doubling to 5 min, each ±30 % so that many do not come back together. */
  private pause(retries: number): number {
    const { backoffMin, backoffMax } = this.ground.timing
    return Math.min(backoffMin * 2 ** Math.min(retries - 1, 20), backoffMax) * (0.7 + Math.random() * 0.6)
  }

  /** A live socket that waits to be linked; a new one, for a new link, when there is none. */
  private async unlinkedSession(): Promise<Session> {
    const { status } = this.states.now
    if (this.session && (status === 'qrcode' || status === 'PAIRING')) return this.session
    if (this.plan !== 'running') await this.startFresh()
    const waiter = Promise.withResolvers<Session>()
    this.qrWaiters.add(waiter)
    return waiter.promise
  }

  private disappoint() {
    for (const waiter of this.qrWaiters) waiter.reject(new AppError('ERR_WAPP_NOT_INITIALIZED'))
    this.qrWaiters.clear()
  }
}
