import { draft, saveDraft } from '../../../lib/drafts'
import { newId } from '../../../lib/id'
import { undoSend } from '../../../lib/outbox/outbox'
import { composerState, focusComposer, storeAttachments } from '../store/composer'

/**
 * Undoes the last sent messages of a ticket. Returns their texts to the composer before the text typed since, and their
 * files before those attached since.
 */
export function undoSending(ticketId: number) {
  const undone = undoSend(ticketId)
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
