import { signal } from '@preact/signals-react'
import { me } from './session'
import { keep, keysStartingWith, recall } from './storage'
import { useValue } from './use-value'

/**
 * What an agent typed and did not send, per person and ticket, on this device only. Survives switching tickets,
 * reloading and an expired login; goes when the message is sent.
 */
const prefix = () => `draft:${me.peek()?.id ?? 0}:`
const drafts = signal<ReadonlyMap<number, string>>(new Map())
let loadedFor = ''

function load() {
  const mine = prefix()
  if (loadedFor === mine) return
  loadedFor = mine
  const found = keysStartingWith(mine).map((key) => [Number(key.slice(mine.length)), recall(key) ?? ''] as const)
  drafts.value = new Map(found.filter(([id, text]) => Number.isFinite(id) && text))
}

export function draftOf(ticketId: number): string {
  load()
  return drafts.peek().get(ticketId) ?? ''
}

/** An empty text forgets the draft. */
export function keepDraft(ticketId: number, text: string) {
  load()
  if (draftOf(ticketId) === text) return
  const next = new Map(drafts.peek())
  if (text) next.set(ticketId, text)
  else next.delete(ticketId)
  drafts.value = next
  keep(`${prefix()}${ticketId}`, text || null)
}

/** For the "Rascunho" mark of a list row. */
export function useDraft(ticketId: number): string {
  load()
  return useValue(drafts).get(ticketId) ?? ''
}
