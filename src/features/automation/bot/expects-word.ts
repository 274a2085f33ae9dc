import type { Scope } from '../../../core/scope'
import { hot, type Tables } from '../../../core/storage/tenant'
import { chosenLine } from '../../../shared/bot/answer'
import { findPhrase } from '../../../shared/flow/phrase'
import type { TicketRow } from '../../inbox/tickets/read'
import { withPhrases } from './read-phrases'
import { readBotRules } from './read-rules'
import { readBotState, type StoredBotState } from './state'

const lines = (db: Tables) => db.select('queue_options').select(['option', 'title'])
const firstMenu = hot<{ queueId: number }>()((db, p) =>
  lines(db).where('queueId', '=', p('queueId')).where('parentId', 'is', null),
)
const menuBehind = hot<{ queueId: number; parentId: number }>()((db, p) =>
  lines(db).where('queueId', '=', p('queueId')).where('parentId', '=', p('parentId')),
)

/**
 * Returns true when a customer's text means something to the robot: a flow or program waits for it, it is a line of the
 * menu that was sent, or a phrase that starts a flow.
 */
export async function robotExpects(scope: Scope, ticket: TicketRow, text: string): Promise<boolean> {
  if (ticket.status !== 'pending' || ticket.whatsappId === null) return false
  const state = await readBotState(scope, ticket.id)
  if (!state) return false
  if (state.hasFlow || state.program !== null) return true
  const rules = await readBotRules(scope, ticket.whatsappId)
  if (!rules) return false
  const { phrases } = await withPhrases(scope, rules, ticket.whatsappId, text)
  if (rules.useIntegrations && findPhrase(phrases, text)) return true
  const queues = rules.queues.map(({ name }, at) => ({ option: `${at + 1}`, title: name }))
  if (state.stage === 'queues') return chosenLine(text, queues) !== undefined
  return state.stage === 'options' && chosenLine(text, await menuOf(scope, ticket, state)) !== undefined
}

async function menuOf(scope: Scope, { queueId }: TicketRow, { optionId }: StoredBotState) {
  if (queueId === null) return []
  if (optionId === null) return scope.db.run(firstMenu, { queueId })
  return scope.db.run(menuBehind, { queueId, parentId: optionId })
}
