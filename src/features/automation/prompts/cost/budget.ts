import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { dayIn } from '../../../../core/time'
import { timeZoneOf } from '../../../platform/company/time-zone'
import { readSetting } from '../../../platform/settings/service'
import type { PromptUsage } from '../model'

const microsPerDollar = 1_000_000

const monthRow = hot<{ month: string }>()((db, p) =>
  db.select('prompt_months').select(['calls', 'tokens', 'cost']).where('month', '=', p('month')),
)
const addToMonth = hot<{ month: string; calls: number; tokens: number; cost: number }>()((db, p) =>
  db
    .insert('prompt_months', { month: p('month'), calls: p('calls'), tokens: p('tokens'), cost: p('cost') })
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'month']).doUpdateSet(({ eb, ref }) => ({
        calls: eb(ref('prompt_months.calls'), '+', ref('excluded.calls')),
        tokens: eb(ref('prompt_months.tokens'), '+', ref('excluded.tokens')),
        cost: eb(ref('prompt_months.cost'), '+', ref('excluded.cost')),
      })),
    ),
)

/** The month of a time in the company's time zone, `yyyy-mm`. */
export const monthOf = async (scope: Scope, at: Date) => dayIn(await timeZoneOf(scope), at).slice(0, 7)

/** The company's use of its prompts in the month of `at`, and its budget. */
export async function readUsage(scope: Scope, at = new Date()): Promise<PromptUsage> {
  const month = await monthOf(scope, at)
  const used = await scope.db.first(monthRow, { month })
  const [maxTokens, maxDollars] = [
    Number(await readSetting(scope.db, 'aiMonthlyTokens')),
    Number(await readSetting(scope.db, 'aiMonthlyDollars')),
  ]
  return { month, calls: 0, tokens: 0, cost: 0, ...used, maxTokens, maxDollars }
}

/** True if that much more fits into the month's budget. */
export const fitsBudget = (
  { tokens, cost, maxTokens, maxDollars }: PromptUsage,
  more: { tokens: number; cost: number },
) =>
  (maxTokens === 0 || tokens + more.tokens <= maxTokens) &&
  (maxDollars === 0 || cost + more.cost <= maxDollars * microsPerDollar)

/** Adds to the sums of a month; negative numbers take an estimate back. Call within a transaction. */
export const countUsage = (scope: Scope, month: string, more: { calls: number; tokens: number; cost: number }) =>
  scope.db.run(addToMonth, { month, ...more })
