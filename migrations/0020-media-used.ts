import { type Kysely, sql } from 'kysely'
import { withCompany } from './columns'

/** Creates the sum of each company's media in bytes, which triggers keep up to date. */
export async function up(db: Kysely<unknown>) {
  await withCompany(db.schema.createTable('media_used'))
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('media_used_of_company', ['companyId'])
    .modifyEnd(sql`strict`)
    .execute()
  await sql`insert into media_used (companyId, bytes) select companyId, sum(size) from media group by companyId`.execute(
    db,
  )
  await sql`create trigger media_used_more after insert on media begin
      insert into media_used (companyId, bytes) values (new.companyId, new.size)
        on conflict (companyId) do update set bytes = bytes + excluded.bytes;
    end`.execute(db)
  await sql`create trigger media_used_less after delete on media begin
      update media_used set bytes = bytes - old.size where companyId = old.companyId;
    end`.execute(db)
}
