import type { Kysely } from 'kysely'

/** Lets a prompt answer with a voice note, and counts the characters of its calls to the speech service. */
export async function up(db: Kysely<unknown>) {
  await db.schema
    .alterTable('prompts')
    .addColumn('voice', 'text', (c) => c.notNull().defaultTo('texto'))
    .execute()
  await db.schema
    .alterTable('prompts')
    .addColumn('voiceRegion', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('prompts').addColumn('voiceKeySealed', 'blob').execute()
  await db.schema.alterTable('prompts').addColumn('voiceKeyRefusedAt', 'text').execute()
  await db.schema
    .alterTable('prompt_calls')
    .addColumn('characters', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
}
