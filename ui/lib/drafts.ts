import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import { useMemo } from 'react'
import { me } from './session'
import { keysStartingWith, readStored, writeStored } from './storage'
import { useValue } from './use-value'

/**
 * Unsent text of an agent, per user and ticket: stored in the browser at every change, sent to the server when typing
 * pauses (draft-sync.ts). The newer of two devices wins. Removed when the message is sent.
 */
interface Draft {
  text: string
  /** Time of the last change, ISO 8601; '' for never. */
  at: string
  /** True if the server does not have this version yet. */
  dirty: boolean
  /** True if the server has, or may have, some version of this draft: it was sent, perhaps without an answer. */
  stored: boolean
}
const emptyDraft: Draft = { text: '', at: '', dirty: false, stored: false }

const prefix = () => `draft:${me.peek()?.id ?? 0}:`
const drafts = new Map<string, Signal<Draft>>()
/** Called at every local change; set by draft-sync.ts. */
let onDraftChanged: (ticketId: number) => void = () => {}
export function setDraftListener(listener: typeof onDraftChanged) {
  onDraftChanged = listener
}

function draftSignal(ticketId: number): Signal<Draft> {
  const key = `${prefix()}${ticketId}`
  const existing = drafts.get(key) ?? signal(readDraft(key))
  drafts.set(key, existing)
  return existing
}

function readDraft(key: string): Draft {
  const stored = readStored(key)
  if (!stored) return emptyDraft
  try {
    return { ...emptyDraft, ...(JSON.parse(stored) as Partial<Draft>) }
  } catch {
    return emptyDraft
  }
}

function saveEntry(ticketId: number, draft: Draft) {
  draftSignal(ticketId).value = draft
  // A deleted draft stays stored until the server has deleted it too.
  writeStored(`${prefix()}${ticketId}`, draft.text || draft.dirty ? JSON.stringify(draft) : null)
}

export const draftText = (ticketId: number): string => draftSignal(ticketId).peek().text
export const draft = (ticketId: number): ReadonlySignal<Draft> => draftSignal(ticketId)

/** Stores the typed text; an empty text deletes the draft. */
export function saveDraft(ticketId: number, text: string) {
  const { text: before, at, stored } = draftSignal(ticketId).peek()
  if (before === text) return
  // An empty draft that the server never had needs no request.
  const dirty = text !== '' || stored
  saveEntry(ticketId, { text, at: timeAfter(at), dirty, stored })
  if (dirty) onDraftChanged(ticketId)
}

/** Now, or 1 ms after the given time if that is later, such as when another device has a faster clock. */
const timeAfter = (at: string) => new Date(Math.max(Date.now(), at ? Date.parse(at) + 1 : 0)).toISOString()

/** Applies a draft from the server, unless the local one is newer. */
export function receiveDraft(ticketId: number, received: { body: string; at: string }) {
  const current = draftSignal(ticketId).peek()
  if (current.at > received.at || (current.dirty && current.at === received.at)) return
  saveEntry(ticketId, { text: received.body, at: received.at, dirty: false, stored: received.body !== '' })
}

/**
 * Marks a draft as possibly stored on the server, before it is sent: the page may be left before the response. Returns
 * the marked draft.
 */
export function markDraftSent(ticketId: number): Draft {
  saveEntry(ticketId, { ...draftSignal(ticketId).peek(), stored: true })
  return draftSignal(ticketId).peek()
}

/** Marks `sent` as stored on the server; a draft changed during the request stays dirty. */
export function markDraftPushed(ticketId: number, sent: Draft) {
  const now = draftSignal(ticketId).peek()
  const stored = sent.text !== ''
  saveEntry(ticketId, { ...now, stored, dirty: now !== sent && (now.text !== '' || stored) })
}

/** Stops sending a draft that the server refuses; the text stays in this browser. */
export function stopSyncingDraft(ticketId: number) {
  saveEntry(ticketId, { ...draftSignal(ticketId).peek(), dirty: false, stored: false })
}

/** Ids of the tickets that have a draft of the user in this browser. */
export const draftedTickets = (): number[] =>
  keysStartingWith(prefix())
    .map((key) => Number(key.slice(prefix().length)))
    .filter(Number.isSafeInteger)

/** Text of a ticket's draft, for the draft mark in the ticket list. */
export function useDraft(ticketId: number): string {
  return useValue(useMemo(() => draftSignal(ticketId), [ticketId])).text
}
