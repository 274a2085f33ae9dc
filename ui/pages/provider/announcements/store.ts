import i18n from 'i18next'
import type { Announcement, AnnouncementInput } from '../../../../src/features/provider/announcements/model'
import { confirm } from '../../../components/confirm'
import { type ChosenFileValue, uploadChosenFile } from '../../../components/file-field'
import { receiveAnnouncementEvent } from '../../../lib/announcements'
import { api, unwrapResponse } from '../../../lib/api'
import { toastError, toastSuccess } from '../../../lib/toast'

/**
 * Saves the text, then the picture. If the picture fails, the error carries the saved record as `written`, so that a
 * retry updates it. @throws AppError
 */
export async function saveAnnouncement(
  current: Announcement | null,
  input: AnnouncementInput,
  picture: ChosenFileValue,
) {
  const written = await unwrapResponse(
    current ? api.announcements({ id: current.id }).put(input) : api.announcements.post(input),
  )
  receiveAnnouncementEvent({ action: 'update', record: written })
  const { id, mediaPath } = written
  const removeAnnouncement = mediaPath ? () => unwrapResponse(api.announcements({ id })['media-upload'].delete()) : null
  const pictured = await uploadChosenFile<Announcement>(
    `/api/announcements/${id}/media-upload`,
    picture,
    removeAnnouncement,
  ).catch((failure) => {
    throw Object.assign(failure, { written })
  })
  if (pictured) receiveAnnouncementEvent({ action: 'update', record: pictured })
  toastSuccess(i18n.t(current ? 'announcements.saved' : 'announcements.created'))
}

export async function removeAnnouncement({ id, title }: Announcement) {
  const isConfirmed = await confirm({
    title: i18n.t('announcements.deleteTitle', { title }),
    text: i18n.t('announcements.deleteText'),
    action: i18n.t('common.delete'),
    danger: true,
  })
  if (!isConfirmed) return
  await unwrapResponse(api.announcements({ id }).delete()).then(() => {
    receiveAnnouncementEvent({ action: 'delete', id })
    toastSuccess(i18n.t('announcements.deleted'))
  }, toastError)
}
