import type { Scope } from '../../core/scope'

/** Returns the names of the queues and connections that use an integration. */
export async function usersOf(scope: Scope, id: number): Promise<{ queues: string[]; connections: string[] }> {
  const namesIn = async (table: 'queues' | 'connections') => {
    const rows = await scope.db.select(table).select('name').where('integrationId', '=', id).orderBy('name').execute()
    return rows.map(({ name }) => name)
  }
  return { queues: await namesIn('queues'), connections: await namesIn('connections') }
}
