import type { WrittenArchive } from '../../../../core/backup/archive-thread'
import { Platform, type Scope } from '../../../../core/scope'
import { writeArchiveOf } from '../archive/company-archive'

/** Writes a snapshot of the company into an archive, in a thread of its own. */
export function writeCompanyArchive({ ports, companyId }: Scope, path: string): Promise<WrittenArchive> {
  const order = { companyId, contactId: null, path, media: ports.media.source }
  return new Platform(ports).writeArchive(order, writeArchiveOf)
}
