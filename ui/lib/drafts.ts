import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import { useMemo } from 'react'
import { me } from './session'
import { keysStartingWith, readStored, writeStored } from './storage'
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
let onDraftChanged: (ticketId: number) => void = () => {}
export function setDraftListener(tell: typeof onDraftChanged) {
  onDraftChanged = tell
}

function draftSignal(ticketId: number): Signal<Draft> {
  const key = `${prefix()}${ticketId}`
  const known = drafts.get(key) ?? signal(readDraft(key))
  drafts.set(key, known)
  return known
}

function readDraft(key: string): Draft {
  const stored = readStored(key)
  if (!stored) return none
  try {
    return { ...none, ...(JSON.parse(stored) as Partial<Draft>) }
  } catch {
    return none
  }
}

function saveEntry(ticketId: number, draft: Draft) {
  draftSignal(ticketId).value = draft
  // What is gone is kept until the server knows that it is.
  writeStored(`${prefix()}${ticketId}`, draft.text || draft.dirty ? JSON.stringify(draft) : null)
}

export const draftText = (ticketId: number): string => draftSignal(ticketId).peek().text
export const draft = (ticketId: number): ReadonlySignal<Draft> => draftSignal(ticketId)

/** What the person typed; an empty text forgets the draft. */
export function saveDraft(ticketId: number, text: string) {
  const { text: before, stored } = draftSignal(ticketId).peek()
  if (before === text) return
  // What was sent before the server heard of it is no news to it.
  const dirty = text !== '' || stored
  saveEntry(ticketId, { text, at: new Date().toISOString(), dirty, stored })
  if (dirty) onDraftChanged(ticketId)
}

/** What the server says, unless something newer was typed here. */
export function receiveDraft(ticketId: number, heard: { body: string; at: string }) {
  const known = draftSignal(ticketId).peek()
  if (known.at > heard.at || (known.dirty && known.at === heard.at)) return
  saveEntry(ticketId, { text: heard.body, at: heard.at, dirty: false, stored: heard.body !== '' })
}

/** The server has what was typed until then; what was typed or sent meanwhile is news to it. */
export function markDraftPushed(ticketId: number, sent: Draft) {
  const now = draftSignal(ticketId).peek()
  const stored = sent.text !== ''
  saveEntry(ticketId, { ...now, stored, dirty: now !== sent && (now.text !== '' || stored) })
}

/** The server does not take it: the words stay in this browser only. */
export function keepDraftLocal(ticketId: number) {
  saveEntry(ticketId, { ...draftSignal(ticketId).peek(), dirty: false, stored: false })
}

/** Tickets with something of this person's in this browser. */
export const draftedTickets = (): number[] =>
  keysStartingWith(prefix())
    .map((key) => Number(key.slice(prefix().length)))
    .filter(Number.isSafeInteger)

/** For the "Rascunho" mark of a list row. */
export function useDraft(ticketId: number): string {
  return useValue(useMemo(() => draftSignal(ticketId), [ticketId])).text
}
