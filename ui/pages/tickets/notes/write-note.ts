import i18n from 'i18next'
import type { TicketNote } from '../../../../src/features/notes/model'
import { limits } from '../../../../src/shared/limits'
import { colleagues } from '../../../lib/colleagues'
import { findMentioned } from '../../../lib/mentions'
import { me } from '../../../lib/session'
import { toastWarning } from '../../../lib/toast'
import { createNote } from '../store/requests'

/** Creates a note and notifies the mentioned colleagues; warns about those who may not see the ticket. */
export async function writeNote(ticketId: number, note: string): Promise<TicketNote> {
  const named = await namedIn(note)
  const written = await createNote(
    ticketId,
    note,
    named.map(({ id }) => id),
  )
  const untold = named.filter(({ id }) => !written.mentions.some((one) => one.id === id))
  if (untold.length > 0) {
    const names = untold.map(({ name }) => name).join(', ')
    toastWarning(i18n.t('conversation.mentionUnseen', { count: untold.length, names }))
  }
  return written
}

async function namedIn(note: string) {
  if (!note.includes('@')) return []
  if (colleagues.state.peek() !== 'ready') await colleagues.more()
  const others = colleagues.rows.peek().filter(({ id }) => id !== me.peek()?.id)
  return findMentioned(note, others).slice(0, limits.noteMentions)
}
