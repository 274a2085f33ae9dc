import type { Scope } from '../../../core/scope'
import type { Source } from '../../platform/deliveries/source'
import { openSecret } from './secret'
import { publishState, receiveFailure } from './service'

/** Subscriptions as receivers of deliveries. */
export const webhookSource: Source = {
  async findTarget(scope: Scope, id: number) {
    const row = await scope.db
      .select('webhooks')
      .select(['url', 'secretSealed'])
      .where('id', '=', id)
      .where('active', '=', 1)
      .executeTakeFirst()
    return row ? { url: row.url, secret: await openSecret(scope, id, row.secretSealed) } : null
  },
  failed: (scope, { sourceId }, failure) => receiveFailure(scope, sourceId, failure),
  recovered: publishState,
}
