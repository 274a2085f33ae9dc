import type { Secrets } from '../secrets'
import type { Handle } from '../storage/db'
import { CompanySealer, companyKeyPlace } from './company-keys'
import { installationValue } from './root-key'
import { sealedRows } from './rotate'
import { resealCompany } from './sealed-columns'

/** Result of opening every secret once. */
interface KeyCheck {
  companies: number
  values: number
  /** Unreadable secrets: `company_keys`, `table.column` or a row of `installation`, each once. */
  unreadable: string[]
}

/** Opens the key of every company and every secret sealed with it; changes nothing. */
export async function checkKeys(handle: Handle, secrets: Secrets): Promise<KeyCheck> {
  const rows = await handle.kysely.selectFrom('company_keys').select(['companyId', 'sealed']).execute()
  const unreadable = new Set<string>()
  let values = 0
  for (const { companyId, sealed } of rows) {
    try {
      const sealer = new CompanySealer(secrets.open(sealed, companyKeyPlace(companyId)))
      const count = await resealCompany(handle, companyId, sealer, null)
      values += count.values
      for (const column of count.unreadable) unreadable.add(column)
    } catch {
      unreadable.add('company_keys')
    }
  }
  for (const key of sealedRows) if (!(await canOpen(handle, secrets, key))) unreadable.add(key)
  return { companies: rows.length, values, unreadable: [...unreadable] }
}

async function canOpen(handle: Handle, secrets: Secrets, key: string): Promise<boolean> {
  const value = await installationValue(handle, key)
  try {
    if (value !== null) secrets.open(Buffer.from(value, 'base64url'), key)
    return true
  } catch {
    return false
  }
}
