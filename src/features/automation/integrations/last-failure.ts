import type { Scope } from '../../../core/scope'
import type { IntegrationFailure } from './failure'
import { getIntegration, type IntegrationRow } from './read'

/** Stores and publishes why an integration gave no usable answer, for its admins; alerts them of the first failure. */
export async function recordFailure(outer: Scope, { id }: IntegrationRow, { message }: IntegrationFailure) {
  await outer.transaction(async (scope) => {
    const { name, failedAt } = await getIntegration(scope, id)
    const action = message === 'notUnderstood' ? 'notUnderstood' : 'failed'
    if (failedAt === null) scope.publish('integrationAlert', { action, integrationId: id, name })
    await storeFailure(scope, id, { failure: message, failedAt: new Date().toISOString() })
  })
}

/** Clears the failure of an integration that answers again. */
export async function recordSuccess(scope: Scope, { id, failedAt }: IntegrationRow) {
  if (failedAt !== null) await storeFailure(scope, id, { failure: null, failedAt: null })
}

const storeFailure = (outer: Scope, id: number, change: { failure: string | null; failedAt: string | null }) =>
  outer.transaction(async (scope) => {
    await scope.db.update('queue_integrations').set(change).where('id', '=', id).execute()
    scope.publish('queueIntegration', { action: 'update', queueIntegration: await getIntegration(scope, id) })
  })
