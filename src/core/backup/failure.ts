import { AppError } from '../../shared/errors'
import { isFullDisk } from '../storage/sqlite/disk'
import { UserError } from '../user-error'
import { nameOfPlace } from './places/open-place'
import type { BackupTarget } from './places/place'

/** Sentence that says why a backup could not be stored, without secrets. */
export function describeBackupFailure(error: unknown, target: BackupTarget): string {
  const place = nameOfPlace(target)
  if (error instanceof UserError) return error.message
  if (error instanceof AppError && error.code === 'ERR_FILES_UNREACHABLE')
    return `the bucket ${place} does not store it (${codeOf(error.cause)})`
  if (isFullDisk(error)) return `the disk of ${place} is full`
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM')
    return `${place} cannot be written (${code}): it must belong to the user of the service, and ReadWritePaths= of the unit must name it`
  return code ? `${place} cannot be used (${code})` : `the backup failed (${messageOf(error)})`
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 200)

/** Code of the service, such as AccessDenied, or of the connection. */
function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && code !== '' ? code : messageOf(error)
}
