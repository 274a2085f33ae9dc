import type { Database as Sqlite } from 'bun:sqlite'
import type { Secrets } from '../secrets'
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
export function checkKeys(sqlite: Sqlite, secrets: Secrets): KeyCheck {
  const rows = sqlite.query('select companyId, sealed from company_keys').all() as Row[]
  const unreadable = new Set<string>()
  let values = 0
  for (const { companyId, sealed } of rows) {
    try {
      const sealer = new CompanySealer(secrets.open(sealed, companyKeyPlace(companyId)))
      const count = resealCompany(sqlite, companyId, sealer, null)
      values += count.values
      for (const column of count.unreadable) unreadable.add(column)
    } catch {
      unreadable.add('company_keys')
    }
  }
  for (const key of sealedRows) if (!canOpen(sqlite, secrets, key)) unreadable.add(key)
  return { companies: rows.length, values, unreadable: [...unreadable] }
}

interface Row {
  companyId: number
  sealed: Uint8Array
}

function canOpen(sqlite: Sqlite, secrets: Secrets, key: string): boolean {
  const value = installationValue(sqlite, key)
  try {
    if (value !== null) secrets.open(Buffer.from(value, 'base64url'), key)
    return true
  } catch {
    return false
  }
}
