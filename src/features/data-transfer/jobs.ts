import type { JobHandler } from '../../core/jobs/job'
import type { Scope } from '../../core/scope'
import type { Jobs } from '../../jobs'
import { AppError } from '../../shared/errors'
import { allocateFile, describeFile, registerFile, removeFromDisk } from '../media/files'
import { writeCompanyArchive } from './company-export'
import { writeContactArchive } from './contact-export'
import { finishExport, getExportRow } from './service'

/**
 * Job `export.make`: writes the archive of an export. A second run writes a second file; the sweep deletes the first.
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
      if (row.contactId === null) await writeCompanyArchive(scope, target.absolute)
      else await writeContactArchive(scope, target.absolute, row.contactId)
      const name = row.contactId === null ? 'empresa' : `contato-${row.contactId}`
      const day = new Date().toISOString().slice(0, 10)
      const described = await describeFile(scope, target, `${name}-${day}.tar`)
      const file = { ...described, mime: 'application/x-tar' }
      await scope.transaction(async (scope) => {
        if ((await findExportRow(scope, exportId))?.status !== 'making') throw new AppError('ERR_NO_EXPORT_FOUND')
        await registerFile(scope, file)
        await finishExport(scope, exportId, { mediaId: file.id, size: file.size })
      })
    } catch (error) {
      await removeFromDisk(target.absolute)
      if (error instanceof AppError) return // the contact or the export was deleted meanwhile
      throw error
    }
  },
  parked: (scope, { exportId }) => finishExport(scope, exportId, null),
}

async function findExportRow(scope: Scope, id: number) {
  try {
    return await getExportRow(scope, id)
  } catch {
    return undefined
  }
}
