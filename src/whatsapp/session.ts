import type { BinaryNode, ConnectionState, WAMessage } from '@whiskeysockets/baileys'
import { log } from '../core/log'
import type { Fence } from '../core/nodes/fence'
import { TenantDb } from '../core/storage/tenant'
import { LimitQueries } from './account-limits'
import type { ReceiptNode } from './acks'
import { Attendance } from './attendance'
import type { AuthState } from './auth-state'
import { type BaileysSocket, closeInBackground, onLastEvent, terminate } from './baileys-socket'
import { findTimer } from './chat-timers'
import type { ConnectionRef } from './contract'
import type { Delivery } from './delivery'
import { forgetDevices } from './device-lists'
import { holdUntilStored } from './durable-socket'
import { type Ending, endingOf, leaseLost, overrun, unlinked } from './endings'
import { GroupKeyMemory } from './group-key-memory'
import { Groups } from './groups'
import { RecentHistory } from './history/recent-history'
import { type Events, HostUpdates } from './host-updates'
import type { Inbox } from './inbox'
import { isGroupJid, isMe, type Me, meOf } from './jid'
import type { LidPair } from './lid-queries'
import { MessageAnswers } from './message-answers'
import { Retries } from './retries'
import type { SessionContext } from './session-context'
import { SessionLifetime } from './session-lifetime'
import { SessionWatchdog } from './session-watchdog'
import { socketConfig } from './socket-config'
import { StanzaIntake } from './stanza-intake'
import type { PauseIfDue } from './turns'

interface SessionParts {
  context: SessionContext
  connection: ConnectionRef
  /** Absent where one process has all sessions. */
  fence: Fence | undefined
  /** Begins the keys of the connection's entries in caches that outlive the socket. */
  cachePrefix: string
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

