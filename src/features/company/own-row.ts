import type { Tables } from '../../core/storage/tenant'

/**
 * The row of one's own company, for a query to choose columns of. The table of companies is nobody's own, but every
 * company has users: from one of them the way leads there, and to its plan, without leaving the company.
 */
export const ownCompanyRow = (db: Tables) =>
  db.select('users').innerJoin('companies', 'companies.id', 'users.companyId').limit(1)
