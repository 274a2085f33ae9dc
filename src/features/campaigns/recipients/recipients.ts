import type { Scope } from '../../../core/scope'
import { containsText } from '../../../core/storage/expressions'
import type { Tables } from '../../../core/storage/tenant'
import type { CampaignWait } from '../../../shared/campaign/waits'
import { pageSizes } from '../../../shared/limits'
import { foldText } from '../../../shared/text'
import { searchesHiddenNumbers } from '../../contacts/contacts/hidden-numbers'
import { searchedText } from '../../contacts/contacts/typed-number'
import type { Campaign } from '../campaign/model'
import { getCampaign } from '../campaign/read'
import { waitOf } from '../report/report'
import type { Recipient, RecipientQuery } from '../report/report-model'

export const recipientRows = (db: Tables) =>
  db
    .select('campaign_recipients')
    .select(['id', 'step', 'number', 'name', 'variant', 'text', 'state', 'reason', 'attempts', 'dueAt'])
    .select(['sentAt', 'deliveredAt', 'readAt', 'answeredAt', 'optedOutAt', 'ticketId'])

export type RecipientRow = Awaited<ReturnType<ReturnType<typeof recipientRows>['execute']>>[number]
const times = { delivered: 'deliveredAt', read: 'readAt', answered: 'answeredAt', optedOut: 'optedOutAt' } as const

/** Returns a page of a campaign's recipients in the order of sending. @throws ERR_NO_CAMPAIGN_FOUND */
export async function listRecipients(scope: Scope, campaignId: number, query: RecipientQuery) {
  const campaign = await getCampaign(scope, campaignId)
  const size = pageSizes.other
  const searchParam = await searchedText(scope, query.searchParam ?? '')
  const matching = filtered(scope, campaignId, { ...query, searchParam })
  const page = matching
    .orderBy('id')
    .limit(size + 1)
    .offset(((query.pageNumber ?? 1) - 1) * size)
  const rows = await scope.db.executeAside(page)
  const all = matching.clearSelect().select((eb) => eb.fn.countAll<number>().as('count'))
  const count = (await scope.db.executeAside(all))[0]?.count ?? 0
  const wait = await laneWait(scope, campaign)
  const recipients = rows.slice(0, size).map((row) => toRecipient(row, wait))
  return { recipients, hasMore: rows.length > size, count }
}

const laneWait = async (scope: Scope, campaign: Campaign) =>
  campaign.status === 'EM_ANDAMENTO' ? waitOf(scope, campaign) : undefined

function filtered({ db, actor }: Scope, campaignId: number, { searchParam = '', state, only, step }: RecipientQuery) {
  let rows = recipientRows(db).where('campaignId', '=', campaignId)
  if (state) rows = rows.where('state', '=', state)
  if (step !== undefined) rows = rows.where('step', '=', step)
  if (only === 'unanswered') rows = rows.where('state', '=', 'sent').where('answeredAt', 'is', null)
  else if (only) rows = rows.where(times[only], 'is not', null)
  const text = searchParam.trim()
  if (text === '') return rows
  if (searchesHiddenNumbers(actor, text)) return rows.where(({ lit }) => lit(false))
  const digits = text.replace(/\D/g, '')
  return rows.where(({ fn, or }) =>
    or([
      containsText(fn('lower', ['name']), foldText(text)),
      containsText('name', text),
      ...(digits.length >= 3 ? [containsText('number', digits)] : []),
    ]),
  )
}

/** `wait` is the lane's; undefined while the campaign does not run. */
function toRecipient({ dueAt, ...row }: RecipientRow, wait: CampaignWait | null | undefined): Recipient {
  const isWaiting = row.state === 'pending' && wait !== undefined
  return { ...row, wait: isWaiting ? (ownWait(row, dueAt) ?? wait ?? { reason: 'turn', until: null }) : null }
}

function ownWait({ attempts, step }: Pick<RecipientRow, 'attempts' | 'step'>, dueAt: string): CampaignWait | null {
  if (Date.parse(dueAt) <= Date.now()) return null
  if (attempts > 0) return { reason: 'retry', until: dueAt }
  return step > 0 ? { reason: 'step', until: dueAt } : null
}
