import { type Kysely, sql } from 'kysely'
import { index, keyedTable, required, withCompany } from './columns'

/** Tables with a number in canonical digits. */
const tables = [
  ...['contact_aliases', 'contact_list_items', 'opt_outs', 'whatsapp_addresses', 'address_book'],
  'campaign_recipients',
]
/** Former canonical digits, by their form, and the present ones: Mexico without 1, Argentina with 9, Benin with 01. */
const changes = [
  [sql`number glob '521[2-9]*' and length(number) = 13`, sql`'52' || substr(number, 4)`],
  [sql`(number glob '5411*' or number glob '54[23]*') and length(number) = 12`, sql`'549' || substr(number, 3)`],
  [sql`number glob '229[2-9]*' and length(number) = 11`, sql`'22901' || substr(number, 4)`],
] as const

/**
 * Numbers that WhatsApp answered with other digits, and one form of each number of Mexico, Argentina and Benin. A number
 * stays as it is where the present form exists already: its contact is merged when WhatsApp names it.
 */
export async function up(db: Kysely<unknown>) {
  await withCompany(keyedTable(db, 'number_aliases'))
    .addColumn('number', 'text', required)
    .addColumn('target', 'text', required)
    .addPrimaryKeyConstraint('number_aliases_key', ['companyId', 'number'])
    .execute()
  await index(db, 'number_aliases_of', 'number_aliases', ['companyId', 'target'])
  for (const [former, present] of changes) {
    for (const table of tables)
      await sql`update or ignore ${sql.table(table)} set number = ${present} where ${former}`.execute(db)
    await sql`update or ignore contacts set number = ${present},
      name = case when name = number then ${present} else name end,
      searchText = case when searchText = number then ${present} else searchText end
      where isGroup = 0 and ${former}`.execute(db)
  }
}
