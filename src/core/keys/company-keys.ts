import { randomBytes } from 'node:crypto'
import { BoundedCache } from '../bounded-cache'
import type { Secrets } from '../secrets'
import { hot, type TenantDb } from '../storage/tenant'
import { decrypt, encrypt, type Sealer } from './encryption'

/** Number of companies whose keys stay opened in memory. */
const maxCached = 20_000
const keyBytes = 32
/** First byte of a value sealed with a company's key; another format gets another byte (docs/adr/0071). */
const formatByte = 1

const storedKey = hot<{}>()((db) => db.select('company_keys').select('sealed'))
const insertKey = hot<{ sealed: Uint8Array; now: string }>()((db, p) =>
  db.insert('company_keys', { sealed: p('sealed'), createdAt: p('now') }),
)

export const companyKeyPlace = (companyId: number) => `company_keys.sealed:${companyId}`
export const newCompanyKey = () => randomBytes(keyBytes)

/** Encrypts with the key of one company. */
export class CompanySealer implements Sealer {
  constructor(private readonly key: Uint8Array) {}

  seal(plain: Uint8Array | string, place: string): Uint8Array {
    return Buffer.concat([Buffer.of(formatByte), encrypt(this.key, plain, place)])
  }

  /** Throws for bytes of another format, altered ones, and ones sealed for another place. */
  open(sealed: Uint8Array, place: string): Buffer {
    if (sealed[0] !== formatByte) throw new Error(`sealed in the unknown format ${sealed[0]}`)
    return decrypt(this.key, sealed.subarray(1), place)
  }
}

/** Data keys of the companies, stored sealed by the root key (docs/adr/0071). */
export class CompanyKeys {
  private readonly cache = new BoundedCache<number, CompanySealer>(maxCached)

  constructor(private readonly root: Secrets) {}

  /** The company's sealer; its key is created at the first call. In a transaction, the new key is part of it. */
  async of(db: TenantDb): Promise<CompanySealer> {
    const cached = this.cache.get(db.companyId)
    if (cached) return cached
    const stored = await db.first(storedKey, {})
    if (!stored) return db.isReading ? db.transaction((tx) => this.of(tx)) : this.create(db)
    const sealer = new CompanySealer(this.root.open(stored.sealed, companyKeyPlace(db.companyId)))
    // A row read in a transaction may still be undone.
    if (db.isReading) this.cache.set(db.companyId, sealer)
    return sealer
  }

  /** Creates the key of a new company. Call within the transaction that inserts the company. */
  async create(db: TenantDb): Promise<CompanySealer> {
    const key = newCompanyKey()
    const sealed = this.root.seal(key, companyKeyPlace(db.companyId))
    await db.run(insertKey, { sealed, now: new Date().toISOString() })
    return new CompanySealer(key)
  }
}
