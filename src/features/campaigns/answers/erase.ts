import type { Scope } from '../../../core/scope'
import { inTexts, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'

const deleteNumbers = hot<{ numbers: ListParameter }>()((db, p) =>
  db.delete('campaign_recipients').where('number', 'in', inTexts(p('numbers'))),
)

/**
 * Deletes an erased person's rows with the texts sent to them from every campaign; one that runs sends them nothing more.
 * Call within the transaction of the erasure.
 */
export const eraseRecipients = (scope: Scope, numbers: string[]) =>
  scope.db.run(deleteNumbers, { numbers: listOf(numbers) })
