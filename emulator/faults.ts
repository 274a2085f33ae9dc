import { serverJid } from './jid'
import type { Network } from './network'
import { type QueryFault, QueryFaults } from './query-faults'
import { stanza } from './stanza'

type Off = 'off'
type MediaSide = 'upload' | 'download' | 'both'

/**
 * Faults on demand. Arguments are JSON values, because the same calls come over HTTP. A fault with `times` ends after
 * that many uses; others last until 'off' (or 0).
 */
export class Faults {
  private refusal: number | 'cut' | Off = 'off'
  private failures = new Map<string, number>()
  private ackErrors = { code: '', times: 0, number: undefined as string | undefined }
  private breaksLeft = 0
  private heldAcks: PromiseWithResolvers<void> | undefined
  private heldMedia: { until: PromiseWithResolvers<void>; side: MediaSide } | undefined
  private storesCopies = false
  private duplication = { copies: 1, times: 0 }
  private media = { status: 0, times: 0, side: 'both' as MediaSide }
  private damagedLeft = 0
  private emptyLeft = 0
  private foreignRoot = false
  private replayedChain: string | boolean = false
  private minRevision = 0
  private admitsUnlinked = false
  readonly queryFaults = new QueryFaults()

  constructor(private readonly network: Network) {}

  /** Terminates the TCP connections of a number, or of all, without a closing handshake. */
  drop(number?: string) {
    for (const connection of this.network.connectionsOf(number)) connection.cut()
  }

  /** Keeps TCP connected but passes no byte in either direction until `thaw`. */
  freeze(number?: string) {
    for (const connection of this.network.connectionsOf(number)) connection.freeze()
  }

  thaw(number?: string) {
    for (const connection of this.network.connectionsOf(number)) connection.thaw()
  }

  /** Answers new connections with this HTTP status instead of a WebSocket, or terminates them at once. */
  refuse(how: number | 'cut' | Off) {
    this.refusal = how
  }

  /** Answers logins with `<failure reason>` (401, 403, 405, 503 …), for one number or for all, linking included. */
  fail(reason: number | Off, number = '*') {
    if (reason === 'off') this.failures.delete(number)
    else this.failures.set(number, reason)
  }

  /** Answers logins of WhatsApp Web versions before `2.3000.{revision}` with 405, linking included; 0: none. */
  tooOld(revision: number) {
    this.minRevision = revision
  }

  /** Answers a registering device with a successful login, although no phone has linked it. */
  admitUnlinked(on: boolean) {
    this.admitsUnlinked = on
  }

  /** Ends connections with `<stream:error>`: 401 unlinks the device, 440 means replaced, others carry the code. */
  streamError(number: string | undefined, code: number) {
    const conflictType = code === 401 ? 'device_removed' : code === 440 ? 'replaced' : undefined
    const reason = conflictType ? [stanza('conflict', { type: conflictType })] : undefined
    const attributes = { code: code === 440 ? undefined : String(code) }
    for (const connection of this.network.connectionsOf(number)) {
      connection.end(stanza('stream:error', attributes, reason))
      if (code === 401 && connection.companion) connection.companion.owner.remove(connection.companion)
    }
  }

  /** Sends a notification of type `mex`, by which WhatsApp announces restrictions of an account. */
  notice(number: string | undefined, operation: string, data: object) {
    const update = stanza('update', { op_name: operation }, Buffer.from(JSON.stringify({ data })))
    for (const connection of this.network.connectionsOf(number)) {
      const attributes = {
        from: serverJid,
        type: 'mex',
        id: crypto.randomUUID(),
        t: `${Math.floor(Date.now() / 1000)}`,
      }
      connection.send(stanza('notification', attributes, [update]))
    }
  }

  /**
   * Refuses the next `times` messages of linked devices, of one number or of all, in their ack (463, 479 …); they are not
   * delivered.
   */
  ackError(code: number | string, times = 1, number?: string) {
    this.ackErrors = { code: String(code), times, number }
  }

  /** Terminates the connection at each of the next `times` messages of linked devices; they are not delivered. */
  breakUnder(times = 1) {
    this.breaksLeft = times
  }

  /** Holds back acks of messages; `false` sends the held ones in order. */
  holdAcks(on: boolean) {
    this.heldAcks?.resolve()
    this.heldAcks = on ? Promise.withResolvers() : undefined
  }

