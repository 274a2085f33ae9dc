import type { WAMessage } from '@whiskeysockets/baileys'
import { log } from '../core/log'
import type { Fences } from '../core/nodes/fence'
import type { ParserPool } from '../core/parsers/pool'
import { workMarks } from '../core/process/work-marks'
import type { Secrets } from '../core/secrets'
import type { Store } from '../core/storage/db'
import { AppError } from '../shared/errors'
import { loadBaileys } from './baileys'
import { guardBaileysTransfers } from './baileys-transfers'
import { createCaches } from './caches'
import type { ConnectionRef, Outbound, WhatsApp, WhatsAppHost } from './contract'
import { Downloads } from './downloads'
import { Gate } from './gate'
import { HeldMessages } from './held-messages'
import { bareJid } from './jid'
import { askNumbers } from './number-queries'
import { usualTiming, type WhatsAppOptions } from './options'
import { toBaileys } from './outbound'
import { isNotFound } from './sending'
import type { Session } from './session'
import type { SharedContext } from './session-context'
import { Supervisor } from './supervisor'
import { Turns } from './turns'

export type { WhatsAppOptions } from './options'
export { newMessageId } from './outbound'

export interface SessionsGiven {
  store: Store
  secrets: Secrets
  host: WhatsAppHost
  parsers: Pick<ParserPool, 'run'>
  held?: HeldMessages
  options?: WhatsAppOptions
  /** Absent where this process has all sessions. */
  fences?: Fences
}

/**
 * Sessions of all WhatsApp numbers in this process. Baileys is loaded by the first `start` or `pair`.
 */
export const createWhatsApp = (given: SessionsGiven): WhatsApp => new Sessions(given)

/** Sessions that run in this process. */
export class Sessions implements WhatsApp {
  /** Downloads of any connection. */
  readonly downloads: Downloads
  private readonly shared: SharedContext
  private readonly supervisors = new Map<number, Supervisor>()

  constructor({ held = new HeldMessages(), options = {}, ...given }: SessionsGiven) {
    const timing = { ...usualTiming, ...options.timing }
    const caches = createCaches()
    const gate = new Gate(timing.handshakes)
    const [turns, historyGate] = [new Turns(), new Gate(1)]
    const load = () => this.load()
    this.shared = { ...given, held, options, timing, caches, gate, turns, historyGate, load }
    this.downloads = new Downloads(this.shared)
  }

  private async load() {
    const { ca, rootKey } = this.shared.options
    guardBaileysTransfers(ca ?? null)
    return loadBaileys(rootKey)
  }

  async start(connection: ConnectionRef) {
    this.of(connection).start()
  }

  async startFresh(connection: ConnectionRef) {
    await this.of(connection).startFresh()
  }

  pair(connection: ConnectionRef, phoneNumber: string) {
    return this.of(connection).pair(phoneNumber)
  }

  async stop(connection: ConnectionRef) {
    await this.of(connection).stop()
  }

  async logout(connection: ConnectionRef) {
    await this.of(connection).logout()
  }

  async startAll(connections: ConnectionRef[]) {
    for (const connection of connections) this.of(connection).start()
  }

  /** Ends a session without a report, after received messages were stored. */
  async handOver({ whatsappId }: Pick<ConnectionRef, 'whatsappId'>) {
    const supervisor = this.supervisors.get(whatsappId)
    await supervisor?.shutDown()
    if (this.supervisors.get(whatsappId) === supervisor) this.supervisors.delete(whatsappId)
  }

  /** Ends a session at once and without a report: nothing more of it is sent or stored. */
  abandon({ whatsappId }: Pick<ConnectionRef, 'whatsappId'>) {
    this.supervisors.get(whatsappId)?.abandon()
    this.supervisors.delete(whatsappId)
  }

  async stopAll() {
    await Promise.all([...this.supervisors.values()].map((supervisor) => supervisor.shutDown()))
    this.supervisors.clear()
  }

  isOpen(connection: ConnectionRef) {
    return this.supervisors.get(connection.whatsappId)?.session?.isOpen === true
  }

  isBehind({ whatsappId }: Pick<ConnectionRef, 'whatsappId'>) {
    return this.supervisors.get(whatsappId)?.isBehind === true
  }

  /** True while a person may be linking the phone: with another session the code on the screen would not work. */
  isLinking({ whatsappId }: Pick<ConnectionRef, 'whatsappId'>): boolean {
    const status = this.supervisors.get(whatsappId)?.states.now.status
    return status === 'qrcode' || status === 'PAIRING'
  }

  async send(connection: ConnectionRef, message: Outbound): Promise<void> {
    const { proto } = await this.shared.load()
    const { WebMessageInfo } = proto
    const { timing } = this.shared
    const write = async (session: Session) => {
      const { sock } = session
      const timer = await session.timerOf(message.jid)
      const { content, options } = toBaileys(
        message,
        timing.upload,
        (bytes) => WebMessageInfo.decode(bytes) as WAMessage,
        timer,
      )
      const sent = await sock.sendMessage(message.jid, content, options)
      if (!sent) throw new AppError('ERR_SENDING_WAPP_MSG')
      await message.written?.(WebMessageInfo.encode(sent).finish())
    }
    const send = (session: Session) =>
      session.answers
        .send(message.waId, () => write(session))
        .catch(async (error) => {
          if (isNotFound(error)) await session.forgetDevices(message.jid)
          throw error
        })
    await this.network(connection, (session) => this.withGroupKey(session, message.jid, () => send(session))).catch(
      (err) => {
        if (err instanceof AppError) throw err
        log.warn({ err, ...connection, waId: message.waId }, 'a message was not sent')
        throw new AppError('ERR_SENDING_WAPP_MSG')
      },
    )
  }

