import i18n from 'i18next'
import type { TicketNote } from '../../../../../src/features/inbox/notes/model'
import { confirm } from '../../../../components/confirm'
import { toastError, toastSuccess } from '../../../../lib/toast'
import { deleteNote } from '../store/requests'
import { dropNote } from '../store/threads'

/** Deletes a note after confirmation; returns true if deleted. */
export async function confirmAndDeleteNote({ id }: TicketNote): Promise<boolean> {
  const isConfirmed = await confirm({
    title: i18n.t('conversation.noteDeleteTitle'),
    text: i18n.t('conversation.noteDeleteText'),
    action: i18n.t('conversation.noteDelete'),
    danger: true,
  })
  if (!isConfirmed) return false
  try {
    await deleteNote(id)
    dropNote(id)
    toastSuccess(i18n.t('conversation.noteDeleted'))
    return true
  } catch (failure) {
    toastError(failure)
    return false
  }
}
