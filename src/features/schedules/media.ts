import type { Scope } from '../../core/scope'
import { AppError } from '../../shared/errors'
import { discard, registerFile, saveStream } from '../media/files'
import type { Schedule } from './model'
import { getUnsent, refuseLongCaption, store } from './service'

/** The pictures the specification names; judged by their bytes. */
const pictures = ['image/png', 'image/jpeg']

/** @throws ERR_MEDIA_TYPE, ERR_VALIDATION for a text too long beside a picture, ERR_SCHEDULE_SENT */
export async function attachMedia(outer: Scope, id: number, given: File): Promise<Schedule> {
  getUnsent(outer, id) // before anything large is written for nothing
  const file = await saveStream(outer, given.stream(), given.name)
  try {
    if (!pictures.includes(file.mime)) throw new AppError('ERR_MEDIA_TYPE')
    return await outer.transaction(async (scope) => {
      refuseLongCaption(getUnsent(scope, id).body)
      registerFile(scope, file)
      return store(scope, id, { mediaId: file.id })
    })
  } catch (error) {
    await discard(outer.ports.media.absolute(file.path))
    throw error
  }
}

export const removeMedia = (outer: Scope, id: number): Promise<Schedule> =>
  outer.transaction(async (scope) => {
    getUnsent(scope, id)
    return store(scope, id, { mediaId: null })
  })
