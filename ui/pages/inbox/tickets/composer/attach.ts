import i18n from 'i18next'
import { limits } from '../../../../../src/shared/limits'
import { fileSize } from '../../../../lib/file-size'
import { newId } from '../../../../lib/id'
import { toastUndo, toastWarning } from '../../../../lib/toast'
import { type Attachment, composerState, storeAttachments } from '../store/composer'

interface AcceptedFiles {
  attachments: Attachment[]
  /** Translated reasons of refused files. */
  refusals: string[]
}

/** Adds files to the attachments. Refuses empty and too large files, and files above the limit per message. */
function acceptFiles(before: Attachment[], files: File[]): AcceptedFiles {
  const refusals: string[] = []
  const acceptable = files.filter((file) => {
    const refusal = refusalOf(file)
    if (refusal) refusals.push(refusal)
    return !refusal
  })
  const added = acceptable.map((file) => ({ id: newId(), file, caption: '' }))
  const attachments = [...before, ...added].slice(0, limits.filesPerMessage)
  if (before.length + added.length > limits.filesPerMessage)
    refusals.push(i18n.t('tickets.tooManyFiles', { count: limits.filesPerMessage }))
  return { attachments, refusals }
}

function refusalOf({ name, size }: File): string | null {
  if (size === 0) return i18n.t('tickets.fileEmpty', { name })
  if (size <= limits.media) return null
  return i18n.t('tickets.fileTooLarge', { name, size: fileSize(size), limit: fileSize(limits.media) })
}

export function addAttachments(before: Attachment[], files: File[]): Attachment[] {
  const { attachments, refusals } = acceptFiles(before, files)
  for (const refusal of refusals) toastWarning(refusal)
  return attachments
}

/** Removes all attachments and offers to undo it. */
export function clearAttachments(ticketId: number, dropped: Attachment[], onUndo: () => void) {
  storeAttachments(ticketId, [])
  toastUndo(i18n.t('tickets.filesDropped', { count: dropped.length }), i18n.t('tickets.undo'), () => {
    onUndo()
    const since = composerState(ticketId).attachments.peek()
    storeAttachments(ticketId, [...dropped, ...since].slice(0, limits.filesPerMessage))
  })
}
