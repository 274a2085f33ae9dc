import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Scope } from '../../core/scope'
import type { Database } from '../../core/storage/schema'

/**
 * Names of the scheduled and running campaigns for which the condition holds, in ascending order: what they send, or to
 * whom, cannot be deleted.
 */
export async function listBusyCampaigns(
  { db }: Scope,
  condition: (eb: ExpressionBuilder<Database, 'campaigns'>) => Expression<SqlBool>,
): Promise<string[]> {
  const rows = await db
    .select('campaigns')
    .select('name')
    .where('status', 'in', ['PROGRAMADA', 'EM_ANDAMENTO'])
    .where(condition)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}
