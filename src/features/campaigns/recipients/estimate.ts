import type { Scope } from '../../../core/scope'
import { dayIn } from '../../../core/time'
import { estimateEnd } from '../../../shared/campaign/estimate'
import { readCampaignSettings } from '../../numbers/pace/campaign-settings'
import { readLane } from '../../numbers/pace/rows'
import { timeZoneOf } from '../../platform/company/time-zone'
import type { Estimate, EstimateInput } from '../campaign/model'
import { hasVerifiedAddress } from './people'
import { assertReferencesExist, momentOf } from './values'

/**
 * Returns how many people a campaign would reach and when it would end, by pace, window and caps. @throws the errors of
 * the ids
 */
export async function estimateCampaign(scope: Scope, input: EstimateInput): Promise<Estimate> {
  const { contactListId = null, tagId = null, scheduledAt, whatsappId = null } = input
  await assertReferencesExist(scope, { contactListId, tagId, whatsappId })
  const counts = contactListId === null ? await countTagged(scope, tagId) : await countItems(scope, contactListId)
  const startsAt = scheduledAt ? await momentOf(scope, scheduledAt) : new Date().toISOString()
  const endsAt = await estimateEndOf(scope, { recipients: counts.recipients, startsAt, whatsappId })
  return { ...counts, startsAt, endsAt }
}

/** Estimated time at which a number has sent this many messages, UTC ISO; null beyond a year. */
export async function estimateEndOf(
  scope: Scope,
  { recipients, startsAt, whatsappId }: { recipients: number; startsAt: string; whatsappId: number | null },
): Promise<string | null> {
  const lane = whatsappId === null ? undefined : await readLane(scope, whatsappId)
  const zone = await timeZoneOf(scope)
  const since = lane?.lane.since ?? dayIn(zone)
  const settings = await readCampaignSettings(scope)
  const pausedUntil = lane?.lane.pausedUntil ? Date.parse(lane.lane.pausedUntil) : 0
  const start = Math.max(Date.parse(startsAt), Date.now(), pausedUntil)
  const end = estimateEnd({ recipients, startsAt: start, since, settings, zone })
  return end === null ? null : new Date(end).toISOString()
}

async function countItems({ db }: Scope, contactListId: number) {
  const rows = await db
    .select('contact_list_items')
    .leftJoin('opt_outs', (join) =>
      join
        .onRef('opt_outs.number', '=', 'contact_list_items.number')
        .onRef('opt_outs.companyId', '=', 'contact_list_items.companyId'),
    )
    .select(({ fn }) => ['contact_list_items.validity', fn.countAll<number>().as('count')])
    .select(({ fn }) => fn.count<number>('opt_outs.id').as('optedOut'))
    .where('contact_list_items.contactListId', '=', contactListId)
    .groupBy('contact_list_items.validity')
    .execute()
  const of = (validity: string) => rows.find((row) => row.validity === validity)
  const optedOut = of('valid')?.optedOut ?? 0
  return {
    recipients: (of('valid')?.count ?? 0) - optedOut,
    unverified: (of('unknown')?.count ?? 0) + (of('error')?.count ?? 0),
    invalid: of('invalid')?.count ?? 0,
    optedOut,
  }
}

async function countTagged({ db }: Scope, tagId: number | null) {
  const none = { recipients: 0, unverified: 0, invalid: 0, optedOut: 0 }
  if (tagId === null) return none
  const tagged = db
    .select('ticket_tags')
    .innerJoin('tickets', 'tickets.id', 'ticket_tags.ticketId')
    .innerJoin('contacts', 'contacts.id', 'tickets.contactId')
    .leftJoin('opt_outs', (join) =>
      join.onRef('opt_outs.number', '=', 'contacts.number').onRef('opt_outs.companyId', '=', 'contacts.companyId'),
    )
    .select(({ fn }) => fn.count<number>('contacts.id').distinct().as('count'))
    .select(({ fn }) => fn.count<number>('opt_outs.id').distinct().as('optedOut'))
    .where('ticket_tags.tagId', '=', tagId)
    .where('contacts.number', 'is not', null)
    .where('contacts.isGroup', '=', 0)
  const all = await tagged.executeTakeFirstOrThrow()
  const { count, optedOut } = await tagged.where(hasVerifiedAddress).executeTakeFirstOrThrow()
  return { ...none, recipients: count - optedOut, unverified: all.count - count, optedOut }
}
