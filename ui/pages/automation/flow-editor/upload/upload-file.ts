import i18n from 'i18next'
import { AppError } from '../../../../../src/shared/errors'
import { type FileKind, flowFiles } from '../../../../../src/shared/flow/files'
import { flowToastMs, toastSuccess } from '../../../../lib/toast'
import { upload } from '../../../../lib/upload'
import { rememberFile } from './known-files'
import { shrinkPicture } from './shrink-picture'

/** A file on the server: the name that a node stores, and the file's own. */
export interface UploadedFile {
  mediaId: string
  name: string
}

/**
 * Uploads a file for a node, pictures compressed first, and says so. @throws AppError: ERR_TOO_LARGE and ERR_MEDIA_TYPE
 * also before anything is sent
 */
export async function uploadFlowFile(
  chosen: File,
  kind: FileKind,
  onProgress?: (share: number) => void,
): Promise<UploadedFile> {
  const { bytes, accept } = flowFiles[kind]
  if (!accept.split(',').some((ending) => chosen.name.toLowerCase().endsWith(ending)))
    throw new AppError('ERR_MEDIA_TYPE')
  const file = kind === 'image' ? await shrinkPicture(chosen, bytes) : chosen
  if (file.size > bytes) throw new AppError('ERR_TOO_LARGE', { limit: bytes })
  const mediaId = await send(file, kind, onProgress)
  rememberFile({ id: mediaId, name: file.name, mime: file.type, path: URL.createObjectURL(file), picked: file })
  toastSuccess(i18n.t(`flowFiles.added.${kind}`), flowToastMs)
  return { mediaId, name: file.name }
}

/** Sends the file to the route of its kind and returns its stored name. */
async function send(file: File, kind: FileKind, onProgress?: (share: number) => void): Promise<string> {
  const form = new FormData()
  form.set('fromMe', 'true')
  form.set('medias', file)
  form.set('body', file.name)
  if (kind === 'video' || kind === 'document')
    return (await upload<[string]>('/api/flowbuilder/content', form, { onProgress }))[0]
  const path = kind === 'image' ? '/api/flowbuilder/img' : '/api/flowbuilder/audio'
  return (await upload<{ name: string }>(path, form, { onProgress })).name
}
