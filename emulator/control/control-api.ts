import type { AnswerPlan } from '../answers'
import type { Content } from '../content'
import type { Faults } from '../faults'
import type { ReceivedKind } from '../inbox'
import type { ConnectionRecord, StanzaRecord } from '../journal'
import type { NewChatQuota, NewChatsView, TimeLock } from '../new-chats'
import type { PeopleInput, PeopleView } from './people'
import type { SampleName } from './samples'

/** Types of the control API: `POST /control/<name>` with the argument as JSON, answered with JSON. */

/** File as base64, or the name of a sample file. */
export type WireBytes = string | { sample: SampleName; seed?: number; seconds?: number }

type FileField = 'image' | 'video' | 'audio' | 'document' | 'sticker'
type Wire<C> = C extends string ? C : { [K in keyof C]: K extends FileField ? WireBytes : C[K] }
/** `Content` of emulator/content.ts with files as `WireBytes`; bytes inside `raw` are base64 too. */
export type WireContent = Wire<Exclude<Content, { raw: unknown }>> | { raw: object }

/** Description of a file; `url` is relative to the address of the control API. */
export interface WireMedia {
  url: string
  sha256: string
  size: number
  mimetype?: string
  fileName?: string
  voiceNote?: boolean
  seconds?: number
}

/** Shown content of a message. */
export interface Shown {
  kind: ReceivedKind
  text?: string
  media?: WireMedia
  location?: { latitude: number; longitude: number; name?: string }
  contact?: { name?: string; vcard: string }
  quoted?: { id: string; text?: string }
  /** Seconds after which the message disappears. */
  expiration?: number
  reaction?: { to: string; emoji: string }
  edit?: { of: string; text: string }
  delete?: { of: string }
}

/** Message received by a phone; edits, deletions and reactions are separate messages. `from`: number of the author. */
export interface WireReceived extends Shown {
  id: string
  at: number
  from: string
  chat: string
}

export type Ticks = 'sent' | 'delivered' | 'read' | 'played'

/** Bubble of a thread; edits, deletions and reactions are applied to the bubble they refer to. */
export interface Bubble extends Shown {
  id: string
  at: number
  /** True if sent from this phone. */
  mine: boolean
  /** Peer of the chat: an owner's number, or a group's JID. */
  with: string
  from: string
  /** Own bubbles only. */
  ticks?: Ticks
  edited?: boolean
  deleted?: boolean
  reactions: { mine: boolean; emoji: string }[]
  /** From before this start of the emulator: read only. */
  past?: boolean
}

export interface CustomerInput {
  /** Digits; default: a random unused Brazilian number. */
  number?: string
  name?: string
  addressing?: 'pn' | 'lid'
  hideNumber?: boolean
  registered?: boolean
  readsAtOnce?: boolean
  answers?: AnswerPlan | null
  tellsLid?: 'always' | 'whenAsked' | 'never'
  picture?: WireBytes
}

export interface CustomerView {
  number: string
  lid: string
  name: string
  addressing: 'pn' | 'lid'
  hideNumber: boolean
  registered: boolean
  readsAtOnce: boolean
  answers: AnswerPlan | null
  /** Numbers of owners this person has blocked. */
  blocked: string[]
  picture: string | null
  unread: number
  /** Newest bubble, for the list of customers. */
  last: Pick<Bubble, 'kind' | 'text' | 'at' | 'mine' | 'ticks' | 'deleted' | 'with'> | null
  /** Numbers of owners whose devices show "typing…" or "recording…" to this customer now. */
  typing: { from: string; state: string }[]
  calls: { id: string; owner: string; state: 'ringing' | 'rejected' | 'ended' }[]
}

export interface OwnerView {
  number: string
  lid: string
  name: string
  devices: { device: number; online: boolean; waiting: number }[]
}

/** Connection of the product that shows a QR code and waits for its scan. */
export interface WaitingCode {
  name: string
  qr: string
}

export interface StanzaFilter {
  number?: string
  tag?: string
  type?: string
  id?: string
  /** Prefix of the query, such as `encrypt`. */
  query?: string
  /** Milliseconds since the epoch. */
  since?: number
}

export interface Stats {
  owners: number
  customers: number
  connections: number
  /** Stanzas without a receipt or ack of their device. */
  waiting: number
  /** Number of stanzas sent by devices, by `tag` or `tag type`, such as `receipt read`. */
  stanzas: Record<string, number>
  /** Repeated deliveries of messages, each shown once: phone → message id → number of repeats. */
  wireRepeats: Record<string, Record<string, number>>
  /** Number of received messages by phone. */
  received: Record<string, number>
}

export type FaultName = Exclude<
  { [N in keyof Faults]: Faults[N] extends (...values: never[]) => void ? N : never }[keyof Faults],
  | 'loginFailureOf'
  | 'takeAckError'
  | 'takeBreak'
  | 'takeCopyCount'
  | 'takeDamage'
  | 'takeEmptyContent'
  | 'takeMediaFailure'
  | 'mediaReleased'
