import type { Secrets } from '../secrets'
import type { Handle, Store } from '../storage/db'
import type { CompanyId } from '../storage/schema'
import { TenantDb } from '../storage/tenant'
import { resealCompany } from './sealed-columns'

/** Companies whose secrets are sealed in one group of writes. */
const batchSize = 100

/**
 * Creates the keys of companies without one, and seals their secrets, which earlier versions sealed with the root key.
 * One transaction per company: a crash leaves each company as it was, or done. Returns how many companies got a key.
 */
export async function createMissingKeys(store: Store, secrets: Secrets): Promise<number> {
  const missing = await store.read.kysely
    .selectFrom('companies')
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('company_keys').select('id').whereRef('companyId', '=', 'companies.id'))),
    )
    .execute()
  for (let at = 0; at < missing.length; at += batchSize)
    await Promise.all(
      missing.slice(at, at + batchSize).map(({ id }) =>
        store.write(async (tx) => {
          if (await hasKey(tx, id)) return // from another process that started at the same time
          const sealer = await secrets.companies.create(TenantDb.of(store, id, tx))
          await resealCompany(tx, id, secrets, sealer)
        }, id),
      ),
    )
  return missing.length
}

async function hasKey({ kysely }: Handle, companyId: CompanyId): Promise<boolean> {
  const find = kysely.selectFrom('company_keys').select('id').where('companyId', '=', companyId)
  return (await find.executeTakeFirst()) !== undefined
}
