import { type Kysely, sql } from 'kysely'
import { flag } from './columns'

/** Marks files of published versions, which stay; a file of drafts only is listed until no draft names it. */
export async function up(db: Kysely<unknown>) {
  await db.schema.alterTable('flow_media').addColumn('published', 'integer', flag(0)).execute()
  await sql`update flow_media set published = 1`.execute(db)
}
