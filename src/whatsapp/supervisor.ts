import { log } from '../core/log'
import { type Fence, LeaseLost } from '../core/nodes/fence'
import { AppError } from '../shared/errors'
import { canonicalNumber } from '../shared/phone/forms'
import { AuthState } from './auth-state'
import type { ConnectionRef, SessionState } from './contract'
import { type Ending, isBad, judge, storageLost, unreadable, type Verdict } from './endings'
import type { Me } from './jid'
import { type Leftovers, Receiver } from './receiver'
import { Session } from './session'
import type { SessionContext, SharedContext } from './session-context'
import { States } from './states'
import { deleteLink, UnreadableCreds } from './stored-creds'
import type { PauseIfDue } from './turns'

const blank = { qrcode: '', pairingCode: '' } satisfies Partial<SessionState>
const opening = { status: 'OPENING', ...blank } satisfies Partial<SessionState>

/**
 * One connection over all its sockets. At most one socket is live; late events of older ones are ignored, and each
 * ending leads to the next step of its verdict. All methods may be called at any time and repeatedly.
 */
export class Supervisor {
  readonly states: States
  session: Session | undefined
  private plan: 'none' | 'waiting' | 'running' = 'none'
  /** Increased by everything that makes a running attempt obsolete. */
  private generation = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  private leave: () => void = () => {}
  private auth: AuthState | undefined
  private readonly receiver: Receiver
  private bad = 0
  private restarts = 0
  private readonly pauseIfDue: PauseIfDue
  /** Another one for each lease: meanwhile another node may have changed what the caches hold. */
  private readonly cachePrefix: string
  private readonly qrWaiters = new Set<PromiseWithResolvers<Session>>()

  constructor(
    private readonly shared: SharedContext,
    private readonly connection: ConnectionRef,
    /** Absent where one process has all sessions. */
    private readonly fence: Fence | undefined,
  ) {
    this.states = new States((state) => this.reportState(state), connection)
    this.pauseIfDue = shared.turns.forNumber()
    this.receiver = new Receiver(shared, connection, () => this.session, fence)
    this.cachePrefix = fence ? `${connection.whatsappId}.${fence.token}` : `${connection.whatsappId}`
  }

  /** As `WhatsApp.isBehind`. */
  get isBehind(): boolean {
    return this.receiver.delivery.isBehind
  }

  /** Starts unless a session runs; ends the wait for the next attempt. */
  start() {
    if (this.plan === 'running') return
    this.bad = 0
    this.states.update({ ...opening, reason: 'restarting' })
    this.begin()
  }

  /** Starts a new link after the old credentials were deleted. */
  async startFresh() {
    await this.forget()
    this.states.update({ ...opening, reason: 'notStarted', retries: 0, number: null, lid: null })
    this.begin()
  }

  /** Returns the code to type on the phone, from the session that shows a QR code or a new one. */
  async pair(phoneNumber: string): Promise<string> {
    if (this.session?.isOpen) throw new AppError('ERR_WAPP_STATE')
    const session = await this.unlinkedSession()
    const code = await session.lifetime.during(session.sock.requestPairingCode(phoneNumber.replace(/\D/g, '')))
    this.states.update({ status: 'PAIRING', reason: 'scanQr', qrcode: '', pairingCode: code })
    return code
  }

  /** Ends the live socket; no other one is started. */
  async stop() {
    this.halt()
    await this.reportStopped()
  }

  async logout() {
    const session = this.session
    this.generation++ // the end of this socket is not reported
    if (session?.isOpen) await Promise.race([session.sock.logout().catch(() => {}), Bun.sleep(this.shared.timing.end)])
    await this.forget()
    await this.reportStopped({ number: null, lid: null })
  }

  private async reportStopped(identity: Partial<SessionState> = {}) {
    this.states.update({ status: 'DISCONNECTED', reason: 'stoppedByUser', ...blank, retries: 0, ...identity })
    await this.states.reported()
  }

  /** Ends without a report, when the process ends, after received messages were stored. */
  async shutDown() {
    this.halt()
    await this.receiver.end()
    await this.auth?.settled()
  }

  /** Ends at once, without a report: another node may run the session. */
  abandon() {
    this.session?.cut()
    this.halt()
    this.receiver.abandon()
  }

  /** Reports a state unless another node has the session: its state is the one to show. */
  private async reportState(state: SessionState) {
    const { shared, connection, fence } = this
    const isOurs =
      !fence || (await shared.store.write((tx) => fence.check(tx), connection.companyId).then(yes, unlessLost))
    if (isOurs) await shared.host.onState(connection, state)
  }

  private async forget() {
    this.halt()
    await this.auth?.settled()
    await this.deleteLink()
  }

  private deleteLink() {
    const { shared, connection, fence } = this
    return deleteLink({ store: shared.store, connection, fence })
  }

  private halt() {
    this.generation++
    this.plan = 'none'
    clearTimeout(this.timer)
    this.session?.dispose()
    this.session = undefined
    this.leave()
    this.rejectQrWaiters()
  }

