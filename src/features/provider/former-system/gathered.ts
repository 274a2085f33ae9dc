import { type DumpRow, InvalidDump, readDump } from './dump'
import { idOf, textOf } from './values'

/**
 * Tables of the former products, by their names in the dump, each after those that its rows belong to. Messages, the many
 * rows, are read apart.
 */
const tables = [
  'Companies',
  'Users',
  'Queues',
  'UserQueues',
  'Whatsapps',
  'WhatsappQueues',
  'Tags',
  'Contacts',
  'ContactCustomFields',
  'ContactTags',
  'Tickets',
  'TicketTags',
  'TicketNotes',
  'QuickMessages',
  'QuickAnswers',
] as const
type Table = (typeof tables)[number]

/** One company of the former system: its own row if there is one, and the rows of each table. */
export interface FormerCompany {
  /** Id in the dump; null in products of one company. */
  id: number | null
  row: DumpRow
  rows: Record<Table, DumpRow[]>
}

/** The companies of a dump, and how many rows belong to none of them. */
export interface Gathered {
  companies: FormerCompany[]
  homeless: number
}

const isTable = (name: string): name is Table => (tables as readonly string[]).includes(name)
/** No rows of any table. */
export const emptyRows = () =>
  Object.fromEntries(tables.map((table) => [table, [] as DumpRow[]])) as FormerCompany['rows']

/** Column that names the row by which a row without `companyId` finds its company, and the table of that row. */
const parents: Partial<Record<Table, [column: string, table: Table]>> = {
  UserQueues: ['queueId', 'Queues'],
  WhatsappQueues: ['whatsappId', 'Whatsapps'],
  ContactCustomFields: ['contactId', 'Contacts'],
  ContactTags: ['contactId', 'Contacts'],
  TicketTags: ['ticketId', 'Tickets'],
  TicketNotes: ['ticketId', 'Tickets'],
}

/**
 * Reads all tables but the messages, by company. Products of one company have neither the table `Companies` nor the
 * column `companyId`. @throws InvalidDump also for a dump of another product
 */
export async function gather(path: string): Promise<Gathered> {
  const all = emptyRows()
  for await (const { table, row } of readDump(path, isTable)) if (isTable(table)) all[table].push(row)
  for (const table of ['Users', 'Contacts', 'Tickets'] as const)
    if (all[table].length === 0)
      throw new InvalidDump(`it has no rows in "${table}": it is of no product of this family`)
  const companies = companiesOf(all.Companies)
  const homes = new Homes(companies)
  let homeless = 0
  for (const table of tables.filter((name) => name !== 'Companies'))
    for (const row of all[table]) if (!homes.bring(table, row)) homeless++
  return { companies, homeless }
}

function companiesOf(rows: DumpRow[]): FormerCompany[] {
  if (rows.length === 0) return [{ id: null, row: {}, rows: emptyRows() }]
  return rows.map((row) => ({ id: idOf(row, 'id'), row, rows: emptyRows() }))
}

/** Finds the company of each row. */
class Homes {
  private readonly byId: ReadonlyMap<number | null, FormerCompany>
  /** Companies of the rows that were brought, by table and id. */
  private readonly byRow = new Map<string, FormerCompany>()

  constructor(companies: FormerCompany[]) {
    this.byId = new Map(companies.map((company) => [company.id, company]))
  }

  /** Adds a row to its company; false when it has none. */
  bring(table: Table, row: DumpRow): boolean {
    const home = this.homeOf(table, row)
    home?.rows[table].push(row)
    const id = idOf(row, 'id')
    if (home && id !== null) this.byRow.set(`${table} ${id}`, home)
    return home !== undefined
  }

  /** The company of a row: that of its column, that of the row it belongs to, or the only one. */
  private homeOf(table: Table, row: DumpRow): FormerCompany | undefined {
    const [column, parent] = parents[table] ?? []
    if (column && parent) return this.byRow.get(`${parent} ${idOf(row, column)}`)
    const own = this.byId.get(idOf(row, 'companyId'))
    if (own || textOf(row, 'companyId')) return own
    return this.byId.size === 1 ? [...this.byId.values()][0] : undefined
  }
}
