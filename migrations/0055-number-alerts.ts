import { type Kysely, sql } from 'kysely'
import { companyForeignKey, now, ownedTable, withCompany } from './columns'

/** Creates the alerts about numbers, one row per event, and the list of admins who want none of them by e-mail. */
export async function up(db: Kysely<unknown>) {
  await ownedTable(db, 'number_alerts')
    .addColumn('whatsappId', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('since', 'text', (c) => c.notNull())
    .addColumn('until', 'text')
    .addColumn('createdAt', 'text', (c) => c.notNull().defaultTo(now))
    .addUniqueConstraint('number_alerts_once', ['companyId', 'whatsappId', 'kind', 'event'])
    .$call(companyForeignKey('whatsappId', 'connections', 'cascade'))
    .execute()
  await sql`create index number_alerts_newest on number_alerts (companyId, createdAt)`.execute(db)
  await sql`create index number_alerts_old on number_alerts (createdAt)`.execute(db)
  await withCompany(db.schema.createTable('alert_mails_off').modifyEnd(sql`strict`))
    .addColumn('userId', 'integer', (c) => c.primaryKey())
    .$call(companyForeignKey('userId', 'users', 'cascade'))
    .execute()
}
