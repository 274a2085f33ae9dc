import type { ConnectionState } from '@whiskeysockets/baileys'
import { log } from '../core/log'
import { LimitQueries } from './account-limits'
import type { ReceiptNode } from './acks'
import { Attendance } from './attendance'
import type { AuthState } from './auth-state'
import { type BaileysSocket, closeInBackground, onLastEvent, terminate } from './baileys-socket'
import type { ConnectionRef } from './contract'
import type { Delivery } from './delivery'
import { forgetDevices } from './device-lists'
import { holdUntilStored } from './durable-socket'
import { type Ending, endingOf, overrun, unlinked } from './endings'
import { GroupKeyMemory } from './group-key-memory'
import { Groups } from './groups'
import { RecentHistory } from './history/recent-history'
import { type Events, HostUpdates } from './host-updates'
import type { Inbox } from './inbox'
import { isMe, type Me, meOf } from './jid'
import type { LidPair } from './lid-queries'
import { MessageAnswers } from './message-answers'
import { Retries } from './retries'
import type { SessionContext } from './session-context'
import { SessionLifetime } from './session-lifetime'
import { SessionWatchdog } from './session-watchdog'
import { socketConfig } from './socket-config'
import { StanzaIntake } from './stanza-intake'
import type { PauseIfDue } from './turns'

export interface SessionGiven {
  context: SessionContext
  connection: ConnectionRef
  auth: AuthState
  inbox: Inbox
  delivery: Delivery
  pauseIfDue: PauseIfDue
  onQr(text: string): void
  onOpen(me: Me): void
  /** Called once, after which the session calls nothing any more. */
  onEnd(ending: Ending): void
}

const never = () => new Promise<never>(() => {})

/** One live socket. It ends exactly once, by either side, and reports nothing afterwards. */
export class Session {
  readonly sock: BaileysSocket
  readonly groups: Groups
  readonly groupKeyMemory: GroupKeyMemory
  isOpen = false
  readonly lifetime = new SessionLifetime()
  readonly answers: MessageAnswers
  private readonly watchdog: SessionWatchdog
  private readonly updates: HostUpdates
  private readonly limitQueries: LimitQueries
  private readonly attendance: Attendance
  private readonly retries: Retries
  private readonly history: RecentHistory
  private stanzas: StanzaIntake | undefined

  constructor(private readonly given: SessionGiven) {
    const { context, connection, auth } = given
    const { caches, host, timing } = context
    const prefix = `${connection.whatsappId}`
    this.watchdog = new SessionWatchdog({
      lifetime: this.lifetime,
      timing,
      isLinked: auth.isLinked,
      end: (ending) => this.end(ending),
    })
    this.answers = new MessageAnswers((updates) => host.onAcks(connection, updates), timing.answer)
    this.updates = new HostUpdates(given)
    this.groupKeyMemory = new GroupKeyMemory(auth.keys)
    this.groups = new Groups(caches.groups, prefix, (jid) => this.sock.groupMetadata(jid))
    this.history = new RecentHistory({ context, connection, lifetime: this.lifetime, sock: () => this.sock })
    this.sock = this.createSocket()
    this.retries = new Retries(this.sock.messageRetryManager, caches.messageRetries.scoped(prefix))
    this.attendance = new Attendance(this.sock, (ms, work) => this.lifetime.after(ms, work))
    this.limitQueries = new LimitQueries({
      sock: this.sock,
      lifetime: this.lifetime,
      timing,
      connection,
      report: (limits) => this.updates.reportLimits(limits),
    })
    this.listenOrEnd()
    this.watchdog.start()
  }

  private createSocket(): BaileysSocket {
    const wiring = {
      onLearned: (pair: LidPair) => this.updates.reportIdentity(pair),
      renewSession: (jid: string) => this.sock.assertSessions([jid], true),
      forgetDevices: (jid: string) => this.forgetDevices(jid),
      isHistoryCopy: (notification: Parameters<RecentHistory['isCopy']>[0]) => this.history.isCopy(notification),
      isGivenUp: (waId: string) => this.sock?.messageRetryManager?.hasExceededMaxRetries(waId) ?? false,
    }
    const config = socketConfig({ ...this.given, ...wiring, keys: this.groupKeyMemory.keys }, this.groups)
    return this.given.context.baileys.makeWASocket(config) as BaileysSocket
  }

