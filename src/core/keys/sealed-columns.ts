import { type Kysely, sql } from 'kysely'
import type { Sealer } from '../secrets'
import type { Handle } from '../storage/db'

type Row = Record<string, unknown>

/** A column with secrets of companies. A test compares this list with the schema. */
interface SealedColumn {
  table: string
  column: string
  /** Columns that identify a row; `place` reads them, too. */
  key: string[]
  /** Context to which a value is bound. */
  place(row: Row): string
  /** Form in which the bytes are stored: a blob, Base64 URL, or `sealed:ending:bytes` of a setting. */
  form: 'bytes' | 'text' | 'setting'
}

const byId = (table: string, column: string, place: SealedColumn['place']): SealedColumn => ({
  ...{ table, column, key: ['id'], place, form: 'bytes' },
})
const ofConnection = (table: string, column: string, key: string[], place: SealedColumn['place']): SealedColumn => ({
  ...{ table, column, key: ['whatsappId', ...key], place, form: 'bytes' },
})
const code = (column: string): SealedColumn => ({
  ...byId('connections', column, ({ id }) => `connections/${id}/${column}`),
  form: 'text',
})

export const sealedColumns: SealedColumn[] = [
  {
    ...{ table: 'settings', column: 'value', key: ['companyId', 'key'], form: 'setting' },
    place: ({ companyId, key }) => `settings.${key}.${companyId}`,
  },
  byId('connections', 'tokenSealed', ({ id }) => `connections.tokenSealed:${id}`),
  code('qrcode'),
  code('pairingCode'),
  ...['jsonSealed', 'secretSealed'].map((column) =>
    byId('queue_integrations', column, ({ id }) => `queue_integrations.${column}:${id}`),
  ),
  byId('webhooks', 'secretSealed', ({ id }) => `webhooks.secret:${id}`),
  ...['keySealed', 'voiceKeySealed'].map((column) => byId('prompts', column, ({ id }) => `prompts.${column}:${id}`)),
  byId('flow_secrets', 'sealed', ({ id }) => `flow_secrets.sealed:${id}`),
  byId('push_subscriptions', 'sealed', () => 'push_subscriptions'),
  {
    ...{ table: 'second_factors', column: 'sealed', key: ['userId'], form: 'bytes' },
    place: ({ userId }) => `second_factors/${userId}`,
  },
  ofConnection('wa_creds', 'creds', [], ({ whatsappId }) => `wa_creds/${whatsappId}`),
  ofConnection('wa_keys', 'value', ['type', 'keyId'], (row) => `wa_keys/${row.whatsappId}/${row.type}/${row.keyId}`),
  ofConnection('wa_inbox', 'body', ['key'], ({ whatsappId, key }) => `wa_inbox/${whatsappId}/${key}`),
]

/** Values found in sealed columns, and those that could not be opened, by `table.column`. */
export interface SealedCount {
  values: number
  unreadable: string[]
}

/**
 * Opens every secret of a company with `from` and seals it with `to`; without `to` it only opens. A value that cannot be
 * opened stays. Call within a transaction, before or while nothing else uses the database.
 */
export async function resealCompany(
  handle: Handle,
  companyId: number,
  from: Sealer,
  to: Sealer | null,
): Promise<SealedCount> {
  const count: SealedCount = { values: 0, unreadable: [] }
  for (const sealed of sealedColumns) {
    for (const row of await valuesOf(handle, sealed, companyId)) {
      count.values++
      const value = reseal(sealed, row, from, to ?? from)
      if (value === null) count.unreadable.push(`${sealed.table}.${sealed.column}`)
      else if (to) await storeValue(handle, sealed, row, value)
    }
  }
  return count
}

function reseal({ column, form, place }: SealedColumn, row: Row, from: Sealer, to: Sealer) {
  const stored = row[column]
  const [mark = '', ending = '', text = ''] = form === 'setting' ? String(stored).split(':') : []
  try {
    const bytes =
      form === 'bytes' ? (stored as Uint8Array) : Buffer.from(form === 'text' ? String(stored) : text, 'base64url')
    const sealed = Buffer.from(to.seal(from.open(bytes, place(row)), place(row)))
    if (form === 'bytes') return sealed
    const written = sealed.toString('base64url')
    return form === 'text' ? written : `${mark}:${ending}:${written}`
  } catch {
    return null
  }
}

const anyTable = ({ kysely }: Handle) => kysely as unknown as Kysely<Record<string, Record<string, unknown>>>

function valuesOf(handle: Handle, { table, column, key, form }: SealedColumn, companyId: number): Promise<Row[]> {
  const db = anyTable(handle)
  // The primary keys of these tables begin with the connection.
  const owned =
    key[0] === 'whatsappId'
      ? db
          .selectFrom(table)
          .where('whatsappId', 'in', db.selectFrom('connections').select('id').where('companyId', '=', companyId))
      : db.selectFrom(table).where('companyId', '=', companyId)
  const filled =
    form === 'setting' ? sql<boolean>`${sql.ref(column)} like 'sealed:%'` : sql<boolean>`length(${sql.ref(column)}) > 0`
  return owned
    .select([...new Set([...key, column])])
    .where(filled)
    .execute()
}

async function storeValue(handle: Handle, { table, column, key }: SealedColumn, row: Row, value: Uint8Array | string) {
  const all = anyTable(handle)
    .updateTable(table)
    .set({ [column]: value })
  await key.reduce((query, name) => query.where(name, '=', row[name]), all).execute()
}
