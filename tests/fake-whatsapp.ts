import { AppError } from '../src/shared/errors'
import type { ConnectionRef, Outbound, WhatsApp } from '../src/whatsapp/contract'

/** One call of a method of `WhatsApp`, with its arguments. */
interface Call {
  method: keyof WhatsApp
  whatsappId: number | null
  args: unknown[]
}

/**
 * Fake of the `WhatsApp` port: records calls and returns configured results. The product in front of it is real.
 * `openConnections` decides which connections are connected; `networkError` makes calls that need the network fail.
 */
export class FakeWhatsApp implements WhatsApp {
  readonly calls: Call[] = []
  readonly openConnections = new Set<number>()
  /** Connections that receive faster than messages are stored. */
  readonly behind = new Set<number>()
  /** Thrown by every call that reaches the network, while set. */
  networkError: Error | null = null
  /** Addresses of people who administer every group. */
  readonly groupAdmins = new Set<string>()
  /** Numbers without a WhatsApp account. */
  readonly unknownNumbers = new Set<string>()
  /** File content that `downloadMedia` writes. */
  mediaBytes: Uint8Array = new Uint8Array([1, 2, 3])
  /** Profile picture of every contact; null when there is none. */
  pictureBytes: Uint8Array | null = null

  /** Messages passed to `send`, in order. */
  get sent(): Outbound[] {
    return this.calls.filter(({ method }) => method === 'send').map(({ args }) => args[0] as Outbound)
  }

  async start(connection: ConnectionRef) {
    this.recordCall('start', connection)
  }
  async startFresh(connection: ConnectionRef) {
    this.recordCall('startFresh', connection)
  }
  async pair(connection: ConnectionRef, phoneNumber: string) {
    this.recordCall('pair', connection, phoneNumber)
    return 'ABCD1234'
  }
  async stop(connection: ConnectionRef) {
    this.recordCall('stop', connection)
    this.openConnections.delete(connection.whatsappId)
  }
  async logout(connection: ConnectionRef) {
    this.recordCall('logout', connection)
    this.openConnections.delete(connection.whatsappId)
  }
  async startAll(connections: ConnectionRef[]) {
    for (const connection of connections) this.recordCall('startAll', connection)
  }
  async stopAll() {
    this.openConnections.clear()
  }
  isOpen({ whatsappId }: ConnectionRef) {
    return this.openConnections.has(whatsappId)
  }
  isBehind({ whatsappId }: Pick<ConnectionRef, 'whatsappId'>) {
    return this.behind.has(whatsappId)
  }
  async send(connection: ConnectionRef, message: Outbound) {
    this.recordNetworkCall('send', connection, message)
    await message.written?.(new TextEncoder().encode(`proto ${message.waId}`))
  }
  async markRead(connection: ConnectionRef, keys: unknown[]) {
    this.recordNetworkCall('markRead', connection, keys)
  }
  async typing(connection: ConnectionRef, jid: string, presence: string) {
    this.recordNetworkCall('typing', connection, jid, presence)
  }
  async downloadMedia(connection: ConnectionRef, proto: Uint8Array, toPath: string, maxBytes: number) {
    this.recordNetworkCall('downloadMedia', connection, proto, toPath, maxBytes)
    if (this.mediaBytes.length > maxBytes) throw new AppError('ERR_TOO_LARGE')
    await Bun.write(toPath, this.mediaBytes)
  }
  /** Numbers that are answered with the digits of another one. */
  readonly otherDigits = new Map<string, string>()
  async onWhatsApp(connection: ConnectionRef, numbers: string[]) {
    this.recordNetworkCall('onWhatsApp', connection, numbers)
    const known = numbers.filter((number) => !this.unknownNumbers.has(number))
    return known.map((number) => ({ number, jid: `${this.otherDigits.get(number) ?? number}@s.whatsapp.net` }))
  }
  async downloadPicture(connection: ConnectionRef, jid: string, toPath: string, maxBytes: number) {
    this.recordNetworkCall('downloadPicture', connection, jid, toPath, maxBytes)
    if (this.pictureBytes) await Bun.write(toPath, this.pictureBytes)
    return this.pictureBytes !== null
  }
  async groupSubject(connection: ConnectionRef, jid: string) {
    this.recordNetworkCall('groupSubject', connection, jid)
    return 'Grupo'
  }
  async isGroupAdmin(connection: ConnectionRef, group: string, person: string) {
    this.recordNetworkCall('isGroupAdmin', connection, group, person)
    return this.groupAdmins.has(person)
  }
  async rejectCall(connection: ConnectionRef, callId: string, jid: string) {
    this.recordNetworkCall('rejectCall', connection, callId, jid)
  }

  private recordCall(method: keyof WhatsApp, { whatsappId }: ConnectionRef, ...args: unknown[]) {
    this.calls.push({ method, whatsappId, args })
  }

  private recordNetworkCall(method: keyof WhatsApp, connection: ConnectionRef, ...args: unknown[]) {
    if (!this.openConnections.has(connection.whatsappId)) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
    this.recordCall(method, connection, ...args)
    if (this.networkError) throw this.networkError
  }
}