  /** Records that the devices of a group received our key with a message, once WhatsApp has accepted the message. */
  private async withGroupKey({ groupKeyMemory }: Session, jid: string, send: () => Promise<boolean>) {
    const isAccepted = await send().catch((error) => {
      groupKeyMemory.forget(jid)
      throw error
    })
    if (isAccepted) groupKeyMemory.confirm(jid)
    else groupKeyMemory.forget(jid)
  }

  async markRead(connection: ConnectionRef, keys: { jid: string; waId: string; participant: string | null }[]) {
    const read = keys.map(({ jid, waId, participant }) => ({
      remoteJid: jid,
      id: waId,
      fromMe: false,
      ...(participant ? { participant } : {}),
    }))
    await this.network(connection, async (session) => {
      session.attend(keys.map(({ jid }) => jid))
      await session.sock.readMessages(read)
    })
  }

  async typing(connection: ConnectionRef, jid: string, presence: 'composing' | 'recording' | 'paused') {
    await this.network(connection, async (session) => {
      session.attend([jid])
      await session.sock.sendPresenceUpdate(presence, jid)
    })
  }

  downloadMedia(connection: ConnectionRef, bytes: Uint8Array, toPath: string, maxBytes: number) {
    return this.downloads.media(bytes, toPath, maxBytes, (encoded) => this.requestUpload(connection, encoded))
  }

  /**
   * Asks the phone, which answers only while it is online, to upload the file of an encoded message again; returns the
   * message with the new address.
   */
  async requestUpload(connection: ConnectionRef, bytes: Uint8Array): Promise<Uint8Array> {
    const { proto } = await this.shared.load()
    const message = proto.WebMessageInfo.decode(bytes) as WAMessage
    await this.network(connection, async ({ sock }) => {
      await sock.refreshMediaConn(false) // without it Baileys assumes WhatsApp's usual media host for the new address
      await sock.updateMediaMessage(message)
    })
    return proto.WebMessageInfo.encode(message).finish()
  }

  async onWhatsApp(connection: ConnectionRef, numbers: string[]) {
    const baileys = await this.shared.load()
    return this.network(connection, ({ sock }) => askNumbers(baileys, sock, numbers)).catch(refuseRate)
  }

  async downloadPicture(connection: ConnectionRef, jid: string, toPath: string, maxBytes: number): Promise<boolean> {
    return this.downloads.picture(await this.pictureAddress(connection, jid), toPath, maxBytes)
  }

  /** Address of a profile picture; null when there is none or it is hidden. */
  pictureAddress(connection: ConnectionRef, jid: string): Promise<string | null> {
    const ask = async ({ sock }: Session) => (await sock.profilePictureUrl(jid, 'preview', 10_000)) ?? null
    return this.network(connection, (session) => ask(session).catch(() => null))
  }

  async groupSubject(connection: ConnectionRef, jid: string): Promise<string | null> {
    return this.network(connection, async ({ groups }) => (await groups.get(jid))?.subject ?? null)
  }

  async isGroupAdmin(connection: ConnectionRef, group: string, person: string): Promise<boolean> {
    const metadata = await this.network(connection, ({ groups }) => groups.get(group))
    const member = metadata?.participants.find(({ id, lid, phoneNumber }) =>
      [id, lid, phoneNumber].some((jid) => bareJid(jid) === person),
    )
    return member?.admin != null
  }

  async rejectCall(connection: ConnectionRef, callId: string, jid: string) {
    await this.network(connection, ({ sock }) => sock.rejectCall(callId, jid))
  }

  /** Runs work on an open session. @throws ERR_WAPP_NOT_INITIALIZED without one, or when it ends during the work */
  private async network<T>(connection: ConnectionRef, work: (session: Session) => Promise<T>): Promise<T> {
    const session = this.supervisors.get(connection.whatsappId)?.session
    if (!session?.isOpen) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
    try {
      return await workMarks.whileAway(session.lifetime.during(work(session)))
    } catch (error) {
      const { output } = error as { output?: { statusCode?: number } }
      throw output?.statusCode === 428 ? new AppError('ERR_WAPP_NOT_INITIALIZED') : error
    }
  }

  /** @throws ERR_WAPP_NOT_INITIALIZED while another process runs the session */
  private of(connection: ConnectionRef): Supervisor {
    let supervisor = this.supervisors.get(connection.whatsappId)
    if (!supervisor) {
      const fence = this.shared.fences?.fenceOf(connection.whatsappId)
      if (fence === null) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
      supervisor = new Supervisor(this.shared, connection, fence)
      this.supervisors.set(connection.whatsappId, supervisor)
    }
    return supervisor
  }
}

/** WhatsApp's refusal of too many questions. */
const tooMany = 429

/** @throws ERR_RATE_LIMIT for WhatsApp's refusal of too many questions, else the error */
function refuseRate(error: unknown): never {
  throw (error as { data?: unknown }).data === tooMany ? new AppError('ERR_RATE_LIMIT') : error
}