>
type FaultCall = { [N in FaultName]: { name: N; args: Parameters<Faults[N]> } }[FaultName]

interface WaitOptions {
  /** Milliseconds, default 60000. After that the answer is 408. */
  timeout?: number
}

export interface ControlApi {
  info(input: object): { url: string; rootKey: string; ca: string; mediaHost: string; demo: boolean }

  addCustomer(input: CustomerInput): CustomerView
  customers(input: object): CustomerView[]
  /** Creates many customers at once, with shares that are not on WhatsApp, block, read or answer. */
  addPeople(input: PeopleInput): PeopleView
  /** Blocks an owner for a customer: WhatsApp takes the owner's messages and never delivers them. */
  block(input: { from: string; to: string; on?: boolean }): object
  /** Reinstalls the app: new identity key, no sessions. Linked devices are notified unless `isTold` is false. */
  reinstall(input: { phone: string; isTold?: boolean }): object
  /** Switches a phone on or off. While off, its messages wait at the server. */
  switchPhone(input: { phone: string; on: boolean }): object
  /** Links WhatsApp Web to a customer's phone. */
  linkDevice(input: { phone: string }): { device: number }
  addOwner(input: { number?: string; name?: string }): OwnerView
  owners(input: object): OwnerView[]
  /** Creates a group. `admins`: numbers of members who administer it beside its owners. */
  addGroup(input: { subject: string; members: string[]; admins?: string[]; addressing?: 'pn' | 'lid' }): { jid: string }

  /** Sets the quota of new chats of an owner's account, or removes it; linked devices are notified. */
  limitNewChats(input: { owner: string; quota: NewChatQuota | 'off' }): NewChatsView
  /** Ends the current cycle of the quota. */
  endQuotaCycle(input: { owner: string }): NewChatsView
  /** Sets or lifts the reach-out time-lock of an owner's account; linked devices are notified. */
  timeLock(input: { owner: string; lock: TimeLock | 'off' }): NewChatsView
  newChats(input: { owner: string }): NewChatsView

  /** Scans a QR code; answers when the device is linked, which logs in afterwards. */
  scan(input: { owner: string; qr: string }): object
  enterCode(input: { owner: string; code: string }): object
  /** Removes all linked devices, like "log out" in the phone's list. */
  unlink(input: { owner: string }): object
  /** QR codes from `SimulationOptions.qrCodes`; empty without that option. */
  waitingCodes(input: object): WaitingCode[]

  /** Whether the customers of a demonstration write by themselves, or are paused; null where none do. */
  automatic(input: { paused?: boolean }): { paused: boolean | null }

  /** Sends from a customer to an owner's number or a group's JID. */
  send(input: { from: string; to: string; content: WireContent }): { id: string }
  /** Sends the names of the phone's address book to its linked devices, as a history sync. */
  tellAddressBook(input: { owner: string; people: { number: string; name: string }[] }): object
  /** Sends from the owner's own phone to a customer's number or a group's JID. */
  typed(input: { owner: string; to: string; content: WireContent }): { id: string }
  typing(input: { from: string; to: string; state?: 'composing' | 'recording' | 'paused' }): object
  available(input: { from: string; to: string; online: boolean }): object
  call(input: { from: string; to: string; video?: boolean }): { id: string }
  hangUp(input: { from: string; id: string }): object
  /** Marks all messages received by a customer as read. */
  markRead(input: { phone: string }): object
  play(input: { phone: string; id: string }): object

  thread(input: { phone: string; with?: string }): Bubble[]
  /** Messages received by a device of `linkDevice`; without `device`, by the phone. */
  inbox(input: { phone: string; device?: number }): WireReceived[]

  /** First matching message, present or future. `contains`: part of the text; `after`: skips messages up to this id. */
  waitForMessage(
    input: { phone: string; text?: string; contains?: string; kind?: ReceivedKind; after?: string } & WaitOptions,
  ): WireReceived
  /** Waits until a phone has received at least `count` messages. */
  waitForCount(input: { phone: string; count: number } & WaitOptions): { count: number }
  waitForStage(input: { phone: string; id: string; stage: 'delivered' | 'read' | 'played' } & WaitOptions): object
  waitForOnline(input: { owner: string; online: boolean } & WaitOptions): object
  /** Waits until devices have sent `count` (default 1) matching stanzas. */
  waitForStanza(input: StanzaFilter & { count?: number } & WaitOptions): StanzaRecord[]
  /** Waits until the shown state differs from the given one; answers at once without it. */
  waitForChange(input: { state?: string } & WaitOptions): { state: string }

  fault(input: FaultCall): object
  stats(input: object): Stats
  stanzas(input: StanzaFilter): StanzaRecord[]
  connections(input: { number?: string }): ConnectionRecord[]
  /** Clears faults, journal and shown messages; with `phones` also unlinks owners and removes all phones and groups. */
  reset(input: { phones?: boolean }): object
}
export type ControlName = keyof ControlApi
