import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely'

/** The present time in the format of all stored times: UTC, ISO 8601 with milliseconds. Text order is time order. */
export const now = sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`

/** Starts a strict table whose ids are never reused, also not after a row is deleted (docs/adr/0035). */
export const table = (db: Kysely<unknown>, name: string) =>
  db.schema
    .createTable(name)
    .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
    .modifyEnd(sql`strict`)

/** Starts a strict table whose rows belong to a company; foreign keys reference company and id together. */
export const ownedTable = (db: Kysely<unknown>, name: string) =>
  withCompany(table(db, name)).addUniqueConstraint(`${name}_of_company`, ['companyId', 'id'])

/** Adds `companyId`; deleting the company deletes its rows. */
export const withCompany = <T extends string, C extends string>(builder: CreateTableBuilder<T, C>) =>
  builder.addColumn('companyId', 'integer', (c) => c.notNull().references('companies.id').onDelete('cascade'))

/** Adds `createdAt` and `updatedAt`. */
export const withTimestamps = <T extends string, C extends string>(builder: CreateTableBuilder<T, C>) =>
  builder
    .addColumn('createdAt', 'text', (c) => c.notNull().defaultTo(now))
    .addColumn('updatedAt', 'text', (c) => c.notNull().defaultTo(now))

/** Adds a 0/1 column. */
export const flag = (value: 0 | 1) => (c: ColumnDefinitionBuilder) => c.notNull().defaultTo(value)

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
