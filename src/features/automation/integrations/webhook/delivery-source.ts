import type { Source } from '../../../platform/deliveries/source'
import { openSecret } from '../secrets'

/** Integrations of the types n8n and webhook as receivers of deliveries. */
export const integrationSource: Source = {
  async findTarget(scope, id) {
    const row = await scope.db
      .select('queue_integrations')
      .select(['urlN8N', 'secretSealed'])
      .where('id', '=', id)
      .where('type', 'in', ['n8n', 'webhook'])
      .executeTakeFirst()
    return row ? { url: row.urlN8N, secret: await openSecret(scope, 'secretSealed', id, row.secretSealed) } : null
  },
}
