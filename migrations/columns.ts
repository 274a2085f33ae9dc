import {
  type ColumnDefinitionBuilder,
  type CreateTableBuilder,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely'

/** The present time in the format of all stored times: UTC, ISO 8601 with milliseconds. Text order is time order. */
export const now = sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`

/** Starts a strict table whose ids are never reused, also not after a row is deleted (docs/adr/0035). */
export const table = (db: Kysely<unknown>, name: string) =>
  plainTable(db, name).addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())

/** Starts a strict table whose rows belong to a company; foreign keys reference company and id together. */
export const ownedTable = (db: Kysely<unknown>, name: string) =>
  withCompany(table(db, name)).addUniqueConstraint(`${name}_of_company`, ['companyId', 'id'])

/** Starts a strict table without ids of its own, stored in the order of the primary key that the caller adds. */
export const keyedTable = (db: Kysely<unknown>, name: string) =>
  db.schema.createTable(name).modifyEnd(sql`strict, without rowid`)

/** Starts a strict table without ids of its own, for a key of one number or for large rows. */
export const plainTable = (db: Kysely<unknown>, name: string) => db.schema.createTable(name).modifyEnd(sql`strict`)

/** Adds `companyId`; deleting the company deletes its rows. */
export const withCompany = <T extends string, C extends string>(builder: CreateTableBuilder<T, C>) =>
  builder.addColumn('companyId', 'integer', (c) => c.notNull().references('companies.id').onDelete('cascade'))

/** Adds `createdAt` and `updatedAt`. */
export const withTimestamps = <T extends string, C extends string>(builder: CreateTableBuilder<T, C>) =>
  builder.addColumn('createdAt', 'text', timeOfInsert).addColumn('updatedAt', 'text', timeOfInsert)

/** A column that each row has. */
export const required = (c: ColumnDefinitionBuilder) => c.notNull()

/** A 0/1 column. */
export const flag = (value: 0 | 1) => (c: ColumnDefinitionBuilder) => c.notNull().defaultTo(value)

/** A number that begins at 0. */
export const count = (c: ColumnDefinitionBuilder) => c.notNull().defaultTo(0)

/** A text that is empty for none. */
export const emptyText = (c: ColumnDefinitionBuilder) => c.notNull().defaultTo('')

/** A time that is the present one unless the insert gives another. */
export const timeOfInsert = (c: ColumnDefinitionBuilder) => c.notNull().defaultTo(now)

/** Adds a foreign key on (`companyId`, column): a row cannot reference a row of another company. */
export const companyForeignKey =
  (column: string, target: string, onDelete: 'cascade' | 'no action' = 'no action') =>
  <T extends string, C extends string>(builder: CreateTableBuilder<T, C>) =>
    builder.addForeignKeyConstraint(
      `fk_${column}_${target}`,
      ['companyId', column] as never,
      target,
      ['companyId', 'id'],
      (c) => c.onDelete(onDelete),
    )

type Column = `${string} desc` | (string & {})

/** Creates an index of the table; with `where`, of the rows for which it is true. */
export const index = (
  db: Kysely<unknown>,
  name: string,
  table: string,
  columns: Column[],
  where?: RawBuilder<unknown>,
) => newIndex(db, name, table, columns, where).execute()

/** Creates an index whose values are unique, among the rows for which `where` is true. */
export const uniqueIndex = (
  db: Kysely<unknown>,
  name: string,
  table: string,
  columns: Column[],
  where?: RawBuilder<unknown>,
) => newIndex(db, name, table, columns, where).unique().execute()

const newIndex = (db: Kysely<unknown>, name: string, table: string, columns: Column[], where?: RawBuilder<unknown>) => {
  const builder = db.schema.createIndex(name).on(table).columns(columns)
  return where ? builder.where(where as RawBuilder<SqlBool>) : builder
}
