import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { shareInterval } from '../../../shared/campaign/compare-variants'
import { variantsOf } from '../../../shared/campaign/variants'
import type { CampaignWait } from '../../../shared/campaign/waits'
import { readColdWait } from '../../numbers/pace/state'
import type { Campaign } from '../campaign/model'
import { getCampaign } from '../campaign/read'
import { estimateEndOf } from '../recipients/estimate'
import { findFirstRecipient } from '../sending/next-recipient'
import { type CountGroup, readCountGroups, sumGroups } from './counts'
import type { CampaignCounts, CampaignProgress, CampaignReport } from './report-model'

/** Returns the figures of a campaign. @throws ERR_NO_CAMPAIGN_FOUND */
export async function readReport(scope: Scope, id: number): Promise<CampaignReport> {
  const campaign = await getCampaign(scope, id)
  const groups = await readCountGroups(scope, id)
  const counts = { ...sumGroups(ofStep(groups, 0)), optedOut: sumGroups(groups).optedOut }
  const isRunning = campaign.status === 'EM_ANDAMENTO'
  return {
    campaign,
    counts,
    steps: await readStepReports(scope, id, groups),
    progress: doneShare(counts),
    wait: isRunning ? await waitOf(scope, campaign) : null,
    endsAt: isRunning ? await endOf(scope, campaign, counts) : null,
    failures: failuresOf(groups),
    variants: variantsOf(campaign).map(({ variant, message }) => {
      const own = sumGroups(ofStep(groups, 0).filter((group) => group.variant === variant))
      const shares = { answeredShare: shareOf(own.answered, own.sent), readShare: shareOf(own.read, own.sent) }
      return { variant, message, ...own, ...shares }
    }),
    hours: await readHours(scope, id),
    tickets: await readTickets(scope, id),
  }
}

/** Returns the progress of a campaign, for its row in the list. @throws ERR_NO_CAMPAIGN_FOUND */
export async function readProgress(scope: Scope, id: number): Promise<CampaignProgress> {
  const campaign = await getCampaign(scope, id)
  const counts = sumGroups(ofStep(await readCountGroups(scope, id), 0))
  const { sent, valid } = counts
  const wait = campaign.status === 'EM_ANDAMENTO' ? await waitOf(scope, campaign) : null
  return { sent, valid, progress: doneShare(counts), wait }
}

const doneShare = ({ valid, pending, sending }: CampaignCounts) =>
  valid === 0 ? 0 : (valid - pending - sending) / valid

const ofStep = (groups: CountGroup[], step: number) => groups.filter((group) => group.step === step)

/** The person planned last waits longest, but for repeated attempts. */
const lastDue = hot<{ campaignId: number; step: number }>()((db, p) =>
  db
    .select('campaign_recipients')
    .select('dueAt as until')
    .where('campaignId', '=', p('campaignId'))
    .where('step', '=', p('step'))
    .where('state', '=', 'pending')
    .orderBy('id', 'desc')
    .limit(1),
)

/** Figures of the later messages that were planned. */
async function readStepReports(scope: Scope, campaignId: number, groups: CountGroup[]) {
  const steps = [...new Set(groups.map(({ step }) => step))].filter((step) => step > 0).sort()
  return Array.fromAsync(steps, async (step) => {
    const until = (await scope.db.first(lastDue, { campaignId, step }))?.until ?? null
    return { step, ...sumGroups(ofStep(groups, step)), until }
  })
}

/** Share with its interval; nothing is known about it before the first message. */
function shareOf(count: number, of: number) {
  const { share: value, low, high } = shareInterval(count, of) ?? { share: 0, low: 0, high: 1 }
  return { value, low, high }
}

/** Returns why a running campaign sends nothing now. */
export async function waitOf(scope: Scope, { id, preparedAt, whatsappId }: Campaign): Promise<CampaignWait | null> {
  if (preparedAt === null) return { reason: 'preparing', until: null }
  const next = await findFirstRecipient(scope, id)
  if (next && next.step > 0 && Date.parse(next.dueAt) > Date.now()) return { reason: 'step', until: next.dueAt }
  return whatsappId === null ? null : readColdWait(scope, whatsappId)
}

function endOf(scope: Scope, { preparedAt, whatsappId }: Campaign, { pending, sending }: CampaignCounts) {
  if (preparedAt === null) return null
  return estimateEndOf(scope, { recipients: pending + sending, startsAt: preparedAt, whatsappId })
}

const maxReasons = 20

function failuresOf(groups: CountGroup[]) {
  const failed = groups.filter(({ state }) => state === 'failed' || state === 'unknown')
  const byReason = Map.groupBy(failed, ({ reason, state }) => reason || state)
  return [...byReason]
    .map(([reason, rows]) => ({ reason, count: rows.reduce((sum, { count }) => sum + count, 0) }))
    .sort((a, b) => b.count - a.count)
    .slice(0, maxReasons)
}

const maxHours = 1000

const hoursOf = hot<{ campaignId: number; limit: number }>()((db, p) =>
  db
    .select('campaign_hours')
    .select(['hour', 'sent', 'delivered', 'read', 'answered'])
    .where('campaignId', '=', p('campaignId'))
    .where(({ eb, or }) => or(hourCounts.map((name) => eb(name, '>', 0))))
    .orderBy('hour')
    .limit(p('limit')),
)
const hourCounts = ['sent', 'delivered', 'read', 'answered'] as const

const readHours = async (scope: Scope, campaignId: number): Promise<CampaignReport['hours']> =>
  (await scope.db.run(hoursOf, { campaignId, limit: maxHours })).map((row) => ({
    ...row,
    hour: `${row.hour}:00:00.000Z`,
  }))

const ticketFigures = hot<{ campaignId: number }>()((db, p) =>
  db
    .select('campaign_recipients')
    .innerJoin('tickets', 'tickets.id', 'campaign_recipients.ticketId')
    .select(({ fn }) => [fn.count<number>('tickets.id').distinct().as('count')])
    .select(({ fn, eb }) =>
      fn
        .count<number>(eb.case().when('tickets.status', '<>', 'closed').then(eb.ref('tickets.id')).end())
        .distinct()
        .as('open'),
    )
    .where('campaign_recipients.campaignId', '=', p('campaignId'))
    .where('campaign_recipients.answeredAt', 'is not', null),
)
const ratingFigures = hot<{ campaignId: number }>()((db, p) =>
  db
    .select('campaign_recipients')
    .innerJoin('attendances', (join) =>
      join
        .onRef('attendances.ticketId', '=', 'campaign_recipients.ticketId')
        .onRef('attendances.companyId', '=', 'campaign_recipients.companyId'),
    )
    .select(({ fn }) => [fn.count<number>('rate').as('rated'), fn.avg<number | null>('rate').as('average')])
    .where('campaign_recipients.campaignId', '=', p('campaignId'))
    .where('campaign_recipients.step', '=', 0)
    .where('campaign_recipients.answeredAt', 'is not', null)
    .where('rate', 'is not', null)
    .whereRef('attendances.ratedAt', '>=', 'campaign_recipients.answeredAt'),
)

async function readTickets({ db }: Scope, campaignId: number): Promise<CampaignReport['tickets']> {
  const { count = 0, open = 0 } = (await db.first(ticketFigures, { campaignId })) ?? {}
  const { rated = 0, average = null } = (await db.first(ratingFigures, { campaignId })) ?? {}
  return { count, open, rated, averageRating: average }
}
