import { type JobHandler, NotYet, WaitFor } from '../../../core/jobs/job'
import type { Scope } from '../../../core/scope'
import { coldWait, type LaneFacts } from '../../../shared/campaign/pace'
import type { CampaignWait, CancelReason } from '../../../shared/campaign/waits'
import { opening } from '../../../whatsapp/open-connection'
import { readLane } from '../../numbers/pace/rows'
import { readLaneFacts } from '../../numbers/pace/state'
import { readCompanyState } from '../../platform/company/state'
import { claimRecipient } from './claim'
import { finishCampaign } from './finish'
import { findFirstRecipient, firstTurn, listRunning, type Turn } from './next-recipient'
import { sendParts } from './send-parts'
import { settleRecipient } from './settle'
import { cancelFor } from './status'

/** Seconds after which a wait without a known end, or a distant one, is examined again. */
const recheck = { replies: 0.5, longest: 300 }

/**
 * Sends the campaign messages of one number, one recipient per run: whose turn it is, whether the number may send now,
 * then all parts. The lane of a number is this job's key, so that all its campaigns share one pace; the places are its
 * own, so that replies (`message.deliver`) never wait for it.
 */
export const sendCampaigns: JobHandler<{ whatsappId: number }> = {
  // As message.deliver: uploads and answers have their own timeouts.
  timeoutSeconds: 1800,
  concurrency: Number.POSITIVE_INFINITY,
  perGroup: 1,
  // A campaign runs for days; restarts meanwhile say nothing about the job.
  interruptions: 1_000_000,
  async run(scope, { whatsappId }) {
    const reason = await refusalOf(scope)
    if (reason) return cancelAll(scope, whatsappId, reason)
    const turn = firstTurn(await listTurns(scope, whatsappId))
    if (!turn) return
    const facts = await readLaneFacts(scope, whatsappId)
    if (!facts) return cancelAll(scope, whatsappId, 'connectionDeleted')
    holdUntilDue(turn, facts, whatsappId)
    const parts = await claimRecipient(scope, turn, facts, whatsappId)
    if (parts) await settleRecipient(scope, turn, whatsappId, await sendParts(scope, turn, whatsappId, parts))
    if ((await listTurns(scope, whatsappId)).length === 0) return // the last one finishes its campaign at once
    throw new NotYet(await secondsUntilNext(scope, whatsappId))
  },
  parked: (scope, { whatsappId }) => cancelAll(scope, whatsappId, 'failures'),
}

/** Returns why the company's campaigns must stop. */
async function refusalOf(scope: Scope): Promise<CancelReason | null> {
  const { mayAct, isEnabled, useCampaigns } = await readCompanyState(scope)
  if (!isEnabled) return 'companyDisabled'
  if (!mayAct) return 'licence'
  return useCampaigns ? null : 'plan'
}

async function cancelAll(outer: Scope, whatsappId: number, reason: CancelReason) {
  const running = await listRunning(outer, whatsappId)
  await outer.transaction(async (scope) => {
    for (const { id } of running) await cancelFor(scope, id, reason)
  })
}

/**
 * The next recipient of each running campaign of the number; a campaign without one is finished. One whose list was
 * emptied stops: the people who wait were taken from it. After all first messages have left, the follow-ups go on.
 */
async function listTurns(scope: Scope, whatsappId: number): Promise<Turn[]> {
  const turns: Turn[] = []
  for (const campaign of await listRunning(scope, whatsappId)) {
    const recipient = await findFirstRecipient(scope, campaign.id)
    if (!recipient) await finishCampaign(scope, campaign.id)
    else if (campaign.peopleOnList === 0 && recipient.step === 0 && recipient.state === 'pending')
      await scope.transaction((scope) => cancelFor(scope, campaign.id, 'noRecipients'))
    else turns.push({ campaign, recipient })
  }
  return turns
}

/** @throws NotYet or WaitFor while the recipient is not due or the number may not send */
function holdUntilDue({ recipient }: Turn, facts: LaneFacts, whatsappId: number) {
  const early = Date.parse(recipient.dueAt) - facts.now
  if (recipient.state === 'pending' && early > 0) throw new NotYet(Math.min(early / 1000, recheck.longest))
  const wait = coldWait(recipient.state === 'sending' ? withoutPace(facts) : facts)
  if (wait?.reason === 'connection') throw new WaitFor(opening(whatsappId))
  if (wait) throw new NotYet(secondsOf(wait, facts.now))
}

/** A message that was counted before and may have left goes on without a new place in the lane. */
const withoutPace = (facts: LaneFacts): LaneFacts => ({
  ...facts,
  hourEdge: null,
  dayEdge: null,
  lane: { ...facts.lane, nextSendAt: null, backOffUntil: null },
})

function secondsOf({ reason, until }: CampaignWait, now: number): number {
  if (reason === 'replies') return recheck.replies
  if (until === null) return 60
  return Math.min(Math.max((Date.parse(until) - now) / 1000, 0), recheck.longest)
}

/** Seconds until the next message of the number may leave, by its interval. */
async function secondsUntilNext(scope: Scope, whatsappId: number): Promise<number> {
  const { nextSendAt } = (await readLane(scope, whatsappId))?.lane ?? { nextSendAt: null }
  return nextSendAt === null ? 0 : Math.max(0, (Date.parse(nextSendAt) - Date.now()) / 1000)
}
