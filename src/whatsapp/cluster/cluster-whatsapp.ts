import { log } from '../../core/log'
import type { Bus, BusListener } from '../../core/nodes/bus'
import { Calls } from '../../core/nodes/calls'
import type { Lease } from '../../core/nodes/lease-table'
import type { LeaseListener, Leases } from '../../core/nodes/leases'
import { AppError } from '../../shared/errors'
import type { ConnectionRef, Outbound, WhatsApp, WhatsAppHost } from '../contract'
import { Sessions, type SessionsGiven } from '../sessions'
import { endsSession, type HolderMethod, isMoved, movedMark, runAtHolder } from './holder-methods'
import { ToldSessions } from './told-sessions'

/** Longest wait in ms for the answer of another node; linking waits for a QR code of WhatsApp. */
const answerMs = 20_000
const pairMs = 60_000
/** Pause in ms before the new holder of a session is asked, and attempts: more than a hand-over takes (leases.ts). */
const moveMs = 500
const maxAttempts = 20

interface Given extends Omit<SessionsGiven, 'fences'> {
  leases: Leases
  bus: Pick<Bus, 'send' | 'node'>
  /** Called when this node has begun or ceased to run a session: jobs of its connection may run here. */
  onChange?(): void
}

/**
 * Sessions of the whole installation: those of this node, and through the bus those of the others. A node runs the session
 * of a connection while it has its lease (docs/adr/0118).
 */
export class ClusterWhatsApp implements WhatsApp {
  private readonly local: Sessions
  private readonly leases: Leases
  private readonly calls: Calls
  private readonly told: ToldSessions
  private readonly onChange: () => void

  /** Receives what the other nodes tell; give it to the bus. */
  readonly busListener: BusListener = {
    receive: (from, kind, content) => {
      if (!this.calls.receive(from, kind, content)) this.told.receive(from, kind, content)
    },
    // Own items may have been lost as well.
    lose: () => this.told.exchange(),
    leave: (node) => {
      this.calls.leave(node)
      this.told.remote.forget(node)
    },
  }

  private readonly leaseListener: LeaseListener = {
    gain: (lease) => {
      this.local
        .start(refOf(lease))
        .catch((err) => log.error({ err, ...refOf(lease) }, 'a session could not be started'))
      this.onChange()
    },
    lose: (lease) => {
      this.local.abandon(lease)
      this.told.end(lease.whatsappId, lease.token)
      this.onChange()
    },
    handOver: async (lease) => {
      this.told.end(lease.whatsappId, lease.token)
      await this.local.handOver(lease)
    },
    mayMove: (lease) => !this.local.isLinking(lease),
  }

  constructor({ leases, bus, onChange = () => {}, host, ...given }: Given) {
    this.leases = leases
    this.onChange = onChange
    this.told = new ToldSessions(bus)
    this.calls = new Calls(bus, (method, [connection, ...args]) =>
      this.runHere(method as HolderMethod, connection as ConnectionRef, args),
    )
    this.local = new Sessions({ ...given, host: this.telling(host), fences: leases })
  }

  /** Resolves also without an answer of the holder: a connection that should connect is started by its next holder. */
  async start(connection: ConnectionRef) {
    await this.atHolder('start', connection).catch(unlessNotInitialized)
  }

  async startFresh(connection: ConnectionRef) {
    await this.atHolder('startFresh', connection)
  }

  async pair(connection: ConnectionRef, phoneNumber: string) {
    return (await this.atHolder('pair', connection, [phoneNumber], pairMs)) as string
  }

  /** Resolves also without an answer of the holder, which ends a session that should not connect by itself. */
  async stop(connection: ConnectionRef) {
    await this.atHolder('stop', connection).catch(unlessNotInitialized)
  }

  async logout(connection: ConnectionRef) {
    await this.atHolder('logout', connection)
  }

  /** The leases decide which connections this node starts. */
  async startAll() {
    this.told.exchange()
    this.leases.start(this.leaseListener)
  }

  async stopAll() {
    await this.leases.leave()
    await this.local.stopAll()
  }

  isOpen(connection: ConnectionRef) {
    const { whatsappId } = connection
    return this.leases.holds(whatsappId) ? this.local.isOpen(connection) : this.told.remote.isOpen(whatsappId)
  }

  isBehind(connection: Pick<ConnectionRef, 'whatsappId'>) {
    const { whatsappId } = connection
    return this.leases.holds(whatsappId) ? this.local.isBehind(connection) : this.told.remote.isBehind(whatsappId)
  }

  /** @throws ERR_WAPP_NOT_INITIALIZED also when another node has the session: jobs of a connection run at its holder */
  async send(connection: ConnectionRef, message: Outbound): Promise<void> {
    if (!this.leases.holds(connection.whatsappId)) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
    await this.local.send(connection, message)
  }

  async markRead(connection: ConnectionRef, keys: { jid: string; waId: string; participant: string | null }[]) {
    await this.overSession('markRead', connection, [keys])
  }

