import type { Scope } from '../../../../core/scope'
import { getFlow } from '../read'
import type { FlowStarts } from './model'

/** Rows of each kind in one answer. */
const maxRows = 50

/** Phrases, connections, integrations and campaigns that start a flow, the oldest first. @throws ERR_NO_FLOW_FOUND */
export async function listStarts(scope: Scope, flowId: number): Promise<FlowStarts> {
  await getFlow(scope, flowId)
  return {
    phrases: await phrasesOf(scope, flowId),
    connections: await connectionsOf(scope, flowId),
    integrations: await integrationsOf(scope, flowId),
    campaigns: await campaignsOf(scope, flowId),
  }
}

async function phrasesOf({ db }: Scope, flowId: number) {
  const rows = await db
    .select('flow_phrases')
    .select(['id', 'phrase', 'status'])
    .where('flowId', '=', flowId)
    .orderBy('id')
    .limit(maxRows)
    .execute()
  return rows.map(({ id, phrase, status }) => ({ id, phrase, active: status === 1 }))
}

async function connectionsOf({ db }: Scope, flowId: number) {
  const rows = await db
    .select('connections')
    .select(['id', 'name', 'flowIdWelcome', 'flowIdNotPhrase'])
    .where(({ eb, or }) => or([eb('flowIdWelcome', '=', flowId), eb('flowIdNotPhrase', '=', flowId)]))
    .orderBy('id')
    .limit(maxRows)
    .execute()
  return rows.map(({ id, name, flowIdWelcome, flowIdNotPhrase }) => ({
    ...{ id, name, welcome: flowIdWelcome === flowId, notPhrase: flowIdNotPhrase === flowId },
  }))
}

async function integrationsOf({ db }: Scope, flowId: number) {
  const rows = await db
    .select('queue_integrations')
    .select(['id', 'name'])
    .where('flowId', '=', flowId)
    .orderBy('id')
    .limit(maxRows)
    .execute()
  const ids = rows.map(({ id }) => id)
  const queues =
    ids.length === 0
      ? []
      : await db
          .select('queues')
          .select(['name', 'integrationId'])
          .where('integrationId', 'in', ids)
          .orderBy('id')
          .limit(maxRows)
          .execute()
  return rows.map((row) => ({
    ...row,
    queues: queues.filter(({ integrationId }) => integrationId === row.id).map(({ name }) => name),
  }))
}

const campaignsOf = ({ db }: Scope, flowId: number) =>
  db
    .select('campaigns')
    .select(['id', 'name'])
    .where('flowId', '=', flowId)
    .where('status', '<>', 'FINALIZADA')
    .orderBy('id')
    .limit(maxRows)
    .execute()
