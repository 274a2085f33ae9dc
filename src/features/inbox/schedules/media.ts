import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { attachFile, toFileInput } from '../../platform/media/attach'
import type { Schedule } from './model'
import { getUnsent, refuseLongCaption, storeSchedule } from './service'

/** Types of pictures; detected from the file's bytes. */
const pictures = ['image/png', 'image/jpeg']

/**
 * Attaches a picture to a schedule. @throws ERR_MEDIA_TYPE, ERR_VALIDATION for a text too long as a caption,
 * ERR_SCHEDULE_SENT
 */
export async function attachMedia(outer: Scope, id: number, upload: File): Promise<Schedule> {
  await getUnsent(outer, id) // checked before a large file is written to disk
  return attachFile(outer, toFileInput(upload), async (scope, file) => {
    if (!pictures.includes(file.mime)) throw new AppError('ERR_MEDIA_TYPE')
    refuseLongCaption((await getUnsent(scope, id)).body)
    return storeSchedule(scope, id, { mediaId: file.id })
  })
}

export const removeMedia = (outer: Scope, id: number): Promise<Schedule> =>
  outer.transaction(async (scope) => {
    await getUnsent(scope, id)
    return storeSchedule(scope, id, { mediaId: null })
  })
