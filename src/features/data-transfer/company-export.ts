import type { Database as Sqlite } from 'bun:sqlite'
import { Archive } from '../../core/backup/archive'
import type { Scope } from '../../core/scope'
import { migrationsOf } from '../../core/storage/open-concurrently'
import { withStill } from '../../core/storage/read-snapshot'
import { linesOut } from '../../core/storage/row-export'
import { shapesOf } from '../../core/storage/row-shape'
import type { CompanyId } from '../../core/storage/schema'
import { carried } from './carried-tables'
import type { CompanyFacts, CompanyManifest } from './model'

/** Members of a company's file; nothing else is taken. */
export const companyMembers = /^(data\/[a-z_]+\.jsonl|media\/[0-9a-f]{32})$/

/** Writes the whole company as of one moment into one file: a table each, then the files, then what it holds. */
export async function writeCompany({ ports, companyId }: Scope, path: string) {
  const archive = await Archive.create(path)
  try {
    await withStill(ports.store, async (sqlite) => {
      for (const shape of shapesOf(sqlite, carried))
        await archive.addText(`data/${shape.table}.jsonl`, linesOut(sqlite, shape, companyId))
      const missing: string[] = []
      for (const file of filesOf(sqlite, companyId))
        if (!(await archive.addFile(`media/${file.id}`, ports.media.absolute(file.path)))) missing.push(file.id)
      await archive.finish(manifestOf(sqlite, companyId, missing))
    })
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

function filesOf(sqlite: Sqlite, companyId: CompanyId) {
  const text = `select id, path from media where companyId = ?1
    and id not in (select mediaId from data_exports where companyId = ?1 and mediaId is not null) order by id`
  return sqlite.query(text).all(companyId) as { id: string; path: string }[]
}

function manifestOf(sqlite: Sqlite, companyId: CompanyId, missing: string[]): CompanyManifest {
  const company = sqlite
    .query('select name, email, phone, timeZone, language, schedules, holidays from companies where id = ?')
    .get(companyId) as CompanyFacts
  const schema = migrationsOf(sqlite).at(-1) ?? ''
  const createdAt = new Date().toISOString()
  return { product: 'balcao', kind: 'company', format: 1, schema, createdAt, company, missing }
}
