import type { Scope } from '../../../core/scope'
import { inTexts, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot } from '../../../core/storage/tenant'
import type { Ack, MediaType } from '../../../shared/enums'
import { noteProgress } from './progress'

/** Days after a campaign message in which a customer's message counts as its answer. */
const answerDays = 30

const newestOf = hot<{ number: string; whatsappId: number; since: string }>()((db, p) =>
  db
    .select('campaign_recipients')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_recipients.campaignId')
    .select(['campaign_recipients.id', 'campaign_recipients.campaignId', 'campaigns.flowId'])
    .where('campaign_recipients.number', '=', p('number'))
    .where('campaigns.whatsappId', '=', p('whatsappId'))
    .where('campaign_recipients.state', 'in', ['sent', 'sending', 'unknown'])
    .where('campaign_recipients.answeredAt', 'is', null)
    .where('campaign_recipients.dueAt', '>=', p('since'))
    .orderBy('campaign_recipients.id', 'desc')
    .limit(1),
)
const unansweredNumbers = hot<{ numbers: ListParameter; whatsappId: number }>()((db, p) =>
  db
    .select('campaign_recipients')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_recipients.campaignId')
    .select('campaign_recipients.number')
    .where('campaign_recipients.number', 'in', inTexts(p('numbers')))
    .where('campaigns.whatsappId', '=', p('whatsappId'))
    .where('campaign_recipients.state', 'in', ['sent', 'sending', 'unknown'])
    .where('campaign_recipients.answeredAt', 'is', null),
)
const markAnswered = hot<{ campaignId: number; number: string; at: string; ticketId: number }>()((db, p) =>
  db
    .update('campaign_recipients')
    .set({ answeredAt: p('at'), ticketId: p('ticketId') })
    .where('campaignId', '=', p('campaignId'))
    .where('number', '=', p('number'))
    .where('state', 'in', ['sent', 'sending', 'unknown'])
    .where('answeredAt', 'is', null),
)
const hiddenParts = hot<{ campaignId: number; number: string }>()((db, p) =>
  db
    .select('campaign_parts')
    .innerJoin('campaign_recipients', 'campaign_recipients.id', 'campaign_parts.recipientId')
    .leftJoin('media', (join) =>
      join.onRef('media.id', '=', 'campaign_parts.mediaId').onRef('media.companyId', '=', 'campaign_parts.companyId'),
    )
    .select(['campaign_parts.id', 'campaign_parts.waId', 'campaign_parts.ack', 'campaign_parts.proto'])
    .select(['campaign_parts.body', 'campaign_parts.mediaType', 'campaign_parts.createdAt'])
    .select(['campaign_recipients.text', 'media.id as mediaId', 'media.originalName', 'media.mime', 'media.size'])
    .where('campaign_recipients.campaignId', '=', p('campaignId'))
    .where('campaign_recipients.number', '=', p('number'))
    .where('campaign_parts.messageId', 'is', null)
    .where(({ eb, or }) => or([eb('campaign_parts.ack', '>', 0), eb('campaign_parts.proto', 'is not', null)]))
    .orderBy('campaign_parts.id'),
)
const setMessage = hot<{ id: number; messageId: number }>()((db, p) =>
  db
    .update('campaign_parts')
    .set({ messageId: p('messageId') })
    .where('id', '=', p('id')),
)

/** Returns those of the numbers for which `recordCampaignAnswer` may find a campaign. */
export async function findUnansweredNumbers(scope: Scope, whatsappId: number, numbers: string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set()
  const rows = await scope.db.run(unansweredNumbers, { numbers: listOf(numbers), whatsappId })
  return new Set(rows.map(({ number }) => number))
}

/** Part of a campaign that a conversation does not show yet. */
export interface HiddenPart {
  id: number
  waId: string
  ack: Ack
  proto: Uint8Array | null
  body: string
  mediaType: MediaType
  /** Null for a text, and for a file deleted since. */
  file: { id: string; name: string; mime: string; size: number } | null
  createdAt: string
}
interface CampaignAnswer {
  /** Messages that the customer answers, to be shown before the answer; in order. */
  parts: HiddenPart[]
  /** Flow that starts with the answer. */
  flowId: number | null
}

/**
 * Records a customer's message as the answer to the newest campaign that reached the number over this connection and was
 * not answered yet. Returns undefined when there is none. Call within the transaction that stores the message.
 */
export async function recordCampaignAnswer(
  scope: Scope,
  { number, whatsappId, ticketId, at }: { number: string; whatsappId: number; ticketId: number; at: string },
): Promise<CampaignAnswer | undefined> {
  const since = new Date(Date.parse(at) - answerDays * 24 * 3_600_000).toISOString()
  const newest = await scope.db.first(newestOf, { number, whatsappId, since })
  if (!newest) return undefined
  const { campaignId, flowId } = newest
  const parts = await scope.db.run(hiddenParts, { campaignId, number })
  await scope.db.run(markAnswered, { campaignId, number, at, ticketId })
  noteProgress(scope, campaignId)
  return {
    parts: parts.map(toHiddenPart),
    flowId: flowId !== null && (await isStartable(scope, flowId, ticketId)) ? flowId : null,
  }
}

/** Remembers that a conversation shows the part. Call within a transaction. */
export const linkPart = (scope: Scope, id: number, messageId: number) => scope.db.run(setMessage, { id, messageId })

type Row = NonNullable<(typeof hiddenParts)['row']>

function toHiddenPart({ body, text, mediaId, originalName, mime, size, mediaType, ...part }: Row): HiddenPart {
  const file = mediaId === null ? null : { id: mediaId, name: originalName ?? '', mime: mime ?? '', size: size ?? 0 }
  return { ...part, ack: part.ack as Ack, body: body ?? text, mediaType: file ? mediaType : 'chat', file }
}

const activeFlow = hot<{ id: number }>()((db, p) =>
  db.select('flows').select('id').where('id', '=', p('id')).where('active', '=', 1).where('versionId', 'is not', null),
)
const liveRun = hot<{ ticketId: number }>()((db, p) =>
  db.select('flow_runs').select('id').where('ticketId', '=', p('ticketId')).where('endedAt', 'is', null),
)

/** True for an active flow while no other one talks in the ticket. */
const isStartable = async ({ db }: Scope, id: number, ticketId: number) =>
  (await db.first(activeFlow, { id })) !== undefined && (await db.first(liveRun, { ticketId })) === undefined