  private begin(after = 0) {
    clearTimeout(this.timer)
    const generation = ++this.generation
    this.plan = after > 0 ? 'waiting' : 'running'
    if (after === 0) void this.attempt(generation)
    else this.timer = setTimeout(() => this.begin(), after)
  }

  private async attempt(generation: number) {
    const leave = await this.shared.gate.enter()
    if (generation !== this.generation) return leave()
    this.leave = leave
    try {
      await this.connect(generation)
    } catch (err) {
      log.error({ err, ...this.connection }, 'a session could not be started')
      this.onEnd(generation, err instanceof UnreadableCreds ? unreadable : storageLost)
    }
  }

  private async connect(generation: number) {
    const { shared, connection, fence, cachePrefix } = this
    const context: SessionContext = { ...shared, baileys: await shared.load() }
    await this.auth?.settled()
    let session: Session | undefined
    const auth = await AuthState.open({
      ...context,
      connection,
      fence,
      cache: context.caches.keys,
      pauseIfDue: this.pauseIfDue,
      cachePrefix: `${cachePrefix}#${generation}`,
      onLost: (error) => {
        log.error({ err: error, ...connection }, 'a key of WhatsApp could not be stored: the session ends')
        session?.kill(storageLost)
      },
    })
    this.auth = auth
    const { inbox, leftovers } = await this.receiver.prepare(context, auth)
    if (generation !== this.generation) return
    if (fence?.isValid === false) return this.halt()
    session = new Session({
      context,
      connection,
      fence,
      cachePrefix,
      auth,
      inbox,
      delivery: this.receiver.delivery,
      pauseIfDue: this.pauseIfDue,
      onQr: (text) => session && this.onQr(session, text),
      onOpen: (me) => session && this.onOpen(session, me, leftovers),
      onEnd: (ending) => this.onEnd(generation, ending),
    })
    this.session = session
  }

  private onQr(session: Session, text: string) {
    this.leave()
    for (const waiter of this.qrWaiters) waiter.resolve(session)
    this.qrWaiters.clear()
    const { status, retries } = this.states.now
    if (status === 'PAIRING') return // a pairing code is shown
    const count = status === 'qrcode' ? retries + 1 : 0
    const unlinked = { number: null, lid: null, pairingCode: '' }
    this.states.update({ status: 'qrcode', reason: 'scanQr', qrcode: text, ...unlinked, retries: count })
  }

  private onOpen(session: Session, me: Me, leftovers: Leftovers) {
    this.leave()
    this.rejectQrWaiters()
    this.bad = 0
    this.restarts = 0
    const number = me.pn && canonicalNumber(me.pn)
    log.info(this.connection, 'number connected')
    this.states.update({ status: 'CONNECTED', reason: null, ...blank, retries: 0, number, lid: me.lid })
    void this.receiver.finish(session, leftovers)
  }

  private onEnd(generation: number, ending: Ending) {
    if (generation !== this.generation) return
    this.halt()
    this.bad = isBad(ending) ? this.bad + 1 : 0
    this.restarts = ending.code === 515 ? this.restarts + 1 : 0
    const verdict = judge(ending, this.bad, this.restarts)
    log.info({ ...this.connection, code: ending.code, why: ending.message, reason: verdict.reason }, 'session ended')
    this.follow(verdict, this.generation).catch((err) => log.error({ err, ...this.connection }, 'keys were not wiped'))
  }

  private async follow({ status, reason, next, wipe: erase }: Verdict, generation: number) {
    const retries = next === 'backOff' ? this.states.now.retries + 1 : 0
    this.states.update({ status, reason, ...blank, retries, ...(erase ? { number: null, lid: null } : {}) })
    if (next === 'atOnce') return this.begin()
    if (next === 'backOff') return this.begin(this.pause(retries))
    await this.auth?.settled()
    if (erase && generation === this.generation) await this.deleteLink()
  }

  /**
   * Reconnect delay before the next attempt, ms: 2 s, doubled up to 40 s, ±30 % so that connections do not all retry at
   * once.
   */
  private pause(retries: number): number {
    const { backoffMin, backoffMax } = this.shared.timing
    return Math.min(backoffMin * 2 ** Math.min(retries - 1, 20), backoffMax) * (0.7 + Math.random() * 0.6)
  }

  /** Returns a session that waits to be linked; starts one if there is none. */
  private async unlinkedSession(): Promise<Session> {
    const { status } = this.states.now
    if (this.session && (status === 'qrcode' || status === 'PAIRING')) return this.session
    if (this.plan !== 'running') await this.startFresh()
    const waiter = Promise.withResolvers<Session>()
    this.qrWaiters.add(waiter)
    return waiter.promise
  }

  private rejectQrWaiters() {
    for (const waiter of this.qrWaiters) waiter.reject(new AppError('ERR_WAPP_NOT_INITIALIZED'))
    this.qrWaiters.clear()
  }
}

const yes = () => true

function unlessLost(error: unknown): false {
  if (error instanceof LeaseLost) return false
  throw error
}
