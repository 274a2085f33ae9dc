import { AppError } from '../src/shared/errors'
import type { ConnectionRef, Outbound, WhatsApp } from '../src/whatsapp/contract'

/** One call that reached the rim, with its arguments. */
export interface Asked {
  what: keyof WhatsApp
  whatsappId: number | null
  args: unknown[]
}

/**
 * Stands where WhatsApp begins: notes what the product asks of it and answers as told. Everything on our side of it is
 * real. `open` decides which connections are connected; `failWith` makes the next calls fail.
 */
export class WhatsAppRim implements WhatsApp {
  readonly asked: Asked[] = []
  readonly open = new Set<number>()
  /** Thrown by every call that reaches the network, while set. */
  failWith: Error | null = null
  /** Numbers WhatsApp does not know. */
  readonly unknown = new Set<string>()
  /** What `downloadMedia` writes. */
  file: Uint8Array = new Uint8Array([1, 2, 3])
  /** What everybody shows as their picture. */
  picture: Uint8Array | null = null

  /** The messages that left, in order. */
  get sent(): Outbound[] {
    return this.asked.filter(({ what }) => what === 'send').map(({ args }) => args[0] as Outbound)
  }

  async start(connection: ConnectionRef) {
    this.note('start', connection)
  }
  async startFresh(connection: ConnectionRef) {
    this.note('startFresh', connection)
  }
  async pair(connection: ConnectionRef, phoneNumber: string) {
    this.note('pair', connection, phoneNumber)
    return 'ABCD1234'
  }
  async stop(connection: ConnectionRef) {
    this.note('stop', connection)
    this.open.delete(connection.whatsappId)
  }
  async logout(connection: ConnectionRef) {
    this.note('logout', connection)
    this.open.delete(connection.whatsappId)
  }
  async startAll(connections: ConnectionRef[]) {
    for (const connection of connections) this.note('startAll', connection)
  }
  async stopAll() {
    this.open.clear()
  }
  isOpen({ whatsappId }: ConnectionRef) {
    return this.open.has(whatsappId)
  }
  async send(connection: ConnectionRef, message: Outbound) {
    this.reach('send', connection, message)
    await message.written?.(new TextEncoder().encode(`proto ${message.waId}`))
  }
  async markRead(connection: ConnectionRef, keys: unknown[]) {
    this.reach('markRead', connection, keys)
  }
  async typing(connection: ConnectionRef, jid: string, presence: string) {
    this.reach('typing', connection, jid, presence)
  }
  async downloadMedia(connection: ConnectionRef, proto: Uint8Array, toPath: string, maxBytes: number) {
    this.reach('downloadMedia', connection, proto, toPath, maxBytes)
    if (this.file.length > maxBytes) throw new AppError('ERR_TOO_LARGE')
    await Bun.write(toPath, this.file)
  }
  async onWhatsApp(connection: ConnectionRef, numbers: string[]) {
    this.reach('onWhatsApp', connection, numbers)
    const known = numbers.filter((number) => !this.unknown.has(number))
    return known.map((number) => ({ number, jid: `${number}@s.whatsapp.net` }))
  }
  async downloadPicture(connection: ConnectionRef, jid: string, toPath: string, maxBytes: number) {
    this.reach('downloadPicture', connection, jid, toPath, maxBytes)
    if (this.picture) await Bun.write(toPath, this.picture)
    return this.picture !== null
  }
  async groupSubject(connection: ConnectionRef, jid: string) {
    this.reach('groupSubject', connection, jid)
    return 'Grupo'
  }
  async rejectCall(connection: ConnectionRef, callId: string, jid: string) {
    this.reach('rejectCall', connection, callId, jid)
  }

  private note(what: keyof WhatsApp, { whatsappId }: ConnectionRef, ...args: unknown[]) {
    this.asked.push({ what, whatsappId, args })
  }

  private reach(what: keyof WhatsApp, connection: ConnectionRef, ...args: unknown[]) {
    if (!this.open.has(connection.whatsappId)) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
    this.note(what, connection, ...args)
    if (this.failWith) throw this.failWith
  }
}
