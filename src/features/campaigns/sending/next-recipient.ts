import type { Scope } from '../../../core/scope'
import { literal } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'

const runningCampaigns = hot<{ whatsappId: number }>()((db, p) =>
  db
    .select('campaigns')
    .leftJoin('contact_lists', 'contact_lists.id', 'campaigns.contactListId')
    .select(['campaigns.id', 'mediaId', 'fileListId', 'campaigns.updatedAt', 'contactsCount as peopleOnList'])
    .where('whatsappId', '=', p('whatsappId'))
    .where('status', '=', literal('EM_ANDAMENTO'))
    .where('preparedAt', 'is not', null)
    .orderBy('campaigns.id'),
)
/** `peopleOnList` is null for a campaign to a tag. */
type RunningCampaign = NonNullable<(typeof runningCampaigns)['row']>

const columns = ['id', 'campaignId', 'step', 'number', 'name', 'jid', 'text', 'state', 'attempts', 'dueAt'] as const
const sendingRecipient = hot<{ campaignId: number }>()((db, p) =>
  db
    .select('campaign_recipients')
    .select(columns)
    .where('campaignId', '=', p('campaignId'))
    .where('state', '=', literal('sending'))
    .orderBy('id')
    .limit(1),
)
const pendingRecipient = hot<{ campaignId: number }>()((db, p) =>
  db
    .select('campaign_recipients')
    .select(columns)
    .where('campaignId', '=', p('campaignId'))
    .where('state', '=', literal('pending'))
    .orderBy('dueAt')
    .orderBy('id')
    .limit(1),
)
type RecipientRow = NonNullable<(typeof pendingRecipient)['row']>

/** Queries for the next recipient, asked several times for each message. */
export const recipientQueries = { sendingRecipient, pendingRecipient }

/** Recipient whose turn it is, with its campaign. */
export interface Turn {
  campaign: RunningCampaign
  recipient: RecipientRow
}

/** Campaigns of a number that run and whose recipients were read, oldest first. */
export const listRunning = (scope: Scope, whatsappId: number): Promise<RunningCampaign[]> =>
  scope.db.run(runningCampaigns, { whatsappId })

/** Next recipient of a campaign, first of those not done: one whose messages have begun to leave, else the one due first. */
export const findFirstRecipient = async (scope: Scope, campaignId: number): Promise<RecipientRow | undefined> =>
  (await scope.db.first(sendingRecipient, { campaignId })) ?? (await scope.db.first(pendingRecipient, { campaignId }))

/** The turn that comes first: one that has begun, else the earliest due. */
export const firstTurn = (turns: Turn[]): Turn | undefined =>
  turns.find(({ recipient }) => recipient.state === 'sending') ??
  turns.toSorted((a, b) => (a.recipient.dueAt < b.recipient.dueAt ? -1 : 1))[0]
