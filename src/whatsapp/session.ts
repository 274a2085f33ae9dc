import type { EventEmitter } from 'node:events'
import type { BinaryNode, ConnectionState, WAMessage, WASocket } from '@whiskeysockets/baileys'
import { log } from '../core/log'
import { AppError } from '../shared/errors'
import { newChatsOf, reachOutOf } from './account-limits'
import { AckBatches, fromAckNode, fromReceiptNode, type ReceiptNode } from './acks'
import { Attendance } from './attendance'
import type { AuthState } from './auth-state'
import type { AccountLimits, ConnectionRef } from './contract'
import type { Delivery } from './delivery'
import { holdUntilStored } from './durable-socket'
import { type Ending, overrun, tooQuiet, unlinked } from './endings'
import { paceFrames } from './frame-pacing'
import { GroupKeyMemory } from './group-key-memory'
import { Groups } from './groups'
import type { Inbox } from './inbox'
import { intercept } from './intercept'
import { isGroupJid, isMe, type Me, meOf, parseJid } from './jid'
import { LidGate } from './lid-gate'
import type { LidPair } from './lid-queries'
import { MessageIntake } from './message-intake'
import { Retries } from './retries'
import { sendToEveryDevice } from './sending'
import { addressBookOf, callOf, complete, pairOf, presenceOf } from './signals'
import { socketConfig } from './socket-config'
import type { PauseIfDue } from './turns'
import type { World } from './world'

export interface SessionGiven {
  world: World
  connection: ConnectionRef
  auth: AuthState
  inbox: Inbox
  delivery: Delivery
  pauseIfDue: PauseIfDue
  onQr(text: string): void
  onOpen(me: Me): void
  /** Once, and last: nothing comes of this socket any more. */
  onEnd(ending: Ending): void
}

type Events = Parameters<Parameters<WASocket['ev']['process']>[0]>[0]
type Held = NonNullable<Parameters<typeof holdUntilStored>[0]['socket']>
type Sock = WASocket & { ws: { socket?: (Held & { terminate(): void }) | null } }

const never = () => new Promise<never>(() => {})

/** One live socket. It ends exactly once, whoever ends it, and is silent afterwards. */
export class Session {
  readonly sock: Sock
  readonly groups: Groups
  readonly groupKeyMemory: GroupKeyMemory
  isOpen = false
  private ended = false
  private progressed = false
  /** What is still being done, by what ends it when the session ends. */
  private readonly undone = new Set<(error: Error) => void>()
  private lastFrame = performance.now()
  private readonly timers = new Set<ReturnType<typeof setTimeout>>()
  private readonly acks: AckBatches
  /** By message id: who waits for WhatsApp's answer. */
  private readonly unanswered = new Map<string, (isTaken: boolean) => void>()
  private readonly intake: MessageIntake
  private dropFrames: () => void = () => {}
  /** The id of the message Baileys has in hand, if it waited at the server. */
  private queuedId: string | undefined
  private readonly attendance: Attendance
  private readonly retries: Retries
  private readonly calls = new Set<string>()

  constructor(private readonly given: SessionGiven) {
    const { world, connection } = given
    const prefix = `${connection.whatsappId}`
    this.acks = new AckBatches((updates) => world.host.onAcks(connection, updates))
    this.intake = new MessageIntake({ pauseIfDue: given.pauseIfDue, onOverflow: () => this.end(overrun) })
    this.groupKeyMemory = new GroupKeyMemory(given.auth.keys)
    this.groups = new Groups(world.caches.groups, prefix, (jid) => this.sock.groupMetadata(jid))
    const wiring = {
      onLearned: (pair: LidPair) => this.learn(pair),
      renewSession: (jid: string) => this.sock.assertSessions([jid], true),
      forgetDevices: (jid: string) => this.forgetDevices(jid),
      isGivenUp: (waId: string) => this.sock?.messageRetryManager?.hasExceededMaxRetries(waId) ?? false,
    }
    this.sock = world.baileys.makeWASocket(
      socketConfig({ ...given, ...wiring, keys: this.groupKeyMemory.keys }, this.groups),
    ) as Sock
    this.retries = new Retries(this.sock.messageRetryManager, world.caches.messageRetries.scoped(prefix))
    this.attendance = new Attendance(this.sock, (ms, work) => this.after(ms, work))
    this.listenOrEnd()
    this.watch()
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
    const { sock } = this
    const { inbox, auth } = this.given
    holdUntilStored(sock.ws, () => auth.storing)
    this.dropFrames = paceFrames(sock.ws as never, this.given.pauseIfDue)
    this.interceptStanzas()
    inbox.watch(sock.ws as never)
    sock.ws.on('frame', () => {
      this.lastFrame = performance.now()
    })
    sock.ws.on('CB:ack,class:message', ({ attrs }: { attrs: Record<string, string> }) => {
      const update = fromAckNode(attrs)
      if (update && !this.ended)
        void this.acks.add([update]).then(() => this.unanswered.get(update.waId)?.(update.ack >= 0))
    })
    for (const last of ['CB:stream:error', 'CB:failure', 'CB:xmlstreamend', 'unexpected-response', 'error'])
      sock.ws.on(last, () => this.after(this.given.world.timing.closing, () => this.cut()))
    sock.ev.on('creds.update', () => {
      if (!this.ended) void auth.saveCreds()
    })
    sock.ev.process((events) => {
      if (this.ended) return
      try {
        this.handle(events)
      } catch (err) {
        log.error({ err, ...this.given.connection }, 'an event of WhatsApp was not handled')
      }
    })
  }

