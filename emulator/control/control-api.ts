import type { Content } from '../content'
import type { Faults } from '../faults'
import type { ReceivedKind } from '../inbox'
import type { ConnectionRecord, StanzaRecord } from '../journal'
import type { SampleName } from './samples'

/** The control API as it crosses HTTP: `POST /control/<name>` with the JSON of the argument, answered by JSON. */

/** Base64, or a file that the emulator makes itself. */
export type WireBytes = string | { sample: SampleName; seed?: number; seconds?: number }

type FileField = 'image' | 'video' | 'audio' | 'document' | 'sticker'
type Wire<C> = C extends string ? C : { [K in keyof C]: K extends FileField ? WireBytes : C[K] }
/** `Content` of emulator/content.ts with its files as `WireBytes`; of `raw`, bytes are base64 too. */
export type WireContent = Wire<Exclude<Content, { raw: unknown }>> | { raw: object }

/** A file as it is listed; `url` is relative to the control address. */
export interface WireMedia {
  url: string
  sha256: string
  size: number
  mimetype?: string
  fileName?: string
  voiceNote?: boolean
  seconds?: number
}

/** What a message shows. */
export interface Shown {
  kind: ReceivedKind
  text?: string
  media?: WireMedia
  location?: { latitude: number; longitude: number; name?: string }
  contact?: { name?: string; vcard: string }
  quoted?: { id: string; text?: string }
  reaction?: { to: string; emoji: string }
  edit?: { of: string; text: string }
  delete?: { of: string }
}

/** One message that a phone received, in order, nothing folded; `from` is the number of the account that wrote it. */
export interface WireReceived extends Shown {
  id: string
  at: number
  from: string
  chat: string
}

export type Ticks = 'sent' | 'delivered' | 'read' | 'played'

/** One bubble of a thread: edits, deletions and reactions are folded in. */
export interface Bubble extends Shown {
  id: string
  at: number
  /** Sent from this phone. */
  mine: boolean
  /** The other side: an owner's number, or the JID of a group. */
  with: string
  from: string
  /** Only of `mine`. */
  ticks?: Ticks
  edited?: boolean
  deleted?: boolean
  reactions: { mine: boolean; emoji: string }[]
  /** From before this start of the emulator: it can be read, and no more. */
  past?: boolean
}

export interface CustomerInput {
  /** Digits; without it a free Brazilian one is taken. */
  number?: string
  name?: string
  addressing?: 'pn' | 'lid'
  hideNumber?: boolean
  registered?: boolean
  readsAtOnce?: boolean
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
  picture: string | null
  unread: number
  /** The newest bubble, for a list. */
  last: Pick<Bubble, 'kind' | 'text' | 'at' | 'mine' | 'ticks' | 'deleted' | 'with'> | null
  /** Numbers of owners whose devices show "typing…" or "recording…" to this person just now. */
  typing: { from: string; state: string }[]
  calls: { id: string; owner: string; state: 'ringing' | 'rejected' | 'ended' }[]
}

export interface OwnerView {
  number: string
  lid: string
  name: string
  devices: { device: number; online: boolean; waiting: number }[]
}

/** A connection of the product that shows a QR code and waits. */
export interface WaitingCode {
  name: string
  qr: string
}

export interface StanzaFilter {
  number?: string
  tag?: string
  type?: string
  id?: string
  /** Beginning of the query, such as `encrypt`. */
  query?: string
  /** Milliseconds since the epoch. */
  since?: number
}

export interface Stats {
  owners: number
  customers: number
  connections: number
  /** Stanzas that linked devices have not confirmed yet. */
  waiting: number
  /** What linked devices sent: count by `tag`, or `tag type`, such as `receipt read`. */
  stanzas: Record<string, number>
  /** Extra copies of messages on the wire, each shown only once: phone → message id → copies. */
  wireRepeats: Record<string, Record<string, number>>
  /** How many messages each phone shows as received. */
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
export type FaultCall = { [N in FaultName]: { name: N; args: Parameters<Faults[N]> } }[FaultName]

interface WaitOptions {
  /** Milliseconds; default 30000. When they are over, the answer is 408. */
  timeout?: number
}

export interface ControlApi {
  info(input: object): { url: string; rootKey: string; ca: string; mediaHost: string; demo: boolean }

  addCustomer(input: CustomerInput): CustomerView
  customers(input: object): CustomerView[]
  /** Reinstalls the app: new identity, no sessions; linked devices are told of it unless `isTold` is false. */
  reinstall(input: { phone: string; isTold?: boolean }): object
  /** Off: messages for the phone wait at the server until it is on again. */
  switchPhone(input: { phone: string; on: boolean }): object
  /** Links WhatsApp Web to a customer's phone. */
  linkDevice(input: { phone: string }): { device: number }
  addOwner(input: { number?: string; name?: string }): OwnerView
  owners(input: object): OwnerView[]
  addGroup(input: { subject: string; members: string[]; addressing?: 'pn' | 'lid' }): { jid: string }

  /** Resolves when the device is linked (it then logs in by itself). */
  scan(input: { owner: string; qr: string }): object
  enterCode(input: { owner: string; code: string }): object
  /** The list on the owner's phone: removes all linked devices. */
  unlink(input: { owner: string }): object
  /** Codes that the host says are waiting; empty where no host tells. */
  waitingCodes(input: object): WaitingCode[]

  /** From a customer to an owner's number or a group's JID. */
  send(input: { from: string; to: string; content: WireContent }): { id: string }
  /** The phone tells its linked devices what its owner calls people. */
  tellAddressBook(input: { owner: string; people: { number: string; name: string }[] }): object
  /** Typed on the owner's own phone, to a customer's number or a group's JID. */
  typed(input: { owner: string; to: string; content: WireContent }): { id: string }
  typing(input: { from: string; to: string; state?: 'composing' | 'recording' | 'paused' }): object
  available(input: { from: string; to: string; online: boolean }): object
  call(input: { from: string; to: string; video?: boolean }): { id: string }
  hangUp(input: { from: string; id: string }): object
  /** Reads everything a customer has received. */
  markRead(input: { phone: string }): object
  play(input: { phone: string; id: string }): object

  thread(input: { phone: string; with?: string }): Bubble[]
  /** `device` is one that `linkDevice` gave; without it the phone itself. */
  inbox(input: { phone: string; device?: number }): WireReceived[]

  /** The first message that fits, already there or to come. `contains` looks inside the text, `after` skips by id. */
  waitForMessage(
    input: { phone: string; text?: string; contains?: string; kind?: ReceivedKind; after?: string } & WaitOptions,
  ): WireReceived
  /** Until a phone shows at least so many received messages. */
  waitForCount(input: { phone: string; count: number } & WaitOptions): { count: number }
  waitForStage(input: { phone: string; id: string; stage: 'delivered' | 'read' | 'played' } & WaitOptions): object
  waitForOnline(input: { owner: string; online: boolean } & WaitOptions): object
  /** Until linked devices have sent so many (default 1) stanzas that fit. */
  waitForStanza(input: StanzaFilter & { count?: number } & WaitOptions): StanzaRecord[]
  /** Until anything that is shown differs from the given state; without one, at once. */
  waitForChange(input: { state?: string } & WaitOptions): { state: string }

  fault(input: FaultCall): object
  stats(input: object): Stats
  stanzas(input: StanzaFilter): StanzaRecord[]
  connections(input: { number?: string }): ConnectionRecord[]
  /** Clears faults, journal and what phones show; with `phones` also removes customers and groups, and unlinks owners. */
  reset(input: { phones?: boolean }): object
}
export type ControlName = keyof ControlApi
