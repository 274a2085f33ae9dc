import type { Scope } from '../../../core/scope'
import { listFlowsNaming } from '../flows/naming-flows'

/** Names of what uses an integration. */
interface IntegrationUsers {
  queues: string[]
  connections: string[]
  flows: string[]
}

export const isInUse = ({ queues, connections, flows }: IntegrationUsers) =>
  queues.length + connections.length + flows.length > 0

/** Returns the names of the queues, connections and flows that use an integration. */
export async function usersOf(scope: Scope, id: number): Promise<IntegrationUsers> {
  const namesIn = async (table: 'queues' | 'connections') => {
    const rows = await scope.db.select(table).select('name').where('integrationId', '=', id).orderBy('name').execute()
    return rows.map(({ name }) => name)
  }
  return {
    queues: await namesIn('queues'),
    connections: await namesIn('connections'),
    flows: await listFlowsNaming(scope, { kind: 'integration', id }),
  }
}