  private interceptStanzas() {
    const wire = this.sock.ws as unknown as EventEmitter
    const lids = new LidGate((jid) => this.sock.signalRepository.lidMapping.getLIDsForPNs([jid]))
    intercept<BinaryNode>(wire, 'CB:message', (node, pass) =>
      lids.enter(node, () => this.intake.add(() => this.receive(node, pass))),
    )
    // Baileys confirms a receipt, which WhatsApp then forgets; one that is not stored comes again.
    intercept<ReceiptNode>(wire, 'CB:receipt', async (node, pass) => {
      await this.onReceipt(node)
      void pass(node)
    })
  }

  /** Baileys handles what waited at the server in a second queue, which live messages overtake: the mark is taken off. */
  private async receive(node: BinaryNode, pass: (node: BinaryNode) => Promise<unknown>) {
    const { offline, ...attrs } = node.attrs
    this.queuedId = offline === undefined ? undefined : attrs.id
    await pass({ ...node, attrs })
  }

  private handle(events: Events) {
    const upsert = events['messages.upsert']
    if (upsert) this.retries.told(upsert.messages)
    if (upsert)
      this.given.delivery.add(upsert.messages.map((message) => ({ message, type: this.typeOf(message, upsert) })))
    if (events['connection.update']) this.onConnection(events['connection.update'])
    for (const call of events.call ?? []) this.onCall(call)
    const capping = events['message-capping.update']
    if (capping) this.onLimits(newChatsOf(capping))
    for (const { id } of events['groups.update'] ?? []) this.groups.forget(id)
    this.groups.forget(events['group-participants.update']?.id)
    this.handlePeople(events)
  }

  private typeOf({ key }: WAMessage, { type }: NonNullable<Events['messages.upsert']>) {
    return key.id && key.id === this.queuedId ? 'append' : type
  }

  /** Resolves when what the receipt says is stored; never after the end of the session. */
  private onReceipt(node: ReceiptNode): Promise<unknown> {
    const me = meOf(this.given.auth.creds.me)
    return this.during(this.acks.add(fromReceiptNode(node, (jid) => isMe(jid, me)))).catch(never)
  }

  /**
   * Sends, and resolves when WhatsApp's answer to this message is stored: true when WhatsApp has taken it, false when it
   * was refused. @throws ERR_SENDING_WAPP_MSG when no answer comes
   */
  async answered(waId: string, send: () => Promise<unknown>): Promise<boolean> {
    const answer = new Promise<boolean>((resolve) => this.unanswered.set(waId, resolve))
    try {
      await sendToEveryDevice(send)
      const late = Bun.sleep(this.given.world.timing.answer).then(() =>
        Promise.reject(new AppError('ERR_SENDING_WAPP_MSG')),
      )
      return await Promise.race([answer, late])
    } finally {
      this.unanswered.delete(waId)
    }
  }

  /** The devices of a person, or of all in a group, are asked for again before the next message. */
  async forgetDevices(jid: string) {
    const { caches } = this.given.world
    const devices = caches.userDevices.of(`${this.whatsappId}`)
    const people = isGroupJid(jid) ? (await this.groups.get(jid))?.participants.map(({ id }) => id) : [jid]
    for (const person of people ?? []) devices.delete(parseJid(person)?.user ?? '')
  }

  get whatsappId() {
    return this.given.connection.whatsappId
  }

  private handlePeople(events: Events) {
    const { world, connection } = this.given
    const presence = events['presence.update']
    if (presence)
      for (const one of presenceOf(presence)) this.safely('onPresence', world.host.onPresence(connection, ...one))
    if (events['lid-mapping.update']) this.learn(events['lid-mapping.update'])
    this.handleAddressBook(events)
  }

  private learn(told: LidPair) {
    const { world, connection } = this.given
    const pair = pairOf(told)
    if (pair) this.safely('onIdentity', world.host.onIdentity(connection, pair))
  }

  /** Names come with the recent history after linking, and one by one as they change on the phone. */
  private handleAddressBook(events: Events) {
    const told = [...(events['messaging-history.set']?.contacts ?? []), ...(events['contacts.upsert'] ?? [])]
    if (told.length === 0) return
    const { world, connection, auth } = this.given
    const remember = async () => {
      const entries = await addressBookOf(told, auth.lookUp)
      if (entries.length > 0) await world.host.onAddressBook(connection, entries)
    }
    this.safely('onAddressBook', remember())
  }

