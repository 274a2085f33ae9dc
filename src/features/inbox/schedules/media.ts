import { openUploads } from '../../../core/http/open-uploads'
import { freeingChunks } from '../../../core/process/chunk-memory'
import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { attachFile, toFileInput } from '../../platform/media/attach'
import type { StoredFile } from '../../platform/media/files'
import type { Schedule } from './model'
import { getUnsent, refuseLongCaption, storeSchedule } from './service'

/**
 * Attaches a file to a schedule: any that can be sent to a customer. @throws ERR_VALIDATION for a text too long as a
 * caption, ERR_SCHEDULE_SENT
 */
export async function attachMedia(outer: Scope, id: number, upload: File): Promise<Schedule> {
  await getUnsent(outer, id) // checked before a large file is written to disk
  return attachFile(outer, toFileInput(upload), (scope, file) => storeFile(scope, id, file))
}

/**
 * PUT /schedules/:id/upload: streams a file that is too large for a form to disk and attaches it.
 * @throws as attachMedia; ERR_BUDGET, ERR_TOO_LARGE, ERR_EMPTY_MESSAGE without a body
 */
export async function streamMedia(
  outer: Scope,
  id: number,
  body: ReadableStream<Uint8Array> | null,
  name = 'file',
): Promise<Schedule> {
  await getUnsent(outer, id)
  if (!body) throw new AppError('ERR_EMPTY_MESSAGE')
  const { companyId, viewer } = outer
  return openUploads.run({ companyId, userId: viewer.userId }, () =>
    attachFile(outer, { stream: () => freeingChunks(body), name }, (scope, file) => storeFile(scope, id, file)),
  )
}

async function storeFile(scope: Scope, id: number, file: StoredFile): Promise<Schedule> {
  refuseLongCaption((await getUnsent(scope, id)).body)
  return storeSchedule(scope, id, { mediaId: file.id })
}

export const removeMedia = (outer: Scope, id: number): Promise<Schedule> =>
  outer.transaction(async (scope) => {
    await getUnsent(scope, id)
    return storeSchedule(scope, id, { mediaId: null })
  })
