import i18n from 'i18next'
import type { TicketNote } from '../../../../src/features/notes/model'
import { limits } from '../../../../src/shared/limits'
import { colleagues } from '../../../lib/colleagues'
import { findMentioned } from '../../../lib/mentions'
import { me } from '../../../lib/session'
import { toastSuccess, toastWarning } from '../../../lib/toast'
import { createNote } from '../store/requests'

/** Creates a note and notifies the mentioned colleagues; warns about those who may not see the ticket. */
export async function submitNote(ticketId: number, note: string): Promise<TicketNote> {
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

async function mentionedUsers(note: string) {
  if (!note.includes('@')) return []
  if (colleagues.state.peek() !== 'ready') await colleagues.more()
  const others = colleagues.rows.peek().filter(({ id }) => id !== me.peek()?.id)
  return findMentioned(note, others).slice(0, limits.noteMentions)
}