  constructor(private readonly parts: SessionParts) {
    const { context, connection, auth, cachePrefix: prefix } = parts
    const { caches, host, timing } = context
    this.watchdog = new SessionWatchdog({
      lifetime: this.lifetime,
      timing,
      isLinked: auth.isLinked,
      end: (ending) => this.end(ending),
    })
    this.answers = new MessageAnswers((updates) => host.onAcks(connection, updates), timing.answer)
    this.updates = new HostUpdates(parts)
    this.groupKeyMemory = new GroupKeyMemory(auth.keys)
    this.groups = new Groups(caches.groups, prefix, (jid) => this.sock.groupMetadata(jid))
    this.history = new RecentHistory({ context, connection, lifetime: this.lifetime, sock: () => this.sock })
    this.sock = this.createSocket()
    const isReceiving = (waId: string) => this.stanzas?.isReceiving(waId) ?? false
    this.retries = new Retries(this.sock.messageRetryManager, caches.messageRetries.scoped(prefix), isReceiving)
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
    const config = socketConfig({ ...this.parts, ...wiring, keys: this.groupKeyMemory.keys }, this.groups)
    return this.parts.context.baileys.makeWASocket(config) as BaileysSocket
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
    const { inbox, auth, pauseIfDue, context } = this.parts
    holdUntilStored(
      sock.ws,
      () => auth.storing,
      () => this.maySend(),
    )
    this.stanzas = new StanzaIntake({
      sock,
      whatsappId: this.parts.connection.whatsappId,
      refuse: (node) => this.refuseHeld(node),
      pauseIfDue,
      onOverflow: () => this.end(overrun),
      storeReceipt: (node) => this.storeReceipt(node),
      lookUp: auth.lookUp,
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
        log.error({ err, ...this.parts.connection }, 'an event of WhatsApp was not handled')
      }
    })
  }

  /** Ends the session, without a further frame, once another node may run it. */
  private maySend(): boolean {
    if (this.parts.fence?.isValid !== false) return true
    this.kill(leaseLost)
    return false
  }

  /**
   * Refuses a message during which the process stood still, so that WhatsApp does not send it again; a placeholder is
   * stored in its place. Returns false for any other message.
   */
  private refuseHeld(node: BinaryNode): boolean {
    const { context, connection, auth, delivery } = this.parts
    const { baileys, held } = context
    if (!auth.creds.me || !held.has(connection.whatsappId, node.attrs.id ?? '')) return false
    const { id, lid = '' } = auth.creds.me
    const { fullMessage } = baileys.decodeMessageNode({ ...node, content: [] }, id, lid)
    delivery.add([{ message: fullMessage as WAMessage, type: 'notify' }])
    const refusal = baileys.buildAckStanza(node, baileys.NACK_REASONS.ParsingError, id)
    void this.lifetime.during(delivery.idle().then(() => this.sock.sendNode(refusal))).catch(() => {})
    return true
  }

  private handle(events: Events) {
    const upsert = events['messages.upsert']
    if (upsert) {
      this.retries.removeReceived(upsert.messages)
      this.history.add(upsert.messages)
      const typeOf = (message: (typeof upsert.messages)[number]) => this.stanzas?.typeOf(message, upsert) ?? upsert.type
      this.parts.delivery.add(upsert.messages.map((message) => ({ message, type: typeOf(message) })))
    }
    if (events['connection.update']) this.onConnection(events['connection.update'])
    for (const { id } of events['groups.update'] ?? []) this.groups.forget(id)
    this.groups.forget(events['group-participants.update']?.id)
    this.updates.handle(events)
  }

  /** Resolves when the receipt is stored; never settles after the end of the session. */
  private storeReceipt(node: ReceiptNode): Promise<unknown> {
    const me = meOf(this.parts.auth.creds.me)
    return this.lifetime.during(this.answers.receiveReceipt(node, (jid) => isMe(jid, me))).catch(never)
  }

  private onConnection({ connection, qr, lastDisconnect }: Partial<ConnectionState>) {
    // Baileys reports `open` for any `<success>`, also for the answer to a registration.
    if (connection === 'open' && !this.parts.auth.isLinked) return this.end(unlinked)
    if (qr || connection === 'open') this.watchdog.recordProgress()
    if (qr) this.parts.onQr(qr)
    if (connection === 'open') this.onOpen()
    if (connection === 'close') this.end(endingOf(lastDisconnect?.error))
  }

  private onOpen() {
    this.isOpen = true
    this.parts.onOpen(meOf(this.parts.auth.creds.me))
    this.limitQueries.start()
  }

  /** Number of received messages that wait to be decrypted. */
  get undecrypted(): number {
    return this.stanzas?.waitingMessages ?? 0
  }

  /** As `forgetDevices` of device-lists.ts. */
  forgetDevices(jid: string): Promise<void> {
    const { context, cachePrefix } = this.parts
    return forgetDevices(context.caches.userDevices.of(cachePrefix), this.groups, jid)
  }

  /** Returns the seconds after which messages of a chat disappear, 0 for never. */
  async timerOf(jid: string): Promise<number> {
    const { context, connection, auth } = this.parts
    const db = TenantDb.of(context.store, connection.companyId)
    const stored = await findTimer(db, connection.whatsappId, jid, auth.lookUp)
    return stored ?? (isGroupJid(jid) ? (await this.groups.get(jid))?.ephemeralDuration : 0) ?? 0
  }

  /** Shows WhatsApp that an agent is at work in these chats. */
  attend(jids: Iterable<string>) {
    if (!this.lifetime.hasEnded) this.attendance.show(jids)
  }

  /** Ends the session and reports it; the socket closes in the background. */
  end(ending: Ending) {
    if (this.lifetime.hasEnded) return
    this.dispose()
    this.parts.onEnd(ending)
  }

  /** Terminates the connection at once, so that no further byte leaves, and ends the session. */
  kill(ending: Ending) {
    terminate(this.sock)
    this.end(ending)
  }

  /** Terminates the connection at once, without a report. */
  cut() {
    terminate(this.sock)
    this.dispose()
  }

  /** Closes the socket without a report. */
  dispose() {
    if (this.lifetime.hasEnded) return
    this.isOpen = false
    this.lifetime.end()
    this.parts.auth.freeze()
    this.stanzas?.end()
    closeInBackground(this.sock, this.parts.context.timing.end)
  }
}
