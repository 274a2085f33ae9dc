import { type RawBuilder, sql } from 'kysely'

/** Where a file can be in use: the column of each table that names files. What was forwarded to others is theirs now. */
export const usedIn = {
  messages: 'mediaId',
  schedules: 'mediaId',
  quick_messages: 'mediaId',
  announcements: 'mediaId',
  file_options: 'mediaId',
  contacts: 'profilePicUrl',
} as const

/** True for a row of `media` that nothing of its company uses. The indexes are of the columns that are not empty. */
export const unused: RawBuilder<boolean> = sql<boolean>`(${sql.join(
  Object.entries(usedIn).map(([table, column]) => {
    const file = sql.ref(`${table}.${column}`)
    return sql`not exists (select 1 from ${sql.table(table)}
      where ${sql.ref(`${table}.companyId`)} = "media"."companyId" and ${file} = "media"."id" and ${file} <> '')`
  }),
  sql` and `,
)})`
