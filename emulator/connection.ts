import type { proto } from '@whiskeysockets/baileys'
import type { ServerWebSocket } from 'bun'
import type { Companion } from './companion'
import { lidJid } from './jid'
import type { Network } from './network'
import { decodeStanza, FrameReader, frameOf } from './node-io'
import { Noise } from './noise'
import type { RelayLink } from './relay'
import { handleStanza } from './router'
import { type Stanza, stanza } from './stanza'
import { encodeStanza } from './stanza-encoder'

type Socket = ServerWebSocket<{ connection: Connection }>

/** Server side of one WebSocket of a device, linked or about to be linked. */
export class Connection {
  /** Linked device; set at login. */
  companion?: Companion
  /** Registration data of a device that is not linked yet. */
  registration?: proto.ClientPayload.IDevicePairingRegistrationData
  clientStatic: Buffer = Buffer.alloc(0)
  /** Callbacks for answers to queries of the server, by query id. */
  readonly pendingQueries = new Map<string, (answer: Stanza) => void>()
  private socket?: Socket
  private stage: 'hello' | 'finish' | 'open' = 'hello'
  private readonly frames = new FrameReader()
  private readonly noise: Noise

  constructor(
    readonly network: Network,
    private readonly link?: RelayLink,
  ) {
    const { serverStatic, chain } = network.identity
    this.noise = new Noise(serverStatic, network.faults.shownChain ?? chain)
  }

  get number() {
    return this.companion?.owner.number ?? ''
  }

  handleOpen(socket: Socket) {
    this.socket = socket
    this.recordState('connected')
  }

  receive(bytes: Uint8Array) {
    try {
      for (const frame of this.frames.read(bytes)) this.handleFrame(frame)
    } catch (error) {
      this.network.log(`connection of ${this.number || 'a new device'}: ${error}`)
      this.cut()
    }
  }

  send(node: Stanza) {
    this.socket?.sendBinary(frameOf(this.noise.encrypt(encodeStanza(node))))
  }

  /** Sends a last stanza, if given, and closes the WebSocket. */
  end(last?: Stanza) {
    if (last) this.send(last)
    this.socket?.close()
  }

  /** Terminates the TCP connection without the closing handshake of WebSocket. */
  cut() {
    this.link?.cut()
  }

  freeze() {
    this.link?.freeze()
  }

  thaw() {
    this.link?.thaw()
  }

  handleClose() {
    this.socket = undefined
    this.companion?.handleDisconnect(this)
    this.network.removeConnection(this)
    this.recordState('closed')
  }

  recordState(state: Parameters<Network['journal']['recordConnection']>[0]['state']) {
    this.network.journal.recordConnection({ number: this.number, device: this.companion?.device ?? 0, state })
  }

  private handleFrame(frame: Buffer) {
    if (this.stage === 'open') {
      const node = decodeStanza(this.noise.decrypt(frame))
      this.network.journal.recordStanza(this.number, this.companion?.device ?? 0, node)
      handleStanza(this, node)
    } else if (this.stage === 'hello') {
      this.stage = 'finish'
      this.socket?.sendBinary(frameOf(this.noise.hello(frame)))
    } else {
      const { clientStatic, payload } = this.noise.finish(frame)
      this.stage = 'open'
      this.clientStatic = clientStatic
      this.handleClientPayload(payload)
    }
  }

  private handleClientPayload(payload: proto.ClientPayload) {
    const number = payload.username ? String(payload.username) : ''
    const failure = this.network.faults.loginFailureOf(number, payload.userAgent?.appVersion?.tertiary ?? 0)
    if (failure) this.sendLoginFailure(failure)
    else if (payload.devicePairingData && !number && this.network.faults.isAdmittingUnlinked)
      this.sendLoginSuccess(lidJid('1'))
    else if (payload.devicePairingData && !number) this.network.pairing.sendRefs(this, payload.devicePairingData)
    else this.login(number, payload.device ?? 0)
  }

  /**
   * Logs in a device that is linked and proves the Noise key it was linked with; others are answered 401. An older
   * connection of the same device is closed as replaced.
   */
  private login(number: string, device: number) {
    const companion = this.network.owners.get(number)?.companions.get(device)
    if (!companion?.keys.noise.equals(this.clientStatic)) {
      this.sendLoginFailure(401)
      return
    }
    companion.connection?.end(stanza('stream:error', {}, [stanza('conflict', { type: 'replaced' })]))
    if (companion.connection) companion.handleDisconnect(companion.connection)
    companion.connection = this
    this.companion = companion
    this.sendLoginSuccess(companion.lid)
  }

  private sendLoginSuccess(lid: string) {
    this.recordState('logged-in')
    const location = 'gru'
    this.send(stanza('success', { t: String(Math.floor(Date.now() / 1000)), lid, location }))
  }

  private sendLoginFailure(reason: number) {
    this.recordState('refused')
    this.end(stanza('failure', { reason: String(reason), location: 'gru' }))
  }
}
