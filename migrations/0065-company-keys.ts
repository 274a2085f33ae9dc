import type { Kysely } from 'kysely'
import { table, withCompany } from './columns'

/** Creates the companies' keys, sealed by the root key. The start that follows creates those of existing companies. */
export const up = async (db: Kysely<unknown>) => {
  await withCompany(table(db, 'company_keys'))
    .addColumn('sealed', 'blob', (c) => c.notNull())
    .addColumn('createdAt', 'text', (c) => c.notNull())
    .addUniqueConstraint('company_keys_company', ['companyId'])
    .execute()
}
