import { join } from 'node:path'
import { countText } from '../../core/count-text'
import { mediaDirectory } from '../../core/storage/data-directory'
import type { Handle } from '../../core/storage/db'
import { type FilePlace, moveFiles } from '../../core/storage/move/move-files'
import { S3Files } from '../../core/storage/s3-files'
import { type MediaPlace, nameOf } from '../../media-place'
import { printLine } from '../command'
import type { MoveRequest } from './read-request'

/** Copies the files that the database names to their new place; without one they stay. */
export async function moveMedia(handle: Handle, { config, to, media }: MoveRequest) {
  const from = config.media ?? { directory: mediaDirectory(config.dataDir) }
  const besideDatabase = to && 'directory' in to && !config.media ? { directory: mediaDirectory(to.directory) } : null
  const target = media ?? besideDatabase
  if (target === null || nameOf(target) === nameOf(from)) return
  printLine(`Copying files to ${nameOf(target)} …`)
  const { files, damaged } = await moveFiles(handle, openPlace(from), openPlace(target))
  printLine(`${countText(files, 'file')} in ${nameOf(target)}; the originals stay in ${nameOf(from)}.`)
  for (const path of damaged) printLine(`missing or changed before: ${join('media', path)}`)
}

const openPlace = (place: MediaPlace): FilePlace => ('s3' in place ? { bucket: new S3Files(place.s3) } : place)
