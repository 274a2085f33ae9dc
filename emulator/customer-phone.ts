import type { proto } from '@whiskeysockets/baileys'
import { type AnswerPlan, Answers } from './answers'
import { BoundedMap } from './bounded-map'
import { Call } from './call'
import type { Chat } from './chat'
import type { Companion } from './companion'
import { buildMessage, type ChatView, type Content, newMessageId } from './content'
import { CustomerDevice } from './customer-device'
import { Group } from './groups'
import { type KeyPair, keyPair } from './keys'
import { MessageHistory } from './message-history'
import type { Network } from './network'
import type { OwnerPhone } from './owner-phone'
import { type Envelope, Phone } from './phone'
import { postRetry, postToGroup, postToOwner } from './posting'
import { readMessage } from './reading'
import { SentMessage } from './sent-message'
import { type Bundle, SignalPhone } from './signal-phone'
import { stanza, unixSeconds } from './stanza'

export interface CustomerOptions {
  name?: string
  /** Address that messages come from: phone number (PN) or LID. */
  addressing?: 'pn' | 'lid'
  /** With `lid` only: stanzas do not contain the phone number. */
  hideNumber?: boolean
  picture?: Uint8Array
  /** Further numbers under which WhatsApp finds the account, such as those of a former numbering plan. */
  alsoFoundAs?: string[]
  /** False: the number has no WhatsApp. */
  registered?: boolean
  /** Sends a read receipt for every message at once; false (default): never, unless told to. */
  readsAtOnce?: boolean
  /** Answers messages by itself after a while; null: no longer. */
  answers?: AnswerPlan | null
  /** Sources of the LID: stanzas and usync answers (`always`), usync answers only (`whenAsked`), or none (`never`). */
  tellsLid?: 'always' | 'whenAsked' | 'never'
}

/** Phone of a customer, who writes to owners and groups. */
export class CustomerPhone extends Phone implements Chat {
  addressing: 'pn' | 'lid' = 'pn'
  hideNumber = false
  registered = true
  /** Further numbers under which WhatsApp finds the account. */
  alsoFoundAs: string[] = []
  readsAtOnce = false
  tellsLid: 'always' | 'whenAsked' | 'never' = 'always'
  picture?: Uint8Array
  /** Chat states received from linked devices (composing, recording, paused …), newest last. */
  readonly presence: { at: number; from: string; state: string }[] = []
  readonly calls = new Map<string, Call>()
  /** WhatsApp Web and other devices linked to this phone. */
  readonly devices = new Map<number, CustomerDevice>()
  /** Owners with whom this phone has exchanged messages. */
  private readonly knownOwners = new Set<OwnerPhone>()
  /** Numbers of owners this person has blocked: the server takes their messages and never delivers them. */
  readonly blockedOwners = new Set<string>()
  readonly automaticAnswers = new Answers(this)
  private online = false
  private readonly sentMessages = new BoundedMap<SentMessage>(20_000)
  private readonly history = new MessageHistory()
  private readonly unread = new Map<string, { owner: OwnerPhone; chat: string }>()
  private outbox: Promise<unknown> = Promise.resolve()

  constructor(network: Network, number: string, options: CustomerOptions = {}, identity?: KeyPair) {
    super(network, number, options.name ?? `Cliente ${number.slice(-4)}`, identity)
    this.applyOptions(options)
  }

  get answers(): AnswerPlan | null {
    return this.automaticAnswers.current ?? null
  }

  set answers(plan: AnswerPlan | null) {
    this.automaticAnswers.setPlan(plan ?? undefined)
  }

  /** Blocks an owner, or ends that. */
  block(owner: OwnerPhone, on = true) {
    if (on) this.blockedOwners.add(owner.number)
    else this.blockedOwners.delete(owner.number)
    this.network.markChanged()
  }

  /** Sets the given options; undefined ones keep their value. */
  applyOptions(options: CustomerOptions) {
    for (const [name, value] of Object.entries(options)) {
      if (value !== undefined) Object.assign(this, { [name]: value })
    }
    for (const number of options.alsoFoundAs ?? []) this.network.otherNumbers.set(number, this)
    this.network.markChanged()
  }

