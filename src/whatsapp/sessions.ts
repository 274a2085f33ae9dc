import type { WAMessage } from '@whiskeysockets/baileys'
import { log } from '../core/log'
import type { ParserPool } from '../core/parsers/pool'
import { workMarks } from '../core/process/work-marks'
import type { Secrets } from '../core/secrets'
import type { Store } from '../core/storage/db'
import { AppError } from '../shared/errors'
import { loadBaileys } from './baileys'
import { guardBaileysTransfers } from './baileys-transfers'
import { createCaches } from './caches'
import type { ConnectionRef, Outbound, WhatsApp, WhatsAppHost } from './contract'
import { Gate } from './gate'
import { HeldMessages } from './held-messages'
import { bareJid } from './jid'
import { download } from './media'
import { askNumbers } from './number-queries'
import { usualTiming, type WhatsAppOptions } from './options'
import { toBaileys } from './outbound'
import { fetchPicture } from './picture'
import { isNotFound } from './sending'
import type { Session } from './session'
import type { SharedContext } from './session-context'
import { Supervisor } from './supervisor'
import { MediaGone, type MediaTrust } from './transfer'
import { Turns } from './turns'

export type { WhatsAppOptions } from './options'
export { newMessageId } from './outbound'

/** Timeout in ms for the phone's new upload of a file. */
const reuploadWait = 30_000

/**
 * Sessions of all WhatsApp numbers in this process. Baileys is loaded by the first `start` or `pair`.
 */
export function createWhatsApp(parts: {
  store: Store
  secrets: Secrets
  host: WhatsAppHost
  parsers: Pick<ParserPool, 'run'>
  held?: HeldMessages
  options?: WhatsAppOptions
}): WhatsApp {
  return new Sessions(parts)
}

class Sessions implements WhatsApp {
  private readonly shared: SharedContext
  private readonly supervisors = new Map<number, Supervisor>()

  constructor({
    store,
    secrets,
    host,
    parsers,
    held = new HeldMessages(),
    options = {},
  }: Parameters<typeof createWhatsApp>[0]) {
    const timing = { ...usualTiming, ...options.timing }
    const caches = createCaches()
    const gate = new Gate(timing.handshakes)
    const [turns, historyGate] = [new Turns(), new Gate(1)]
    const load = () => this.load()
    this.shared = { store, secrets, host, held, parsers, options, timing, caches, gate, turns, historyGate, load }
  }

  private get trust(): MediaTrust {
    const { ca, url } = this.shared.options
    return { ca: ca ?? null, anyHost: !!url }
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

  async downloadMedia(connection: ConnectionRef, bytes: Uint8Array, toPath: string, maxBytes: number) {
    const { trust } = this
    const baileys = await this.shared.load()
    const message = baileys.proto.WebMessageInfo.decode(bytes) as WAMessage
    try {
      await workMarks.whileAway(download(baileys, message, toPath, maxBytes, trust))
    } catch (error) {
      if (!(error instanceof MediaGone)) throw error
      await this.reupload(connection, message)
      await download(baileys, message, toPath, maxBytes, trust).catch(unlessGone)
    }
  }

  /** Requests a new upload of the file from the phone, which answers only while it is online. */
  private async reupload(connection: ConnectionRef, message: WAMessage) {
    const late = Bun.sleep(reuploadWait).then(() => Promise.reject(new AppError('ERR_WAPP_DOWNLOAD_MEDIA')))
    const asking = this.network(connection, async ({ sock }) => {
      await sock.refreshMediaConn(false) // without it Baileys assumes WhatsApp's usual media host for the new address
      await sock.updateMediaMessage(message)
    })
    await Promise.race([asking, late]).catch(unlessGone)
  }

  async onWhatsApp(connection: ConnectionRef, numbers: string[]) {
    const baileys = await this.shared.load()
    return this.network(connection, ({ sock }) => askNumbers(baileys, sock, numbers)).catch(refuseRate)
  }

  async downloadPicture(connection: ConnectionRef, jid: string, toPath: string, maxBytes: number): Promise<boolean> {
    const url = await this.network(
      connection,
      ({ sock }) => sock.profilePictureUrl(jid, 'preview', 10_000).catch(() => null), // no picture, or hidden
    )
    if (!url) return false
    await fetchPicture(url, toPath, maxBytes, this.trust).catch(unlessGone)
    return true
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

  private of(connection: ConnectionRef): Supervisor {
    let supervisor = this.supervisors.get(connection.whatsappId)
    if (!supervisor) {
      supervisor = new Supervisor(this.shared, connection)
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

function unlessGone(error: unknown): never {
  throw error instanceof AppError ? error : new AppError('ERR_WAPP_DOWNLOAD_MEDIA')
}
