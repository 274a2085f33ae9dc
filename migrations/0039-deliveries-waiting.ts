import { type Kysely, sql } from 'kysely'
import { withCompany } from './columns'

/** Creates the number of waiting deliveries of each receiver, which triggers keep up to date. */
export async function up(db: Kysely<unknown>) {
  await withCompany(db.schema.createTable('deliveries_waiting'))
    .addColumn('source', 'text', (c) => c.notNull().check(sql`source in ('webhook', 'integration')`))
    .addColumn('sourceId', 'integer', (c) => c.notNull())
    .addColumn('waiting', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('deliveries_waiting_of', ['companyId', 'source', 'sourceId'])
    .modifyEnd(sql`strict`)
    .execute()
  await sql`insert into deliveries_waiting (companyId, source, sourceId, waiting)
    select companyId, source, sourceId, count(*) from deliveries where state = 'waiting'
    group by companyId, source, sourceId`.execute(db)
  const more = sql`insert into deliveries_waiting (companyId, source, sourceId, waiting)
    values (new.companyId, new.source, new.sourceId, 1)
    on conflict (companyId, source, sourceId) do update set waiting = waiting + 1;`
  const less = sql`update deliveries_waiting set waiting = waiting - 1
    where companyId = old.companyId and source = old.source and sourceId = old.sourceId;`
  await sql`create trigger deliveries_waiting_more after insert on deliveries when new.state = 'waiting'
    begin ${more} end`.execute(db)
  await sql`create trigger deliveries_waiting_again after update of state on deliveries
    when new.state = 'waiting' and old.state <> 'waiting' begin ${more} end`.execute(db)
  await sql`create trigger deliveries_waiting_less after update of state on deliveries
    when old.state = 'waiting' and new.state <> 'waiting' begin ${less} end`.execute(db)
  await sql`create trigger deliveries_waiting_gone after delete on deliveries when old.state = 'waiting'
    begin ${less} end`.execute(db)
}
