import type { Scope } from '../../../core/scope'
import { inTexts, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'

/** Time after a campaign's message in which a word is an answer to it, in ms. */
const answerTime = 7 * 86_400_000

const newestMessage = hot<{ numbers: ListParameter; since: string }>()((db, p) =>
  db
    .select('campaign_recipients')
    .select(['id', 'campaignId', 'sentAt', 'dueAt'])
    .where('number', 'in', inTexts(p('numbers')))
    .where('state', 'in', ['sent', 'sending', 'unknown'])
    .where(({ eb, fn }) => eb(fn.coalesce('sentAt', 'dueAt'), '>=', p('since')))
    .orderBy('id', 'desc')
    .limit(1),
)
const followedUp = hot<{ numbers: ListParameter }>()((db, p) =>
  db
    .select('campaign_recipients')
    .select(['id', 'campaignId', 'sentAt', 'dueAt'])
    .where('number', 'in', inTexts(p('numbers')))
    .where('state', '=', 'sent')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('campaign_recipients as later')
          .select('later.id')
          .whereRef('later.companyId', '=', 'campaign_recipients.companyId')
          .whereRef('later.campaignId', '=', 'campaign_recipients.campaignId')
          .whereRef('later.number', '=', 'campaign_recipients.number')
          .whereRef('later.step', '>', 'campaign_recipients.step')
          .where('later.state', '=', 'pending'),
      ),
    )
    .orderBy('id', 'desc')
    .limit(1),
)
const setOptedOut = hot<{ id: number; now: string | null }>()((db, p) =>
  db
    .update('campaign_recipients')
    .set({ optedOutAt: p('now') })
    .where('id', '=', p('id')),
)

/** Newest message of a campaign to a person: its recipient row, campaign, and time. */
export interface CampaignMessage {
  recipientId: number
  campaignId: number
  at: string
}

/**
 * Returns the newest message of a campaign to one of these numbers in the seven days before `at`; an older one while a
 * follow-up to the person waits.
 */
export async function findCampaignMessage(
  scope: Scope,
  numbers: string[],
  at: string,
): Promise<CampaignMessage | undefined> {
  const since = new Date(Date.parse(at) - answerTime).toISOString()
  const of = { numbers: listOf(numbers) }
  const row = (await scope.db.first(newestMessage, { ...of, since })) ?? (await scope.db.first(followedUp, of))
  return row && { recipientId: row.id, campaignId: row.campaignId, at: row.sentAt ?? row.dueAt }
}

/** Counts an opt-out in the report of the campaign; null takes it back. */
export const markRecipient = (scope: Scope, { recipientId: id }: CampaignMessage, now: string | null) =>
  scope.db.run(setOptedOut, { id, now })
