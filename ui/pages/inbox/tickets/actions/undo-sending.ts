import { draft, saveDraft } from '../../../../lib/drafts'
import { newId } from '../../../../lib/id'
import type { Draft } from '../../../../lib/outbox/entries'
import { undoSend } from '../../../../lib/outbox/outbox'
import { composerState, focusComposer, storeAttachments } from '../store/composer'

/** Undoes the last sent messages of a ticket, which return to the composer. */
export const undoSending = (ticketId: number) => returnToComposer(ticketId, undoSend(ticketId))

/**
 * Returns messages to the composer: their texts before the text typed since, their files before those attached since.
 */
export function returnToComposer(ticketId: number, undone: Draft[]) {
  const state = composerState(ticketId)
  const texts = undone.filter(({ file }) => !file).map(({ body }) => body)
  const files = undone.flatMap(({ file, body }) => (file ? [{ id: newId(), file, caption: body }] : []))
  state.mode.value = 'reply'
  if (texts.length > 0) {
    state.startedAt.value ??= new Date().toISOString()
    saveDraft(ticketId, [...texts, draft(ticketId).peek().text].filter(Boolean).join('\n'))
  }
  if (files.length > 0) storeAttachments(ticketId, [...files, ...state.attachments.peek()])
  const quoted = undone[0]?.quoted
  if (quoted) state.reference.value ??= { kind: 'quote', quoted }
  focusComposer()
}
