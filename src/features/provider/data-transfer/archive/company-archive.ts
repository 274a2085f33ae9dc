import { Archive } from '../../../../core/backup/archive'
import type { ArchiveOrder } from '../../../../core/backup/archive-thread'
import { newestMigration } from '../../../../core/storage/applied-migrations'
import type { Handle } from '../../../../core/storage/db'
import { MediaReader } from '../../../../core/storage/media-source'
import { exportRows } from '../../../../core/storage/row-export'
import { shapesOf } from '../../../../core/storage/row-shape'
import type { CompanyId } from '../../../../core/storage/schema'
import { exportedTables } from '../company/exported-tables'
import { describeArchive } from '../contact/describe-archive'
import type { CompanyFacts, CompanyManifest } from '../model'

/** Writes a snapshot of the company into one archive: a JSONL member per table, then the files, then the manifest. */
export async function writeArchiveOf(snapshot: Handle, { companyId, path, media }: ArchiveOrder) {
  const archive = await Archive.create(path)
  try {
    for (const shape of await shapesOf(snapshot, exportedTables))
      await archive.addText(`data/${shape.table}.jsonl`, exportRows(snapshot, shape, companyId))
    const reader = new MediaReader(media)
    const missing: string[] = []
    for (const file of await filesOf(snapshot, companyId))
      if (!(await reader.read(file.path, (path) => archive.addFile(`media/${file.id}`, path)))) missing.push(file.id)
    await archive.finish(await manifestOf(snapshot, companyId, missing))
  } catch (error) {
    await archive.abandon()
    throw error
  }
  return describeArchive(path)
}

/** All files of the company but its exports. */
const filesOf = ({ kysely }: Handle, companyId: CompanyId) =>
  kysely
    .selectFrom('media')
    .select(['media.id', 'media.path'])
    .where('media.companyId', '=', companyId)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('data_exports')
            .select('data_exports.id')
            .whereRef('data_exports.companyId', '=', 'media.companyId')
            .whereRef('data_exports.mediaId', '=', 'media.id'),
        ),
      ),
    )
    .orderBy('media.id')
    .execute()

async function manifestOf(snapshot: Handle, companyId: CompanyId, missing: string[]): Promise<CompanyManifest> {
  const company: CompanyFacts = await snapshot.kysely
    .selectFrom('companies')
    .select(['name', 'email', 'phone', 'timeZone', 'language', 'schedules', 'holidays'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const createdAt = new Date().toISOString()
  return {
    product: 'balcao',
    kind: 'company',
    format: 1,
    schema: await newestMigration(snapshot),
    createdAt,
    company,
    missing,
  }
}
