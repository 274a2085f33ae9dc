import { Archive } from '../../core/backup/archive'
import { Platform, type Scope } from '../../core/scope'
import { newestMigration } from '../../core/storage/open-concurrently'
import { exportRows } from '../../core/storage/row-export'
import { shapesOf } from '../../core/storage/row-shape'
import type { CompanyId } from '../../core/storage/schema'
import type { TenantDb } from '../../core/storage/tenant'
import { exportedTables } from './exported-tables'
import type { CompanyFacts, CompanyManifest } from './model'

/** Names of members allowed in a company archive. */
export const companyArchiveMember = /^(data\/[a-z_]+\.jsonl|media\/[0-9a-f]{32})$/

/** Writes a snapshot of the company into one archive: a JSONL member per table, then the files, then the manifest. */
export async function writeCompanyArchive({ ports, companyId }: Scope, path: string) {
  const archive = await Archive.create(path)
  try {
    await new Platform(ports).snapshot(async (snapshot) => {
      for (const shape of shapesOf(snapshot.handle, exportedTables))
        await archive.addText(`data/${shape.table}.jsonl`, exportRows(snapshot.handle, shape, companyId))
      const missing: string[] = []
      for (const file of await filesOf(snapshot.tenant(companyId)))
        if (!(await archive.addFile(`media/${file.id}`, ports.media.absolute(file.path)))) missing.push(file.id)
      await archive.finish(await manifestOf(snapshot, companyId, missing))
    })
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

/** All files of the company but its exports. */
const filesOf = (db: TenantDb) =>
  db
    .select('media')
    .select(['media.id', 'media.path'])
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

async function manifestOf({ db, handle }: Platform, companyId: CompanyId, missing: string[]): Promise<CompanyManifest> {
  const company: CompanyFacts = await db
    .selectFrom('companies')
    .select(['name', 'email', 'phone', 'timeZone', 'language', 'schedules', 'holidays'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const createdAt = new Date().toISOString()
  return { product: 'balcao', kind: 'company', format: 1, schema: newestMigration(handle), createdAt, company, missing }
}
