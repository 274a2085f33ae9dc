import type { JobHandler } from '../../../core/jobs/job'
import { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import type { CampaignSettings } from '../../../shared/campaign/settings'
import { fillCampaignText } from '../../../shared/campaign/text'
import { variantIndex, variantsOf } from '../../../shared/campaign/variants'
import { limits } from '../../../shared/limits'
import { cutText } from '../../../shared/text'
import { optedOutAmong } from '../../contacts/opt-outs/among'
import { readCampaignSettings } from '../../numbers/pace/campaign-settings'
import { enqueueLane } from '../../numbers/pace/enqueue'
import { type CampaignRow, findCampaignRow, publishCampaign } from '../campaign/read'
import { storeCampaign } from '../campaign/service'
import { findFirstRecipient } from '../sending/next-recipient'
import { cancelFor } from '../sending/status'
import { insertRecipient } from '../steps/insert-recipient'
import { planMissingSteps } from '../steps/plan-missing'
import { type CampaignTarget, listTargets } from './people'

/** People of one transaction: about 10 ms of the writer. */
const batchSize = 250

/**
 * Reads the recipients of a running campaign in steps that others' writes run between. Each step stores its progress
 * with its rows, so that a second run continues; the sender begins after the last step. Texts are filled here, so that
 * later changes of the campaign do not change what is sent.
 */
export const prepareCampaign: JobHandler<{ campaignId: number }> = {
  timeoutSeconds: 600,
  // A restart during a long list says nothing about the job.
  interruptions: 10_000,
  async run(scope, { campaignId }) {
    for (let row = await findUnprepared(scope, campaignId); row; row = await findUnprepared(scope, campaignId)) {
      if (row.preparedUpTo === 0) {
        await clearUnsent(scope, campaignId)
        await planMissingSteps(scope, campaignId)
      }
      const facts = { settings: await readCampaignSettings(scope), ownNumbers: await readOwnNumbers(scope) }
      await storePeople(scope, row, facts)
    }
  },
}

async function findUnprepared(scope: Scope, id: number): Promise<CampaignRow | undefined> {
  const row = await findCampaignRow(scope, id)
  return row?.status === 'EM_ANDAMENTO' && row.preparedAt === null ? row : undefined
}

interface PrepareFacts {
  settings: CampaignSettings
  ownNumbers: ReadonlySet<string>
}

/** Batches that are written before the first of them is on disk. */
const maxUnflushed = 2

/** Stores all people; ends early when the campaign was cancelled or restarted meanwhile. */
async function storePeople(scope: Scope, staleCampaign: CampaignRow, facts: PrepareFacts) {
  const unflushed: Promise<boolean>[] = []
  // A scope of its own reads the next people while a transaction of the other one is open.
  const reading = Scope.for(scope.ports, scope.companyId, scope.actor)
  try {
    for (let after = staleCampaign.preparedUpTo; ; ) {
      const targets = await listTargets(reading, staleCampaign, after, batchSize)
      unflushed.push(storeBatch(scope, { ...staleCampaign, preparedUpTo: after }, targets, facts))
      const last = targets.at(-1)
      if (last === undefined) return
      after = last.id
      if (unflushed.length >= maxUnflushed && !(await unflushed.shift())) return
      await Bun.sleep(0)
    }
  } finally {
    await Promise.all(unflushed)
  }
}

/** Stores the next people, or the end after the last ones. Returns false when the campaign is not as it was seen. */
const storeBatch = (outer: Scope, staleCampaign: CampaignRow, targets: CampaignTarget[], facts: PrepareFacts) =>
  outer.transaction(async (scope) => {
    const row = await findUnprepared(scope, staleCampaign.id)
    if (row?.preparedUpTo !== staleCampaign.preparedUpTo || row.updatedAt !== staleCampaign.updatedAt) return false
    if (targets.length === 0) await finishPreparing(scope, row)
    else await insertRecipients(scope, row, targets, facts)
    return true
  })

const advance = hot<{ id: number; upTo: number }>()((db, p) =>
  db
    .update('campaigns')
    .set({ preparedUpTo: p('upTo') })
    .where('id', '=', p('id')),
)
async function insertRecipients(scope: Scope, row: CampaignRow, targets: CampaignTarget[], facts: PrepareFacts) {
  const { settings, ownNumbers } = facts
  const first = { campaignId: row.id, step: 0, dueAt: new Date().toISOString() }
  const optedOut = await optedOutAmong(
    scope,
    targets.map(({ number }) => number),
  )
  const variants = variantsOf(row)
  for (const target of targets) {
    const { number, name, jid } = target
    if (ownNumbers.has(number)) continue
    const { variant, message } = variants[variantIndex(row.id, number, variants.length)] as (typeof variants)[number]
    const text = cutText(fillCampaignText(message, target, settings.variables), limits.messageBody.max)
    const isOut = optedOut.has(number)
    const state = isOut
      ? ({ state: 'suppressed', reason: 'optedOut' } as const)
      : ({ state: 'pending', reason: null } as const)
    await scope.db.run(insertRecipient, { ...first, number, name, jid, variant, text, ...state })
  }
  await scope.db.run(advance, { id: row.id, upTo: (targets.at(-1) as CampaignTarget).id })
}

/** Ends the reading. A list without people stops the campaign, also after a restart: it can be filled and started again. */
async function finishPreparing(scope: Scope, { id, whatsappId, preparedUpTo }: CampaignRow) {
  const { count } = await scope.db
    .select('campaign_recipients')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('campaignId', '=', id)
    .where('step', '=', 0)
    .executeTakeFirstOrThrow()
  await storeCampaign(scope, id, { preparedAt: new Date().toISOString(), recipientCount: count })
  const isEmptied = preparedUpTo === 0 && !(await findFirstRecipient(scope, id))
  if (count === 0 || isEmptied) return void (await cancelFor(scope, id, 'noRecipients'))
  await enqueueLane(scope, whatsappId as number)
  await publishCampaign(scope, id)
}

/**
 * Deletes recipients of an earlier run to whom nothing has left: they are read again with the present texts and list. A
 * message that may have left keeps its id.
 */
async function clearUnsent(outer: Scope, campaignId: number) {
  const step = (scope: Scope) => deleteUnsent(scope, campaignId)
  while (await outer.transaction(step)) await Bun.sleep(0)
}

async function deleteUnsent({ db }: Scope, campaignId: number): Promise<boolean> {
  const unsent = db
    .select('campaign_recipients')
    .select('id')
    .where('campaignId', '=', campaignId)
    .where('step', '=', 0)
    .where('state', 'in', ['pending', 'failed', 'suppressed'])
    .where('sentAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('campaign_parts')
            .select('campaign_parts.id')
            .whereRef('campaign_parts.companyId', '=', 'campaign_recipients.companyId')
            .whereRef('campaign_parts.recipientId', '=', 'campaign_recipients.id')
            .where(({ eb, or, and }) =>
              or([
                eb('campaign_parts.ack', '>=', 1),
                and([eb('campaign_parts.ack', '=', 0), eb('campaign_parts.proto', 'is not', null)]),
              ]),
            ),
        ),
      ),
    )
    .limit(batchSize)
  const { numDeletedRows } = await db.delete('campaign_recipients').where('id', 'in', unsent).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

async function readOwnNumbers({ db }: Scope): Promise<Set<string>> {
  const rows = await db.select('connections').select('number').where('number', 'is not', null).execute()
  return new Set(rows.map(({ number }) => number as string))
}
