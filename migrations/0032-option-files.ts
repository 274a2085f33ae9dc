import type { Kysely } from 'kysely'

/** Adds the list of files that an option of a menu sends, and the newest message that was answered with files. */
export async function up(db: Kysely<unknown>) {
  // Without a foreign key: the list of an option cannot be deleted.
  await db.schema.alterTable('queue_options').addColumn('fileListId', 'integer').execute()
  await db.schema.alterTable('attendances').addColumn('filesAnsweredId', 'integer').execute()
}