  /** Sends a message; resolves when the server has it. Messages are sent in the order of the calls. */
  send(to: OwnerPhone | Group, content: Content): Promise<SentMessage> {
    const id = newMessageId()
    const sent = new SentMessage(id)
    const built = buildMessage(content, this.viewTowards(to), this.network.media)
    this.sentMessages.set(id, sent)
    if (!(to instanceof Group)) {
      this.knownOwners.add(to)
      to.newChats.addChat(this.number)
    }
    this.history.set(id, { author: this.addressIn(to), fromMe: true, message: built.message, built, to })
    const leaving = this.outbox.then(() =>
      to instanceof Group ? postToGroup(this, to, id, built) : postToOwner(this, to, id, built),
    )
    this.outbox = leaving.catch(() => undefined)
    return leaving.then(() => sent)
  }

  /** Publishes a status update (a story), which the owner's devices receive; a business should ignore it. */
  postStatus(owner: OwnerPhone, content: Content): Promise<SentMessage> {
    return this.send(new Group(this.network, 'status@broadcast', '', [owner, this]), content)
  }

  /** Sends one read receipt per chat for all messages received so far. */
  markRead() {
    const chats = new Map<string, { owner: OwnerPhone; chat: string; ids: string[] }>()
    for (const [id, { owner, chat }] of this.unread) {
      const name = `${owner.number} ${chat}`
      const batch = chats.get(name) ?? { owner, chat, ids: [] }
      batch.ids.push(id)
      chats.set(name, batch)
    }
    this.unread.clear()
    for (const { owner, chat, ids } of chats.values()) this.sendReceipt(owner, chat, ids, 'read')
  }

  /** Sends the receipt of a played voice note. */
  play(id: string) {
    const message = this.inbox.find((received) => received.id === id)
    const owner = message && this.network.owners.get(message.from)
    if (owner) this.sendReceipt(owner, message.chat, [id], 'played')
  }

  /** Sends "typing…", "recording…" or its end to the owner's linked devices. */
  typing(to: OwnerPhone, state: 'composing' | 'recording' | 'paused' = 'composing') {
    const media = state === 'recording' ? 'audio' : undefined
    const inner = stanza(state === 'recording' ? 'composing' : state, { media })
    for (const companion of to.companions.values()) {
      companion.sendIfOnline(stanza('chatstate', { from: this.jid }, [inner]))
    }
  }

  /** Sets the presence and sends it to the owner's linked devices. */
  available(to: OwnerPhone, online: boolean) {
    this.online = online
    for (const companion of to.companions.values()) companion.sendIfOnline(this.presenceNode())
  }

  presenceNode() {
    const absent = { type: 'unavailable', last: 'deny' }
    return stanza('presence', { from: this.jid, ...(this.online ? { type: 'available' } : absent) })
  }

  /** Starts a call; the owner's linked devices ring. */
  call(owner: OwnerPhone, options: { video?: boolean } = {}): Call {
    const call = new Call(this, owner, options.video ?? false)
    this.calls.set(call.id, call)
    call.ring()
    return call
  }

  /**
   * Reinstalls the app: new identity key, no sessions. Devices of known owners receive the identity change, unless
   * `isTold` is false.
   */
  reinstall({ isTold = true } = {}) {
    this.signal = new SignalPhone(this.number, keyPair())
    this.network.markChanged()
    if (!isTold) return
    const id = `identity-${newMessageId()}`
    const change = stanza('notification', { from: this.jid, type: 'encrypt', id, t: unixSeconds() }, [
      stanza('identity'),
    ])
    for (const owner of this.knownOwners) owner.deliverToCompanions(change)
  }

  /** Links one more device and announces it to the devices of known owners. */
  linkDevice(): CustomerDevice {
    const device = new CustomerDevice(this, Math.max(0, ...this.devices.keys()) + 1)
    this.devices.set(device.device, device)
    this.announceDevice('add', device)
    return device
  }

  unlinkDevice(device: CustomerDevice, { isTold = true } = {}) {
    this.devices.delete(device.device)
    if (isTold) this.announceDevice('remove', device)
  }

  private announceDevice(change: 'add' | 'remove', { device, pnJid, lidJid }: CustomerDevice) {
    const id = `devices-${change}-${newMessageId()}`
    const jid = this.addressing === 'lid' ? lidJid : pnJid
    const listed = stanza(change, {}, [stanza('device', { jid, 'key-index': String(device) })])
    const notification = stanza('notification', { from: this.jid, type: 'devices', id, t: unixSeconds() }, [listed])
    for (const owner of this.knownOwners) owner.deliverToCompanions(notification)
  }

