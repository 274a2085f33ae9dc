import type { WrittenArchive } from '../../../../core/backup/archive-thread'
import { Platform, type Scope } from '../../../../core/scope'
import { writeContactArchiveOf } from './contact-archive'

/** Writes a snapshot of a contact's data into a zip file, in a thread of its own. @throws ERR_NO_CONTACT_FOUND */
export function writeContactArchive(
  { ports, companyId }: Scope,
  path: string,
  contactId: number,
): Promise<WrittenArchive> {
  const order = { companyId, contactId, path, media: ports.media.source }
  return new Platform(ports).writeArchive(order, writeContactArchiveOf)
}
