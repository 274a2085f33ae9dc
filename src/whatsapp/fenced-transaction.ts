import type { Fence } from '../core/nodes/fence'
import type { Store } from '../core/storage/db'
import type { CompanyId } from '../core/storage/schema'
import { TenantDb } from '../core/storage/tenant'

/**
 * Runs the work in a transaction of the company, in which the session still has its lease. @throws LeaseLost when another
 * node may run the session; nothing is stored then
 */
export function fencedTransaction<R>(
  { store, companyId, fence }: { store: Store; companyId: CompanyId; fence: Fence | undefined },
  work: (tx: TenantDb) => Promise<R>,
): Promise<R> {
  if (!fence) return TenantDb.of(store, companyId).transaction(work)
  const checked = async (handle: Parameters<Parameters<Store['write']>[0]>[0]) => {
    await fence.check(handle)
    return work(TenantDb.of(store, companyId, handle))
  }
  return store.write(checked, companyId)
}
