import i18n from 'i18next'
import type { TicketNote } from '../../../../../src/features/inbox/notes/model'
import { limits } from '../../../../../src/shared/limits'
import { colleagues } from '../../../../lib/colleagues'
import { findMentioned } from '../../../../lib/mentions'
import { me } from '../../../../lib/session'
import { toastSuccess, toastWarning } from '../../../../lib/toast'
import { composerState, storeNote, storeSendingNote } from '../store/composer'
import { createNote } from '../store/requests'

/** Creates a note and notifies the mentioned colleagues; warns about those who may not see the ticket. */
async function submitNote(ticketId: number, note: string): Promise<TicketNote> {
  const mentioned = await mentionedUsers(note)
  const created = await createNote(
    ticketId,
    note,
    mentioned.map(({ id }) => id),
  )
  const notNotified = mentioned.filter(({ id }) => !created.mentions.some((one) => one.id === id))
  toastSuccess(i18n.t('conversation.noteAdded'))
  if (notNotified.length > 0) {
    const names = notNotified.map(({ name }) => name).join(', ')
    toastWarning(i18n.t('conversation.mentionUnseen', { count: notNotified.length, names }))
  }
  return created
}

/**
 * Submits the unsent note of a ticket. Clears its field at once, so that words typed before the response stay; a refused
 * text returns before them. It stays stored in this browser until the response. @throws AppError
 */
export async function submitUnsentNote(ticketId: number, body: string): Promise<TicketNote> {
  const stopSending = storeSendingNote(ticketId, body)
  storeNote(ticketId, '')
  try {
    return await submitNote(ticketId, body)
  } catch (failure) {
    storeNote(ticketId, [body, composerState(ticketId).note.peek()].filter(Boolean).join('\n'))
    throw failure
  } finally {
    stopSending()
  }
}

async function mentionedUsers(note: string) {
  if (!note.includes('@')) return []
  if (colleagues.state.peek() !== 'ready') await colleagues.more()
  const others = colleagues.rows.peek().filter(({ id }) => id !== me.peek()?.id)
  return findMentioned(note, others).slice(0, limits.noteMentions)
}
