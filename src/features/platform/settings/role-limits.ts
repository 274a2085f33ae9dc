import type { ExpressionBuilder } from 'kysely'
import type { Database } from '../../../core/storage/schema'
import type { SettingKey } from '../../../shared/settings'

/** Column `roleLimits` of a query over users: the company's stored limits of roles, for `withheldFrom`; null for none. */
export const roleLimitsColumn = ({ selectFrom }: ExpressionBuilder<Database, 'users'>) =>
  selectFrom('settings as limits')
    .select('limits.value')
    .whereRef('limits.companyId', '=', 'users.companyId')
    .where('limits.key', '=', 'roleLimits' satisfies SettingKey)
    .as('roleLimits')
