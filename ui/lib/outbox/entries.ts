import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import type { QuotedMessage } from '../../../src/features/messages/model'
import { offline } from '../offline'

export interface Voice {
  seconds: number
  waveform: number[]
}
/** What the person sends: words, a file with a caption, or a voice note. */
export interface Draft {
  body: string
  quoted: QuotedMessage | null
  file?: File
  voice?: Voice
}

/** A message that the server has not confirmed. */
export interface Entry {
  /** Its idempotency key too. */
  clientId: string
  /** Writer and company: sent under no other name. */
  userId: number
  companyId: number
  ticketId: number
  uuid: string
  /** The contact's name, for where the conversation is not on screen. */
  name: string
  draft: Draft
  /** When it was written, in epoch ms; also the order. */
  at: number
  /** The uploaded file: another attempt sends only the message. */
  mediaId?: string
  /** `waiting` is tried again by itself, `failed` waits for the person. */
  state: 'sending' | 'waiting' | 'failed'
  /** What a waiting message waits for. */
  cause: 'connection' | 'server'
  /** Why it failed, in words. */
  error: string
  /** 0 to 1 while a file goes up, null otherwise. */
  progress: number | null
  /** False when the browser had no room for it: it lives as long as this page. */
  isKept: boolean
  /** True for one that the connection or an earlier page held up: it keeps its place behind all that is older. */
  isDelayed: boolean
  /** True for one that an earlier page wrote. */
  isAdopted: boolean
}

const byId = signal<ReadonlyMap<string, Entry>>(new Map())
const aborts = new Map<string, AbortController>()

/** All of this tab, oldest first. */
export const unsent: ReadonlySignal<readonly Entry[]> = computed(() =>
  [...byId.value.values()].sort((a, b) => a.at - b.at),
)
/** Those that wait for something or were refused: what the person has to know of. */
export const heldUp = computed(() => unsent.value.filter((entry) => entry.state !== 'sending' || offline.value))
/** The newest of them in a ticket. */
export const heldUpIn = (ticketId: number): ReadonlySignal<Entry | undefined> =>
  computed(() => heldUp.value.findLast((entry) => entry.ticketId === ticketId))

export const entryOf = (clientId: string): Entry | undefined => byId.peek().get(clientId)
/** Aborted when the entry is gone. */
export const abortOf = (clientId: string): AbortSignal => {
  const known = aborts.get(clientId) ?? new AbortController()
  aborts.set(clientId, known)
  return known.signal
}

export function addEntry(entry: Entry) {
  byId.value = new Map(byId.peek()).set(entry.clientId, entry)
}

export function changeEntry(clientId: string, changes: Partial<Entry>) {
  const entry = entryOf(clientId)
  if (entry) addEntry({ ...entry, ...changes })
}

/** `before` runs in the same batch: a bubble that goes on as the server's message never disappears between. */
export function dropEntry(clientId: string, before?: () => void) {
  batch(() => {
    before?.()
    const left = new Map(byId.peek())
    if (left.delete(clientId)) byId.value = left
  })
  aborts.get(clientId)?.abort()
  aborts.delete(clientId)
}

let last = 0
/** Now, and later than every answer before: messages of one moment keep their order. */
export function nextMoment(): number {
  last = Math.max(last + 0.001, performance.timeOrigin + performance.now())
  return last
}
