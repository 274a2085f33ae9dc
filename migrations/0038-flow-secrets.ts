import type { Kysely } from 'kysely'
import { companyForeignKey, flag, table, withCompany } from './columns'

/** Creates the secrets of flows, such as API keys of their nodes; the content of a flow has marks in their place. */
export async function up(db: Kysely<unknown>) {
  await withCompany(table(db, 'flow_secrets'))
    .addColumn('flowId', 'integer', (c) => c.notNull())
    .addColumn('sealed', 'blob')
    .addColumn('address', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('published', 'integer', flag(0))
    .$call(companyForeignKey('flowId', 'flows', 'cascade'))
    .addUniqueConstraint('flow_secrets_of_flow', ['companyId', 'flowId', 'id'])
    .execute()
}
