import type { Scope } from '../../../core/scope'

/** Names of what starts a flow. */
interface FlowUsers {
  phrases: string[]
  connections: string[]
  integrations: string[]
  campaigns: string[]
}

export const isInUse = (users: FlowUsers) => Object.values(users).some((names: string[]) => names.length > 0)

/**
 * Returns the names of the phrases, connections and integrations that start a flow, and of the campaigns whose answers do.
 * A finished campaign cannot be changed and does not count: its late answers go to people.
 */
export async function usersOf(scope: Scope, id: number): Promise<FlowUsers> {
  const { db } = scope
  const phrases = await db.select('flow_phrases').select('name').where('flowId', '=', id).orderBy('name').execute()
  const connections = await db
    .select('connections')
    .select('name')
    .where(({ eb, or }) => or([eb('flowIdWelcome', '=', id), eb('flowIdNotPhrase', '=', id)]))
    .orderBy('name')
    .execute()
  const integrations = await db
    .select('queue_integrations')
    .select('name')
    .where('flowId', '=', id)
    .orderBy('name')
    .execute()
  const campaigns = await db
    .select('campaigns')
    .select('name')
    .where('flowId', '=', id)
    .where('status', '<>', 'FINALIZADA')
    .orderBy('name')
    .execute()
  const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)
  return {
    ...{ phrases: namesOf(phrases), connections: namesOf(connections) },
    ...{ integrations: namesOf(integrations), campaigns: namesOf(campaigns) },
  }
}