  /** Deletes the sessions with an owner's devices; their next messages cannot be decrypted. */
  forgetSessionsOf(owner: OwnerPhone) {
    this.forgetSessions(owner.companions.values())
  }

  /** Records a receipt of a linked device for a message of this customer. */
  advanceStage(id: string, stage: 'delivered' | 'read' | 'played') {
    this.sentMessages.get(id)?.advance(stage)
  }

  /** Answers a retry receipt: encrypts the message again in a new session, with the retry's count. */
  resend(companion: Companion, id: string, count: string, bundle?: Bundle): Promise<void> {
    const again = this.outbox.then(async () => {
      const { built, to } = this.history.get(id) ?? {}
      const sent = this.sentMessages.get(id)
      if (!built || !to || !sent) return
      sent.retries++
      await postRetry(this, companion, { id, to, built, count, bundle })
    })
    this.outbox = again.catch(() => undefined)
    return again
  }

  receiveDirectly(from: Phone, chat: Chat, id: string, message: proto.IMessage) {
    const lid = chat instanceof Group ? chat.addressing === 'lid' : this.addressing === 'lid'
    this.history.set(id, { author: lid ? from.lidJid : from.pnJid, fromMe: false, message })
    const read = readMessage(message, this.network.media)
    const name = chat instanceof Group ? chat.jid : from.pnJid
    if (read) this.inbox.add({ id, at: Date.now(), from: from.number, chat: name, ...read })
  }

  get members() {
    return [this]
  }

  /** Address of this phone in 1:1 chats: PN or LID. */
  get jid() {
    return this.addressing === 'lid' ? this.lidJid : this.pnJid
  }

  ownCopyAttributes(owner: OwnerPhone) {
    if (this.addressing === 'pn') {
      return { from: owner.pnJid, recipient: this.pnJid, peer_recipient_lid: this.announcedLid }
    }
    const disclosedNumber = this.hideNumber ? undefined : this.pnJid
    return { from: owner.lidJid, recipient: this.lidJid, addressing_mode: 'lid', peer_recipient_pn: disclosedNumber }
  }

  /** LID for stanzas; undefined unless `tellsLid` is `always`. */
  get announcedLid() {
    return this.tellsLid === 'always' ? this.lidJid : undefined
  }

  /** Address of this phone in a chat with that owner or group. */
  addressIn(to: OwnerPhone | Group) {
    if (to instanceof Group) return to.addressing === 'lid' ? this.lidJid : this.pnJid
    return this.jid
  }

  /** View of this 1:1 chat for the given phone. */
  viewOf(phone: Phone): ChatView {
    const self = this.addressing === 'lid' ? phone.lidJid : phone.pnJid
    return this.history.view(this.jid, self, phone !== this)
  }

  protected showMessage({ id, from, chat }: Envelope, message: proto.IMessage) {
    const { owner } = from
    this.knownOwners.add(owner)
    const lid = chat.endsWith('@lid') || this.network.groups.get(chat)?.addressing === 'lid'
    this.history.set(id, { author: lid ? owner.lidJid : owner.pnJid, fromMe: false, message })
    const read = readMessage(message, this.network.media)
    if (!read) return
    this.unread.set(id, { owner, chat })
    this.inbox.add({ id, at: Date.now(), from: owner.number, chat, ...read })
    if (!chat.endsWith('@g.us')) this.automaticAnswers.schedule(owner)
  }

  protected sendDeliveryReceipt({ id, from, chat }: Envelope) {
    this.sendReceipt(from.owner, chat, [id])
    if (this.readsAtOnce) this.markRead()
  }

  private sendReceipt(owner: OwnerPhone, chat: string, [id, ...more]: string[], type?: 'read' | 'played') {
    const items = more.map((item) => stanza('item', { id: item }))
    const content = items.length > 0 ? [stanza('list', {}, items)] : undefined
    owner.deliverToCompanions(stanza('receipt', { ...this.receiptSender(chat), id, type, t: unixSeconds() }, content))
  }

  private viewTowards(to: OwnerPhone | Group): ChatView {
    const self = this.addressIn(to)
    if (to instanceof Group) return this.history.view(to.jid, self)
    return this.history.view(this.addressing === 'lid' ? to.lidJid : to.pnJid, self)
  }
}
