import { type Signal, signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { Proposal } from '../../../../../src/features/inbox/proposals/model'
import { draftText, saveDraft } from '../../../../lib/drafts'
import { me } from '../../../../lib/session'
import { keysStartingWith, readStored, writeStored } from '../../../../lib/storage'
import { toastInfo } from '../../../../lib/toast'

/**
 * Changed texts of proposals, stored in this browser at every change like drafts (lib/drafts.ts), so that a reload keeps
 * them. Removed when the person sends, discards or returns to the proposed text.
 */
export type Place = Pick<Proposal, 'id' | 'ticketId'>

const prefixOf = (ticketId: number) => `proposal:${me.peek()?.id ?? 0}:${ticketId}:`
const keyOf = ({ id, ticketId }: Place) => `${prefixOf(ticketId)}${id}`
const texts = new Map<string, Signal<string | null>>()

/** Changed text of a proposal; null while it is not changed. Change it by `storeChangedText`. */
export function changedText(place: Place): Signal<string | null> {
  const key = keyOf(place)
  const existing = texts.get(key) ?? signal(readStored(key))
  texts.set(key, existing)
  return existing
}

/** Stores the changed text of a proposal; null removes it. */
export function storeChangedText(place: Place, text: string | null) {
  changedText(place).value = text
  writeStored(keyOf(place), text)
}

/** Moves a changed text into the draft of the answer when the proposal was decided or ended elsewhere. */
export function returnChangedText(place: Place) {
  const text = changedText(place).peek()
  storeChangedText(place, null)
  texts.delete(keyOf(place))
  if (!text?.trim()) return
  saveDraft(place.ticketId, [draftText(place.ticketId), text].filter(Boolean).join('\n'))
  toastInfo(i18n.t('conversation.proposalReturned'))
}

/** Proposals of a ticket that have a changed text in this browser. */
export function changedProposals(ticketId: number): Place[] {
  const prefix = prefixOf(ticketId)
  const keys = [...keysStartingWith(prefix), ...[...texts.keys()].filter((key) => key.startsWith(prefix))]
  return [...new Set(keys)].map((key) => ({ id: Number(key.slice(prefix.length)), ticketId }))
}
