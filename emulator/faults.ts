import { serverJid } from './jid'
import type { Network } from './network'
import { type QueryFault, QueryFaults } from './query-faults'
import { stanza } from './stanza'

type Off = 'off'
type MediaSide = 'upload' | 'download' | 'both'

/**
 * What can go wrong, on demand. Arguments are plain values, so that the same calls can come over HTTP. `times` counts
 * down; what has no `times` stays until 'off' (or 0).
 */
export class Faults {
  private refusal: number | 'cut' | Off = 'off'
  private failures = new Map<string, number>()
  private ackErrors: { code: string; times: number } = { code: '', times: 0 }
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

  /** Cuts the TCP connections of a number, or of all, without a goodbye. */
  drop(number?: string) {
    for (const connection of this.network.connectionsOf(number)) connection.cut()
  }

  /** TCP stays up and no byte flows, in either direction, until `thaw`. */
  freeze(number?: string) {
    for (const connection of this.network.connectionsOf(number)) connection.freeze()
  }

  thaw(number?: string) {
    for (const connection of this.network.connectionsOf(number)) connection.thaw()
  }

  /** New connections get this HTTP status instead of a websocket, or are cut at once. */
  refuse(how: number | 'cut' | Off) {
    this.refusal = how
  }

  /** Logins end with `<failure reason>` (401, 403, 405, 503 …), for one number or for all, linking included. */
  fail(reason: number | Off, number = '*') {
    if (reason === 'off') this.failures.delete(number)
    else this.failures.set(number, reason)
  }

  /** Logins that claim an older WhatsApp Web than `2.3000.{revision}` end with 405, linking included; 0 for none. */
  tooOld(revision: number) {
    this.minRevision = revision
  }

  /** A device that registers is answered as if it had logged in, though no phone has linked it. */
  admitUnlinked(on: boolean) {
    this.admitsUnlinked = on
  }

  /** Ends live connections with `<stream:error>`: 401 unlinks the device, 440 says replaced, others carry the code. */
  streamError(number: string | undefined, code: number) {
    const known = code === 401 ? 'device_removed' : code === 440 ? 'replaced' : undefined
    const reason = known ? [stanza('conflict', { type: known })] : undefined
    const attributes = { code: code === 440 ? undefined : String(code) }
    for (const connection of this.network.connectionsOf(number)) {
      connection.end(stanza('stream:error', attributes, reason))
      if (code === 401 && connection.companion) connection.companion.owner.remove(connection.companion)
    }
  }

  /** Tells a number of what WhatsApp holds back from it, in WhatsApp's own words (wire §4). */
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

  /** The next `times` messages of linked devices are refused in their ack (463, 479 …) and go nowhere. */
  ackError(code: number | string, times = 1) {
    this.ackErrors = { code: String(code), times }
  }

  /** The line breaks under the next `times` messages of linked devices, which go nowhere. */
  breakUnder(times = 1) {
    this.breaksLeft = times
  }

  /** Acks of messages are held back until told otherwise; then those held come, in their order. */
  holdAcks(on: boolean) {
    this.heldAcks?.resolve()
    this.heldAcks = on ? Promise.withResolvers() : undefined
  }

  /** Media requests are not answered until told otherwise; uploads given up meanwhile are not kept. */
  holdMedia(on: boolean, side: MediaSide = 'both') {
    this.heldMedia?.until.resolve()
    this.heldMedia = on ? { until: Promise.withResolvers(), side } : undefined
  }

  /** Media requests answer with this HTTP status; 404 and 410 mean gone. */
  mediaFailure(status: number, times = 1, side: MediaSide = 'both') {
    this.media = { status, times, side }
  }

  /** Queries of this namespace (`usync`, `encrypt` …) are refused with a code, not answered, or held until `off`. */
  queries(xmlns: string, fault: QueryFault | 'off') {
    this.queryFaults.set(xmlns, fault)
  }

  /** All files stored so far are gone from the media host (404), until a phone uploads its copy again on request. */
  expireMedia() {
    this.network.media.expireAll()
  }

  /** The next `times` stanzas to linked devices are delivered `copies` times each. */
  duplicate(copies: number, times = 1) {
    this.duplication = { copies, times }
  }

  /** Of all that is sent to linked devices from now on a copy is kept back, for `scatter`. */
  keepCopies(on: boolean) {
    this.storesCopies = on
  }

  /** Sends a number, or all, the copies kept back, shuffled by the seed, over whatever line it has by now. */
  scatter(seed: number, number?: string) {
    for (const { companion } of this.network.connectionsOf(number)) companion?.resendCopiesShuffled(seed)
  }

  /** The next `times` messages to linked devices arrive damaged: they cannot be decrypted. Copies asked for again do not. */
  undecryptable(times = 1) {
    this.damagedLeft = times
  }

  /** The next `times` messages to linked devices arrive without content (`<unavailable/>`). */
  noContent(times = 1) {
    this.emptyLeft = times
  }

  /** New handshakes show a certificate chain of some other root. */
  wrongRoot(on: boolean) {
    this.foreignRoot = on
  }

  /**
   * New handshakes show a valid certificate chain that belongs to another server's key: one of this server's own root,
   * or, as base64, a chain recorded elsewhere.
   */
  replayChain(chain: string | boolean) {
    this.replayedChain = chain
  }

  /** Back to a healthy server. */
  clear() {
    this.holdAcks(false)
    this.holdMedia(false)
    this.queryFaults.clear()
    Object.assign(this, new Faults(this.network))
    this.thaw()
  }

  /** For the server's own use below: each call spends one of `times`. */
  get connectionRefusal() {
    return this.refusal
  }

  get isAdmittingUnlinked() {
    return this.admitsUnlinked
  }

  /** The certificate chain to show instead of the server's own; undefined while there is no fault. */
  get shownChain(): Uint8Array | undefined {
    const { identity } = this.network
    if (this.foreignRoot) return identity.foreignChain()
    if (this.replayedChain === true) return identity.stolenChain()
    return typeof this.replayedChain === 'string' ? Buffer.from(this.replayedChain, 'base64') : undefined
  }

  /** Resolves when acks may go; nothing when they may at once. */
  get acksReleased(): Promise<void> | undefined {
    return this.heldAcks?.promise
  }

  /** Resolves when media requests of this side may be answered; nothing when they may at once. */
  mediaReleased(side: 'upload' | 'download'): Promise<void> | undefined {
    return this.heldMedia && [side, 'both'].includes(this.heldMedia.side) ? this.heldMedia.until.promise : undefined
  }

  get isStoringCopies() {
    return this.storesCopies
  }

  loginFailureOf(number: string, revision: number) {
    return this.failures.get(number) ?? this.failures.get('*') ?? (revision < this.minRevision ? 405 : undefined)
  }

  takeAckError(): string | undefined {
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