  async typing(connection: ConnectionRef, jid: string, presence: 'composing' | 'recording' | 'paused') {
    await this.overSession('typing', connection, [jid, presence])
  }

  async onWhatsApp(connection: ConnectionRef, numbers: string[]) {
    return (await this.overSession('onWhatsApp', connection, [numbers])) as { number: string; jid: string }[]
  }

  /** Downloads here, whichever node has the session. */
  downloadMedia(connection: ConnectionRef, proto: Uint8Array, toPath: string, maxBytes: number) {
    return this.local.downloads.media(proto, toPath, maxBytes, async (bytes) => {
      const asked = Buffer.from(bytes).toString('base64')
      return Buffer.from((await this.overSession('requestUpload', connection, [asked])) as string, 'base64')
    })
  }

  async downloadPicture(connection: ConnectionRef, jid: string, toPath: string, maxBytes: number): Promise<boolean> {
    const address = (await this.overSession('pictureAddress', connection, [jid])) as string | undefined
    return this.local.downloads.picture(address ?? null, toPath, maxBytes)
  }

  async groupSubject(connection: ConnectionRef, jid: string) {
    return ((await this.overSession('groupSubject', connection, [jid])) as string | undefined) ?? null
  }

  async isGroupAdmin(connection: ConnectionRef, group: string, person: string) {
    return (await this.overSession('isGroupAdmin', connection, [group, person])) === true
  }

  async rejectCall(connection: ConnectionRef, callId: string, jid: string) {
    await this.overSession('rejectCall', connection, [callId, jid])
  }

  /** Runs a method at the holder, also after a hand-over under way. This node takes a connection that has none. */
  private async atHolder(method: HolderMethod, connection: ConnectionRef, args: unknown[] = [], ms = answerMs) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.atPresentHolder(method, connection, args, ms)
      } catch (error) {
        if (!isMoved(error)) throw error
        if (attempt === maxAttempts) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
        await Bun.sleep(moveMs)
      }
    }
  }

  private async atPresentHolder(method: HolderMethod, connection: ConnectionRef, args: unknown[], ms: number) {
    const holder = await this.leases.claim(connection, endsSession(method))
    // A drained node waits until its hand-over has ended, and for another one, which takes the session within a second.
    if (holder === null) throw new AppError('ERR_WAPP_NOT_INITIALIZED', this.leases.isDrained ? movedMark : {})
    if (holder === true) return this.runHere(method, connection, args)
    return this.calls.call(holder, method, [connection, ...args], ms)
  }

  /** Runs a method over the open session. @throws ERR_WAPP_NOT_INITIALIZED without one */
  private async overSession(method: HolderMethod, connection: ConnectionRef, args: unknown[]) {
    const { whatsappId } = connection
    if (this.leases.holds(whatsappId)) return this.runHere(method, connection, args)
    const node = this.told.remote.nodeOf(whatsappId)
    if (!node) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
    return this.calls.call(node, method, [connection, ...args], answerMs).catch((error) => {
      throw isMoved(error) ? new AppError('ERR_WAPP_NOT_INITIALIZED') : error
    })
  }

  private runHere(method: HolderMethod, connection: ConnectionRef, args: unknown[]): Promise<unknown> {
    return runAtHolder({ method, connection, args }, this.local, this.leases)
  }

  /** The host, with the changes of sessions told to the other nodes before they are stored. */
  private telling(host: WhatsAppHost): WhatsAppHost {
    const tell = ({ whatsappId, companyId }: ConnectionRef) => this.tell({ whatsappId, companyId })
    return {
      onInbound: (connection, batch) => {
        tell(connection)
        return host.onInbound(connection, batch)
      },
      onCaughtUp: (connection) => {
        tell(connection)
        return host.onCaughtUp(connection)
      },
      onState: (connection, state) => {
        tell(connection)
        this.onChange()
        return host.onState(connection, state)
      },
      onAcks: (...given) => host.onAcks(...given),
      onLimits: (...given) => host.onLimits(...given),
      onCall: (...given) => host.onCall(...given),
      onPresence: (...given) => host.onPresence(...given),
      onIdentity: (...given) => host.onIdentity(...given),
      onAddressBook: (...given) => host.onAddressBook(...given),
      storedMessage: (...given) => host.storedMessage(...given),
    }
  }

  private tell(connection: ConnectionRef) {
    const { whatsappId } = connection
    const token = this.leases.fenceOf(whatsappId)?.token
    if (token === undefined || !this.leases.holds(whatsappId)) return
    const [isOpen, isBehind] = [this.local.isOpen(connection), this.local.isBehind(connection)]
    this.told.tell({ whatsappId, token, isOpen, isBehind })
  }
}

const refOf = ({ companyId, whatsappId }: Lease) => ({ companyId, whatsappId })

function unlessNotInitialized(error: unknown) {
  if (!(error instanceof AppError && error.code === 'ERR_WAPP_NOT_INITIALIZED')) throw error
}
