import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { afterSend, type LaneFacts } from '../../../shared/campaign/pace'
import type { MediaType } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import { isOptedOut } from '../../contacts/opt-outs/among'
import { newWaId } from '../../inbox/messages/send/wa-id'
import { storeLane } from '../../numbers/pace/rows'
import { recordColdSend } from '../../numbers/pace/state'
import { noteProgress } from '../answers/progress'
import { type CampaignPart, readParts } from '../campaign/content'
import { stepEndOf } from '../steps/end'
import type { Turn } from './next-recipient'

const claimPending = hot<{ id: number }>()((db, p) =>
  db
    .update('campaign_recipients')
    .set(({ eb }) => ({ state: 'sending', attempts: eb('attempts', '+', 1) }))
    .where('id', '=', p('id'))
    .where('state', '=', 'pending')
    .returning('attempts'),
)
const suppress = hot<{ id: number; reason: string }>()((db, p) =>
  db
    .update('campaign_recipients')
    .set({ state: 'suppressed', reason: p('reason') })
    .where('id', '=', p('id'))
    .where('state', '=', 'pending'),
)
const failed = hot<{ id: number; reason: string }>()((db, p) =>
  db
    .update('campaign_recipients')
    .set({ state: 'failed', reason: p('reason') })
    .where('id', '=', p('id')),
)
const runningCampaign = hot<{ id: number }>()((db, p) =>
  db.select('campaigns').select('id').where('id', '=', p('id')).where('status', '=', 'EM_ANDAMENTO'),
)
const insertPart = hot<{
  recipientId: number
  part: number
  whatsappId: number
  waId: string
  body: string | null
  mediaType: MediaType
  mediaId: string | null
  now: string
}>()((db, p) =>
  db
    .insert('campaign_parts', {
      recipientId: p('recipientId'),
      part: p('part'),
      whatsappId: p('whatsappId'),
      waId: p('waId'),
      error: null,
      proto: null,
      messageId: null,
      body: p('body'),
      mediaType: p('mediaType'),
      mediaId: p('mediaId'),
      createdAt: p('now'),
    })
    .onConflict((existing) => existing.columns(['companyId', 'recipientId', 'part']).doNothing()),
)

/** True while the campaign runs; asked before each message, so that cancelling takes effect before the next one. */
export const isRunning = async (scope: Scope, id: number) =>
  (await scope.db.first(runningCampaign, { id })) !== undefined

/**
 * Takes the recipient's turn: state, the place in the lane and the ids of its messages are stored before anything leaves.
 * Returns its messages; undefined when nothing is to be sent: cancelled, opted out, an empty text, or a file
 * is gone.
 */
export async function claimRecipient(
  outer: Scope,
  { campaign, recipient }: Turn,
  facts: LaneFacts,
  whatsappId: number,
): Promise<CampaignPart[] | undefined> {
  // Later messages are texts: the files came with the first one.
  const planned =
    recipient.step > 0
      ? [{ body: recipient.text, file: null }]
      : await readParts(outer, campaign, recipient).catch(missingFile)
  // "{primeiroNome}" alone is an empty text for a person without a name.
  const parts = planned?.filter(({ body, file }) => file !== null || body.trim() !== '')
  return outer.transaction(async (scope) => {
    if (!(await isRunning(scope, campaign.id))) return undefined
    noteProgress(scope, campaign.id)
    if (parts === undefined) return void (await scope.db.run(failed, { id: recipient.id, reason: 'file' }))
    if (recipient.state === 'sending') return parts
    const reason = await suppressionOf(scope, recipient, parts)
    if (reason) return void (await scope.db.run(suppress, { id: recipient.id, reason }))
    if (!(await scope.db.first(claimPending, { id: recipient.id }))) return undefined
    await takePlace(scope, facts, whatsappId)
    await planParts(scope, recipient, whatsappId, parts)
    return parts
  })
}

/** Reason not to send to the recipient at all. */
async function suppressionOf(scope: Scope, recipient: Turn['recipient'], parts: CampaignPart[]) {
  if (await isOptedOut(scope, recipient.number)) return 'optedOut'
  return parts.length === 0 ? 'empty' : stepEndOf(scope, recipient)
}

/** A deleted file fails its recipients; other errors are the job's. */
function missingFile(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'ERR_NO_MEDIA_FOUND') return undefined
  throw error
}

/** Counts the message before it leaves: after a crash the number sends more slowly, never faster. */
async function takePlace(scope: Scope, { lane, settings }: LaneFacts, whatsappId: number) {
  const now = Date.now()
  await recordColdSend(scope, whatsappId, now)
  await storeLane(scope, whatsappId, afterSend(lane, settings, now, Math.random()))
}

async function planParts(scope: Scope, { id, text }: Turn['recipient'], whatsappId: number, parts: CampaignPart[]) {
  const now = new Date().toISOString()
  for (const [part, { body, file }] of parts.entries())
    await scope.db.run(insertPart, {
      ...{ recipientId: id, part, whatsappId, waId: newWaId(), now },
      body: body === text ? null : body,
      mediaType: file?.mediaType ?? 'chat',
      mediaId: file?.file.id ?? null,
    })
}
