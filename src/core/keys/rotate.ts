import type { Database as Sqlite } from 'bun:sqlite'
import { Secrets } from '../secrets'
import { newRootKey, nextKeyFile } from '../storage/data-directory'
import type { Store } from '../storage/db'
import { writeDurableFileBlocking } from '../storage/durable-file'
import { CompanySealer, companyKeyPlace, newCompanyKey } from './company-keys'
import { checkRow, finishRotation, hashKeyRow, installationValue } from './root-key'
import { resealCompany, type SealedCount } from './sealed-columns'

/** Rows of `installation` sealed by the root key. */
export const sealedRows = ['vapidKey', 'payments']

/**
 * Seals the companies' keys and the installation's secrets with a new root key, in one transaction. Without `configured`
 * the new key is written beside the old one first and takes its place afterwards, so that a crash at any moment leaves
 * one key that fits. Stored hashes stay valid: their key is kept, sealed by the new root key. Returns the number of
 * companies. @throws Error for a key that cannot be opened; nothing is changed then
 */
export async function rotateRootKey(store: Store, directory: string, old: Secrets, configured: string | null) {
  const root = configured ?? newRootKey()
  const next = new Secrets(root)
  if (configured === null) writeDurableFileBlocking(nextKeyFile(directory), `${root}\n`)
  const companies = await store.write(async ({ statements: { sqlite } }) => {
    const keys = sqlite.query('select companyId, sealed from company_keys').all() as CompanyKeyRow[]
    const update = sqlite.query('update company_keys set sealed = ? where companyId = ?')
    for (const { companyId, sealed } of keys) {
      const place = companyKeyPlace(companyId)
      update.run(next.seal(old.open(sealed, place), place), companyId)
    }
    for (const row of sealedRows) resealRow(sqlite, row, old, next)
    putRow(sqlite, hashKeyRow, Buffer.from(next.seal(old.hashingKey, hashKeyRow)).toString('base64url'))
    putRow(sqlite, checkRow, next.rootCheck())
    return keys.length
  })
  if (configured === null) finishRotation(store.raw.statements.sqlite, directory)
  return companies
}

interface CompanyKeyRow {
  companyId: number
  sealed: Uint8Array
}

function resealRow(sqlite: Sqlite, key: string, old: Secrets, next: Secrets) {
  const value = installationValue(sqlite, key)
  if (value === null) return
  const plain = old.open(Buffer.from(value, 'base64url'), key)
  putRow(sqlite, key, Buffer.from(next.seal(plain, key)).toString('base64url'))
}

const putRow = (sqlite: Sqlite, key: string, value: string) =>
  sqlite
    .query('insert into installation (key, value) values (?, ?) on conflict (key) do update set value = excluded.value')
    .run(key, value)

/**
 * Gives a company a new key and seals its secrets with it, in one transaction. Values that could not be opened before
 * stay as they are. Returns null for a company that does not exist.
 */
export const rotateCompanyKey = (store: Store, secrets: Secrets, companyId: number): Promise<SealedCount | null> =>
  store.write(async ({ statements: { sqlite } }) => {
    const find = sqlite.query<{ sealed: Uint8Array }, [number]>('select sealed from company_keys where companyId = ?')
    const row = find.get(companyId)
    if (!row) return null
    const place = companyKeyPlace(companyId)
    const key = newCompanyKey()
    const old = new CompanySealer(secrets.open(row.sealed, place))
    const count = resealCompany(sqlite, companyId, old, new CompanySealer(key))
    sqlite
      .query('update company_keys set sealed = ?, createdAt = ? where companyId = ?')
      .run(secrets.seal(key, place), new Date().toISOString(), companyId)
    return count
  })
