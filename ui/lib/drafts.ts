import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import { useMemo } from 'react'
import { me } from './session'
import { keep, keysStartingWith, recall } from './storage'
import { useValue } from './use-value'

/**
 * What an agent typed and did not send, per person and ticket: in this browser with every key, on the server when it
 * pauses (draft-sync.ts). Of two devices the newer one wins. Goes when the message is sent.
 */
export interface Draft {
  text: string
  /** When it was typed last, ISO; '' for never. */
  at: string
  /** The server has not heard of it yet. */
  dirty: boolean
  /** The server has words for this ticket, though perhaps older ones. */
  stored: boolean
}
const none: Draft = { text: '', at: '', dirty: false, stored: false }

const prefix = () => `draft:${me.peek()?.id ?? 0}:`
const drafts = new Map<string, Signal<Draft>>()
/** Told of every word typed here; draft-sync.ts sets it. */
let onTyped: (ticketId: number) => void = () => {}
export function whenTyped(tell: typeof onTyped) {
  onTyped = tell
}

function entry(ticketId: number): Signal<Draft> {
  const key = `${prefix()}${ticketId}`
  const known = drafts.get(key) ?? signal(read(key))
  drafts.set(key, known)
  return known
}

function read(key: string): Draft {
  const stored = recall(key)
  if (!stored) return none
  try {
    return { ...none, ...(JSON.parse(stored) as Partial<Draft>) }
  } catch {
    return none
  }
}

function put(ticketId: number, draft: Draft) {
  entry(ticketId).value = draft
  // What is gone is kept until the server knows that it is.
  keep(`${prefix()}${ticketId}`, draft.text || draft.dirty ? JSON.stringify(draft) : null)
}

export const draftOf = (ticketId: number): string => entry(ticketId).peek().text
export const draft = (ticketId: number): ReadonlySignal<Draft> => entry(ticketId)

/** What the person typed; an empty text forgets the draft. */
export function keepDraft(ticketId: number, text: string) {
  const { text: before, stored } = entry(ticketId).peek()
  if (before === text) return
  // What was sent before the server heard of it is no news to it.
  const dirty = text !== '' || stored
  put(ticketId, { text, at: new Date().toISOString(), dirty, stored })
  if (dirty) onTyped(ticketId)
}

/** What the server says, unless something newer was typed here. */
export function hearDraft(ticketId: number, heard: { body: string; at: string }) {
  const known = entry(ticketId).peek()
  if (known.at > heard.at || (known.dirty && known.at === heard.at)) return
  put(ticketId, { text: heard.body, at: heard.at, dirty: false, stored: heard.body !== '' })
}

/** The server has what was typed until then; what was typed or sent meanwhile is news to it. */
export function settleDraft(ticketId: number, sent: Draft) {
  const now = entry(ticketId).peek()
  const stored = sent.text !== ''
  put(ticketId, { ...now, stored, dirty: now !== sent && (now.text !== '' || stored) })
}

/** The server does not take it: the words stay in this browser only. */
export function keepHere(ticketId: number) {
  put(ticketId, { ...entry(ticketId).peek(), dirty: false, stored: false })
}

/** Tickets with something of this person's in this browser. */
export const draftedTickets = (): number[] =>
  keysStartingWith(prefix())
    .map((key) => Number(key.slice(prefix().length)))
    .filter(Number.isSafeInteger)

/** For the "Rascunho" mark of a list row. */
export function useDraft(ticketId: number): string {
  return useValue(useMemo(() => entry(ticketId), [ticketId])).text
}
