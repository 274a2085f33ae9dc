import type { Handle } from './db'
import type { CompanyId } from './schema'
import { TenantDb } from './tenant'

/** Handle of a company that reads a snapshot (`Store.withSnapshot`). */
export const tenantOf = (snapshot: Handle, companyId: CompanyId): TenantDb =>
  TenantDb.of({ read: snapshot, readOf: () => snapshot, sideReader: null, write: refuseWrite }, companyId)

const refuseWrite = () => Promise.reject(new Error('a write on a snapshot'))