  private listenOrEnd() {
    try {
      this.listen()
    } catch (error) {
      this.dispose()
      throw error
    }
  }

  private listen() {
    const { sock, lifetime } = this
    const { inbox, auth, pauseIfDue, context } = this.given
    holdUntilStored(sock.ws, () => auth.storing)
    this.stanzas = new StanzaIntake({
      sock,
      pauseIfDue,
      onOverflow: () => this.end(overrun),
      storeReceipt: (node) => this.storeReceipt(node),
    })
    inbox.watch(sock.ws as never)
    sock.ws.on('frame', () => this.watchdog.recordFrame())
    sock.ws.on('CB:ack,class:message', ({ attrs }: { attrs: Record<string, string> }) => {
      if (lifetime.hasEnded) return
      this.answers.receiveAck(attrs)
      this.limitQueries.receiveAck(attrs)
    })
    onLastEvent(sock, () => lifetime.after(context.timing.closing, () => terminate(sock)))
    sock.ev.on('creds.update', () => {
      if (!lifetime.hasEnded) void auth.saveCreds()
    })
    sock.ev.process((events) => {
      if (lifetime.hasEnded) return
      try {
        this.handle(events)
      } catch (err) {
        log.error({ err, ...this.given.connection }, 'an event of WhatsApp was not handled')
      }
    })
  }

  private handle(events: Events) {
    const upsert = events['messages.upsert']
    if (upsert) {
      this.retries.removeReceived(upsert.messages)
      this.history.add(upsert.messages)
      const typeOf = (message: (typeof upsert.messages)[number]) => this.stanzas?.typeOf(message, upsert) ?? upsert.type
      this.given.delivery.add(upsert.messages.map((message) => ({ message, type: typeOf(message) })))
    }
    if (events['connection.update']) this.onConnection(events['connection.update'])
    for (const { id } of events['groups.update'] ?? []) this.groups.forget(id)
    this.groups.forget(events['group-participants.update']?.id)
    this.updates.handle(events)
  }

  /** Resolves when the receipt is stored; never settles after the end of the session. */
  private storeReceipt(node: ReceiptNode): Promise<unknown> {
    const me = meOf(this.given.auth.creds.me)
    return this.lifetime.during(this.answers.receiveReceipt(node, (jid) => isMe(jid, me))).catch(never)
  }

  private onConnection({ connection, qr, lastDisconnect }: Partial<ConnectionState>) {
    // Baileys reports `open` for any `<success>`, also for the answer to a registration.
    if (connection === 'open' && !this.given.auth.isLinked) return this.end(unlinked)
    if (qr || connection === 'open') this.watchdog.recordProgress()
    if (qr) this.given.onQr(qr)
    if (connection === 'open') this.onOpen()
    if (connection === 'close') this.end(endingOf(lastDisconnect?.error))
  }

  private onOpen() {
    this.isOpen = true
    this.given.onOpen(meOf(this.given.auth.creds.me))
    this.limitQueries.start()
  }

  /** Number of received messages that wait to be decrypted. */
  get undecrypted(): number {
    return this.stanzas?.waitingMessages ?? 0
  }

  /** As `forgetDevices` of device-lists.ts. */
  forgetDevices(jid: string): Promise<void> {
    const { context, connection } = this.given
    return forgetDevices(context.caches.userDevices.of(`${connection.whatsappId}`), this.groups, jid)
  }

  /** Shows WhatsApp that an agent is at work in these chats. */
  attend(jids: Iterable<string>) {
    if (!this.lifetime.hasEnded) this.attendance.show(jids)
  }

  /** Ends the session and reports it; the socket closes in the background. */
  end(ending: Ending) {
    if (this.lifetime.hasEnded) return
    this.dispose()
    this.given.onEnd(ending)
  }

  /** Terminates the connection at once, so that no further byte leaves, and ends the session. */
  kill(ending: Ending) {
    terminate(this.sock)
    this.end(ending)
  }

  /** Closes the socket without a report. */
  dispose() {
    if (this.lifetime.hasEnded) return
    this.isOpen = false
    this.lifetime.end()
    this.given.auth.freeze()
    this.stanzas?.end()
    closeInBackground(this.sock, this.given.context.timing.end)
  }
}
