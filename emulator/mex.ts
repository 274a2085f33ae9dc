import type { Connection } from './connection'
import type { Answer } from './queries'
import { child, type Stanza, stanza } from './stanza'

/** Ids of GraphQL queries that Baileys 7.0.0-rc14 sends (`QueryIds`), each with the path of its answer. */
const queries: Record<string, { path: string; limit: 'describeLock' | 'describeQuota' }> = {
  '23983697327930364': { path: 'xwa2_fetch_account_reachout_timelock', limit: 'describeLock' },
  '24503548349331633': { path: 'xwa2_message_capping_info', limit: 'describeQuota' },
}

/** Answers GraphQL queries (`w:mex`) about the limits of the account; others have an empty result. */
export function answerMex({ companion }: Connection, query: Stanza): Answer {
  const quotaQuery = queries[child(query, 'query')?.attrs.query_id ?? '']
  const limit = quotaQuery && companion?.owner.newChats[quotaQuery.limit]()
  if (!limit) return undefined
  return [stanza('result', {}, Buffer.from(JSON.stringify({ data: { [quotaQuery.path]: limit } })))]
}
