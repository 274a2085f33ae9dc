import type { Tables } from '../../../core/storage/tenant'

/**
 * Query of the row of the scope's own company, to which the caller adds columns. `companies` has no `companyId`, so a
 * tenant handle cannot select it; joining it from `users` keeps the tenant filter. Every company has a user.
 */
export const ownCompanyRow = (db: Tables) =>
  db.select('users').innerJoin('companies', 'companies.id', 'users.companyId').limit(1)
