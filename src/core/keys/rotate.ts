import { Secrets } from '../secrets'
import { newRootKey, nextKeyFile } from '../storage/data-directory'
import type { Handle, Store } from '../storage/db'
import { writeDurableFileBlocking } from '../storage/durable-file'
import type { CompanyId } from '../storage/schema'
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
  const companies = await store.write(async (tx) => {
    const keys = await tx.kysely.selectFrom('company_keys').select(['companyId', 'sealed']).execute()
    for (const { companyId, sealed } of keys) {
      const place = companyKeyPlace(companyId)
      await storeKey(tx, companyId, { sealed: next.seal(old.open(sealed, place), place) })
    }
    for (const row of sealedRows) await resealRow(tx, row, old, next)
    await putRow(tx, hashKeyRow, Buffer.from(next.seal(old.hashingKey, hashKeyRow)).toString('base64url'))
    await putRow(tx, checkRow, next.rootCheck())
    return keys.length
  })
  if (configured === null) await finishRotation(store.read, directory)
  return companies
}

const storeKey = ({ kysely }: Handle, companyId: CompanyId, values: { sealed: Uint8Array; createdAt?: string }) =>
  kysely.updateTable('company_keys').set(values).where('companyId', '=', companyId).execute()

async function resealRow(tx: Handle, key: string, old: Secrets, next: Secrets) {
  const value = await installationValue(tx, key)
  if (value === null) return
  const plain = old.open(Buffer.from(value, 'base64url'), key)
  await putRow(tx, key, Buffer.from(next.seal(plain, key)).toString('base64url'))
}

const putRow = ({ kysely }: Handle, key: string, value: string) =>
  kysely
    .insertInto('installation')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()

/**
 * Gives a company a new key and seals its secrets with it, in one transaction. Values that could not be opened before
 * stay as they are. Returns null for a company that does not exist.
 */
export const rotateCompanyKey = (store: Store, secrets: Secrets, companyId: CompanyId): Promise<SealedCount | null> =>
  store.write(async (tx) => {
    const find = tx.kysely.selectFrom('company_keys').select('sealed').where('companyId', '=', companyId)
    const row = await find.executeTakeFirst()
    if (!row) return null
    const place = companyKeyPlace(companyId)
    const key = newCompanyKey()
    const old = new CompanySealer(secrets.open(row.sealed, place))
    const count = await resealCompany(tx, companyId, old, new CompanySealer(key))
    await storeKey(tx, companyId, { sealed: secrets.seal(key, place), createdAt: new Date().toISOString() })
    return count
  }, companyId)
