import type { Scope } from '../../../../core/scope'
import { AppError } from '../../../../shared/errors'
import { outcomesOf } from '../../../../shared/outcomes'
import { isEnabled, readSetting } from '../../../platform/settings/service'

/**
 * Checks the outcome that a user gives when closing. @throws ERR_NO_OUTCOME when the company requires one,
 * ERR_VALIDATION for one that is not in its list
 */
export async function assertOutcome(scope: Scope, outcome: string | null) {
  const offered = outcomesOf(await readSetting(scope.db, 'outcomes'))
  if (outcome !== null && !offered.includes(outcome)) throw new AppError('ERR_VALIDATION', { fields: ['outcome'] })
  if (outcome !== null || offered.length === 0) return
  if (await isEnabled(scope.db, 'outcomeRequired')) throw new AppError('ERR_NO_OUTCOME')
}