  private onCall(event: Parameters<typeof callOf>[0]) {
    const { world, connection } = this.given
    const call = callOf(event)
    if (!call || this.calls.has(call.callId)) return
    this.calls.add(call.callId)
    const from = complete(call.from, this.given.auth.lookUp)
    this.safely(
      'onCall',
      from.then((from) => world.host.onCall(connection, { ...call, from })),
    )
  }

  private safely(what: string, work: Promise<unknown>) {
    work.catch((err) => log.error({ err, ...this.given.connection }, `${what} failed`))
  }

  private onLimits(limits: AccountLimits | undefined) {
    const { world, connection } = this.given
    if (limits) this.safely('onLimits', world.host.onLimits(connection, limits))
  }

  private onConnection({ connection, qr, lastDisconnect, reachoutTimeLock }: Partial<ConnectionState>) {
    if (reachoutTimeLock) this.onLimits(reachOutOf(reachoutTimeLock))
    // Baileys calls any `<success>` open, also the answer to a registration.
    if (connection === 'open' && !this.given.auth.isLinked) return this.end(unlinked)
    if (qr || connection === 'open') this.progressed = true
    if (qr) this.given.onQr(qr)
    if (connection === 'open') this.opened()
    if (connection === 'close') {
      const error = lastDisconnect?.error as { message?: string; output?: { statusCode?: number } } | undefined
      this.end({ code: error?.output?.statusCode ?? 428, message: error?.message ?? '' })
    }
  }

  private opened() {
    this.isOpen = true
    this.given.onOpen(meOf(this.given.auth.creds.me))
    this.after(this.given.world.timing.limits, () => this.askLimits())
  }

  /** Told by themselves when they change; asked for once, because they may have changed while we were away. */
  private askLimits() {
    const untold = (err: unknown) =>
      log.debug({ err, ...this.given.connection }, 'WhatsApp does not tell what it holds back')
    // The time-lock is told as an event, like one that changes.
    this.sock.fetchAccountReachoutTimelock().catch(untold)
    this.sock
      .fetchNewChatMessageCap()
      .then((info) => this.ended || this.onLimits(newChatsOf(info)))
      .catch(untold)
  }

  /** Ends the session when the network is silent, or when it does not get as far as it should in time. */
  private watch() {
    const { timing } = this.given.world
    const { auth } = this.given
    const expected = auth.isLinked ? timing.openWait : timing.qrWait
    this.after(expected, () => this.progressed || this.end(tooQuiet('no answer in time')))
    const look = () => {
      if (performance.now() - this.lastFrame > timing.silence) this.end(tooQuiet('no frame for too long'))
      else this.after(timing.silence / 8, look)
    }
    look()
  }

  private after(ms: number, work: () => void): ReturnType<typeof setTimeout> | undefined {
    if (this.ended) return undefined
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      if (!this.ended) work()
    }, ms)
    this.timers.add(timer)
    return timer
  }

  /** Cuts the connection under Baileys, which then reports its end with the reason it already knows. */
  private cut() {
    this.sock.ws.socket?.terminate()
  }

  /** Ends it now and tells; the socket is cleared away behind it. */
  end(ending: Ending) {
    if (this.ended) return
    this.dispose()
    this.given.onEnd(ending)
  }

  /** Silences and closes the socket without telling anybody. */
  dispose() {
    if (this.ended) return
    this.ended = true
    this.isOpen = false
    this.given.auth.freeze()
    this.intake.end()
    this.dropFrames()
    for (const giveUp of this.undone) giveUp(new AppError('ERR_WAPP_NOT_INITIALIZED'))
    for (const timer of this.timers) clearTimeout(timer)
    this.timers.clear()
    const { sock } = this
    const cut = setTimeout(() => this.cut(), this.given.world.timing.end)
    Promise.resolve(sock.end(undefined))
      .catch(() => {})
      .finally(() => clearTimeout(cut))
  }

  /** The work, or ERR_WAPP_NOT_INITIALIZED as soon as the session ends: Baileys would leave some of it hanging. */
  async during<T>(work: Promise<T>): Promise<T> {
    const over = Promise.withResolvers<never>()
    // One each, because a promise for the whole life of the session would keep everything that ever raced with it.
    this.undone.add(over.reject)
    if (this.ended) over.reject(new AppError('ERR_WAPP_NOT_INITIALIZED'))
    try {
      return await Promise.race([work, over.promise])
    } finally {
      this.undone.delete(over.reject)
    }
  }

  /** Cuts at once, so that not one more byte leaves. */
  kill(ending: Ending) {
    this.cut()
    this.end(ending)
  }

  /** An agent is at work in these chats. */
  attend(jids: Iterable<string>) {
    if (!this.ended) this.attendance.show(jids)
  }
}