  /** Holds back answers to media requests until `false`; uploads that the client aborts meanwhile are not stored. */
  holdMedia(on: boolean, side: MediaSide = 'both') {
    this.heldMedia?.until.resolve()
    this.heldMedia = on ? { until: Promise.withResolvers(), side } : undefined
  }

  /** Answers the next `times` media requests with this HTTP status; 404 and 410 mean that the file is gone. */
  mediaFailure(status: number, times = 1, side: MediaSide = 'both') {
    this.media = { status, times, side }
  }

  /** Refuses queries of a namespace (`usync` …) with a code, leaves them unanswered, or holds them until `off`. */
  queries(xmlns: string, fault: QueryFault | 'off') {
    this.queryFaults.set(xmlns, fault)
  }

  /** Removes all files from the media host (404) until a phone uploads its copy again on request. */
  expireMedia() {
    this.network.media.expireAll()
  }

  /** Sends the next `times` stanzas to linked devices `copies` times each. */
  duplicate(copies: number, times = 1) {
    this.duplication = { copies, times }
  }

  /** Stores a copy of every stanza to linked devices from now on, for `scatter`. */
  keepCopies(on: boolean) {
    this.storesCopies = on
  }

  /** Sends the stored copies of a number, or of all, again over the current connection, shuffled by the seed. */
  scatter(seed: number, number?: string) {
    for (const { companion } of this.network.connectionsOf(number)) companion?.resendCopiesShuffled(seed)
  }

  /** Damages the next `times` messages to linked devices, so that decryption fails. Resent copies are intact. */
  undecryptable(times = 1) {
    this.damagedLeft = times
  }

  /** Sends the next `times` messages to linked devices without content (`<unavailable/>`). */
  noContent(times = 1) {
    this.emptyLeft = times
  }

  /** Shows a certificate chain of another root in new handshakes. */
  wrongRoot(on: boolean) {
    this.foreignRoot = on
  }

  /**
   * Shows a valid certificate chain for another server's key in new handshakes: one signed by this server's root
   * (true), or a recorded chain in base64.
   */
  replayChain(chain: string | boolean) {
    this.replayedChain = chain
  }

  /** Ends all faults. */
  clear() {
    this.holdAcks(false)
    this.holdMedia(false)
    this.queryFaults.clear()
    Object.assign(this, new Faults(this.network))
    this.thaw()
  }

  // Read by the server; each `take…` uses up one of `times`.

  /** Fault of `refuse`. */
  get connectionRefusal() {
    return this.refusal
  }

  get isAdmittingUnlinked() {
    return this.admitsUnlinked
  }

  /** Certificate chain to show instead of the server's own; undefined without such a fault. */
  get shownChain(): Uint8Array | undefined {
    const { identity } = this.network
    if (this.foreignRoot) return identity.foreignChain()
    if (this.replayedChain === true) return identity.stolenChain()
    return typeof this.replayedChain === 'string' ? Buffer.from(this.replayedChain, 'base64') : undefined
  }

  /** Promise that resolves when held acks may be sent; undefined when nothing holds them. */
  get acksReleased(): Promise<void> | undefined {
    return this.heldAcks?.promise
  }

  /** Promise that resolves when held media requests may be answered; undefined when nothing holds them. */
  mediaReleased(side: 'upload' | 'download'): Promise<void> | undefined {
    return this.heldMedia && [side, 'both'].includes(this.heldMedia.side) ? this.heldMedia.until.promise : undefined
  }

  get isStoringCopies() {
    return this.storesCopies
  }

  loginFailureOf(number: string, revision: number) {
    return this.failures.get(number) ?? this.failures.get('*') ?? (revision < this.minRevision ? 405 : undefined)
  }

  takeAckError(number: string): string | undefined {
    if (this.ackErrors.number !== undefined && this.ackErrors.number !== number) return undefined
    return this.ackErrors.times-- > 0 ? this.ackErrors.code : undefined
  }

  takeBreak() {
    return this.breaksLeft-- > 0
  }

  takeCopyCount() {
    return this.duplication.times-- > 0 ? this.duplication.copies : 1
  }

  takeDamage() {
    return this.damagedLeft-- > 0
  }

  takeEmptyContent() {
    return this.emptyLeft-- > 0
  }

  takeMediaFailure(side: 'upload' | 'download'): number | undefined {
    const { media } = this
    if (media.times <= 0 || (media.side !== 'both' && media.side !== side)) return undefined
    media.times--
    return media.status
  }
}
