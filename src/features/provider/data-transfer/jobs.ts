import type { JobHandler, Jobs } from '../../../core/jobs/job'
import type { Scope } from '../../../core/scope'
import { AppError } from '../../../shared/errors'
import { type AllocatedFile, allocateFile, type StoredFile } from '../../platform/media/files'
import { admitFile } from '../../platform/media/quota'
import { writeCompanyArchive } from './company/company-export'
import { writeContactArchive } from './contact/contact-export'
import { finishExport, getExportRow, removeReplacedExports } from './service'

/**
 * Job `export.make`: writes the archive of an export, which replaces the earlier one and fails beyond the company's
 * quota. A second run writes a second file; the sweep deletes the first.
 */
export const makeExport: JobHandler<Jobs['export.make']> = {
  attempts: 3,
  interruptions: 3,
  concurrency: 2,
  perGroup: 1,
  timeoutSeconds: 6 * 3600,
  async run(scope, { exportId }) {
    const row = await findExportRow(scope, exportId)
    if (row?.status !== 'making') return
    const target = await allocateFile(scope)
    try {
      const file =
        row.contactId === null ? await companyFile(scope, target) : await contactFile(scope, target, row.contactId)
      await scope.ports.media.storeFile(file.path)
      await scope.transaction(async (scope) => {
        if ((await findExportRow(scope, exportId))?.status !== 'making') throw new AppError('ERR_NO_EXPORT_FOUND')
        await removeReplacedExports(scope, row.contactId)
        await admitFile(scope, file)
        await finishExport(scope, exportId, { mediaId: file.id, size: file.size })
      })
    } catch (error) {
      await scope.ports.media.remove(target.path)
      if (error instanceof AppError && error.code === 'ERR_NO_ROOM') return finishExport(scope, exportId, null)
      if (error instanceof AppError) return // the contact or the export was deleted meanwhile
      throw error
    }
  },
  parked: (scope, { exportId }) => finishExport(scope, exportId, null),
}

async function companyFile(scope: Scope, { id, path, absolute }: AllocatedFile): Promise<StoredFile> {
  const written = await writeCompanyArchive(scope, absolute)
  return { id, path, originalName: `empresa-${today()}.tar`, mime: 'application/x-tar', ...written }
}

async function contactFile(
  scope: Scope,
  { id, path, absolute }: AllocatedFile,
  contactId: number,
): Promise<StoredFile> {
  const written = await writeContactArchive(scope, absolute, contactId)
  return { id, path, originalName: `contato-${contactId}-${today()}.zip`, mime: 'application/zip', ...written }
}

const today = () => new Date().toISOString().slice(0, 10)

async function findExportRow(scope: Scope, id: number) {
  try {
    return await getExportRow(scope, id)
  } catch {
    return undefined
  }
}
