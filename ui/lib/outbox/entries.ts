import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { QuotedMessage } from '../../../src/features/inbox/messages/model'
import { isOffline } from '../offline'

interface Voice {
  seconds: number
  waveform: number[]
}
/** Content of a message: text, a file with a caption, a voice note, a sticker, a location or a contact. */
export interface Draft {
  body: string
  quoted: QuotedMessage | null
  file?: File
  voice?: Voice
  /** The file is a sticker. */
  sticker?: true
  location?: { latitude: number; longitude: number; address?: string }
  contact?: { id: number; name: string; number: string }
}

/** Message that the server has not confirmed. */
export interface Entry {
  /** Also sent as the idempotency key. */
  clientId: string
  /** Author and company; the message is sent only while they are signed in. */
  userId: number
  companyId: number
  ticketId: number
  uuid: string
  /** Name of the contact, shown where the conversation is not open. */
  name: string
  draft: Draft
  /** Time of writing in epoch ms; defines the order. */
  at: number
  /** Id of the uploaded file; a retry sends only the message. */
  mediaId?: string
  /** `waiting` is retried automatically, `failed` waits for the user. */
  state: 'sending' | 'waiting' | 'failed'
  /** Cause of the state `waiting`. */
  cause: 'connection' | 'server'
  /** Translated reason of the state `failed`. */
  error: string
  /** 0 to 1 while a file is uploaded, otherwise null. */
  progress: number | null
  /** False if the browser could not store it; it is lost when the page is closed. */
  isPersisted: boolean
  /** True if it was delayed by the connection or by a reload; it is then sent after all older messages. */
  isDelayed: boolean
  /** True if another page has written it. */
  isAdopted: boolean
}

const byId = signal<ReadonlyMap<string, Entry>>(new Map())
const aborts = new Map<string, AbortController>()

/** All entries of this tab, oldest first. */
export const unsentEntries: ReadonlySignal<readonly Entry[]> = computed(() =>
  [...byId.value.values()].sort((a, b) => a.at - b.at),
)
/** Entries that wait or failed; shown to the user. */
export const undeliveredEntries = computed(() =>
  unsentEntries.value.filter((entry) => entry.state !== 'sending' || isOffline.value),
)
/** Newest waiting or failed entry of a ticket. */
export const undeliveredIn = (ticketId: number): ReadonlySignal<Entry | undefined> =>
  computed(() => undeliveredEntries.value.findLast((entry) => entry.ticketId === ticketId))

export const entryOf = (clientId: string): Entry | undefined => byId.peek().get(clientId)
/** Signal that is aborted when the entry is removed. */
export const abortSignalOf = (clientId: string): AbortSignal => {
  const controller = aborts.get(clientId) ?? new AbortController()
  aborts.set(clientId, controller)
  return controller.signal
}

export function addEntry(entry: Entry) {
  byId.value = new Map(byId.peek()).set(entry.clientId, entry)
}

export function changeEntry(clientId: string, changes: Partial<Entry>) {
  const entry = entryOf(clientId)
  if (entry) addEntry({ ...entry, ...changes })
}

/**
 * Removes an entry. `before` runs in the same batch, so that a bubble which becomes a stored message never disappears.
 */
export function dropEntry(clientId: string, before?: () => void) {
  batch(() => {
    before?.()
    const entries = new Map(byId.peek())
    if (entries.delete(clientId)) byId.value = entries
  })
  aborts.get(clientId)?.abort()
  aborts.delete(clientId)
}

let lastTimestamp = 0
/**
 * Current epoch time in ms, always later than the previous result, so that messages of the same moment keep their
 * order.
 */
export function nextTimestamp(): number {
  lastTimestamp = Math.max(lastTimestamp + 0.001, performance.timeOrigin + performance.now())
  return lastTimestamp
}
