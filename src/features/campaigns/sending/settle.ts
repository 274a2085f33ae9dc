import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { backOffAfter, hourMs, retryAfter } from '../../../shared/campaign/pace'
import type { RecipientReason } from '../../../shared/campaign/waits'
import type { RecipientState } from '../../../shared/enums'
import { setAck } from '../../inbox/messages/acks'
import { readLane, storeLane } from '../../numbers/pace/rows'
import { noteProgress } from '../answers/progress'
import { planNextStep } from '../steps/plan'
import type { Turn } from './next-recipient'
import { forgetRefusals, rateRefusal } from './rate-refusal'
import type { Sent } from './send-parts'
import { cancelFor } from './status'

/** WhatsApp's code for a number that must not write to people who have not written to it. */
const restricted = '463'
/** Failures in a row after which a campaign stops: the next ones would probably fail, too. */
const maxFailures = 3

const setSent = hot<{ id: number; now: string }>()((db, p) =>
  db
    .update('campaign_recipients')
    .set(({ eb, ref, val }) => ({
      state: 'sent' as const,
      reason: null,
      // A receipt of the first part may come before the last part has left.
      sentAt: eb
        .case()
        .when(eb('deliveredAt', '<', p('now')))
        .then(ref('deliveredAt'))
        .else(val(p('now')))
        .end(),
    }))
    .where('id', '=', p('id')),
)
const setState = hot<{ id: number; state: RecipientState; reason: string | null; dueAt: string }>()((db, p) =>
  db
    .update('campaign_recipients')
    .set({ state: p('state'), reason: p('reason'), dueAt: p('dueAt') })
    .where('id', '=', p('id'))
    .returning('attempts'),
)
const attemptsOf = hot<{ id: number }>()((db, p) =>
  db.select('campaign_recipients').select(['attempts', 'dueAt']).where('id', '=', p('id')),
)
const unansweredParts = hot<{ recipientId: number }>()((db, p) =>
  db
    .select('campaign_parts')
    .select(['waId', 'proto'])
    .where('recipientId', '=', p('recipientId'))
    .where('ack', '=', 0),
)

/** Stores the result of a recipient's messages, and what it means for the number and the campaign. */
export const settleRecipient = (outer: Scope, turn: Turn, whatsappId: number, sent: Sent) =>
  outer.transaction(async (scope) => {
    if (sent.result === 'cancelled') return
    const { id } = turn.recipient
    noteProgress(scope, turn.campaign.id)
    if (sent.result === 'sent') {
      const now = new Date().toISOString()
      await scope.db.run(setSent, { id, now })
      await planNextStep(scope, turn.campaign.id, turn.recipient, now)
      return storeLane(scope, whatsappId, { failedInRow: 0, backOffUntil: null })
    }
    if (sent.result === 'transport') return retryLater(scope, turn, whatsappId)
    if (sent.result === 'optedOut') return giveUp(scope, turn, whatsappId, { state: 'suppressed', reason: 'optedOut' })
    return settleRefusal(scope, turn, whatsappId, sent.code)
  })

/** Stores WhatsApp's refusal of a recipient's messages. 463 stops the campaign, and the number for an hour. */
async function settleRefusal(scope: Scope, turn: Turn, whatsappId: number, code: string) {
  const { id, dueAt } = turn.recipient
  if (code === rateRefusal && (await retryAfterRateRefusal(scope, turn, whatsappId))) return
  await scope.db.run(setState, { id, state: 'failed', reason: code, dueAt })
  if (code !== restricted) return countFailure(scope, turn, whatsappId)
  await storeLane(scope, whatsappId, { backOffUntil: new Date(Date.now() + hourMs).toISOString() })
  await cancelFor(scope, turn.campaign.id, 'restricted')
}

/**
 * Another attempt after 1, 5 and 30 minutes, under the same ids. After the last one the message failed; it is unknown
 * when it was written and never answered, because it may have arrived.
 */
async function retryLater(scope: Scope, turn: Turn, whatsappId: number) {
  const { id } = turn.recipient
  const { attempts = 1 } = (await scope.db.first(attemptsOf, { id })) ?? {}
  const minutes = retryAfter(attempts)
  if (minutes !== undefined) {
    const next = new Date(Date.now() + minutes * 60_000).toISOString()
    await scope.db.run(setState, { id, state: 'pending', reason: null, dueAt: next })
  } else await giveUp(scope, turn, whatsappId, { state: 'failed', reason: 'transport' })
  if (attempts === 1) await countFailure(scope, turn, whatsappId)
}

/** Another attempt like after a failure of the transport; each one slows the number down. False after the last one. */
async function retryAfterRateRefusal(scope: Scope, turn: Turn, whatsappId: number): Promise<boolean> {
  const { id } = turn.recipient
  const { attempts = 1 } = (await scope.db.first(attemptsOf, { id })) ?? {}
  const minutes = retryAfter(attempts)
  if (minutes === undefined) return false
  await forgetRefusals(scope, id)
  const next = new Date(Date.now() + minutes * 60_000).toISOString()
  await scope.db.run(setState, { id, state: 'pending', reason: null, dueAt: next })
  await countFailure(scope, turn, whatsappId)
  return true
}

/** Ends a recipient's turn without an answer of WhatsApp: unknown when a message was written, because it may have arrived. */
async function giveUp(
  scope: Scope,
  { recipient: { id } }: Turn,
  whatsappId: number,
  { state, reason }: { state: 'failed' | 'suppressed'; reason: RecipientReason },
) {
  const { dueAt = '' } = (await scope.db.first(attemptsOf, { id })) ?? {}
  const parts = await scope.db.run(unansweredParts, { recipientId: id })
  const mayHaveArrived = parts.some(({ proto }) => proto !== null)
  await scope.db.run(setState, { id, state: mayHaveArrived ? 'unknown' : state, reason, dueAt })
  for (const { waId, proto } of parts)
    if (proto === null) await setAck(scope, whatsappId, { waId, ack: -1, error: 'ERR_SENDING_WAPP_MSG' })
}

/** Slows the number down after a failure; the third in a row stops the campaign. */
async function countFailure(scope: Scope, { campaign }: Turn, whatsappId: number) {
  const failedInRow = ((await readLane(scope, whatsappId))?.lane.failedInRow ?? 0) + 1
  const isLast = failedInRow >= maxFailures
  await storeLane(scope, whatsappId, {
    failedInRow: isLast ? 0 : failedInRow,
    backOffUntil: backOffAfter(failedInRow, Date.now()),
  })
  if (isLast) await cancelFor(scope, campaign.id, 'failures')
}
