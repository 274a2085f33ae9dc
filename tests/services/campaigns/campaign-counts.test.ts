import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { TenantDb } from '../../../src/core/storage/tenant'
import { updateCampaign } from '../../../src/features/campaigns/campaign/service'
import { prepareCampaign } from '../../../src/features/campaigns/recipients/prepare'
import { readProgress, readReport } from '../../../src/features/campaigns/report/report'
import { recipientQueries } from '../../../src/features/campaigns/sending/next-recipient'
import { cancelCampaign, restartCampaign } from '../../../src/features/campaigns/sending/status'
import { createCampaignCompany } from '../../campaign-company'
import { insertCampaign, insertRecipient } from '../../campaign-rows'
import { createInstallation } from '../../installation'
import { sqliteTest } from '../../postgres-databases'

const times = ['sentAt', 'deliveredAt', 'readAt', 'answeredAt', 'optedOutAt'] as const
const change = fc.record({
  n: fc.nat(9),
  state: fc.constantFrom('pending', 'sending', 'sent', 'failed', 'unknown', 'suppressed'),
  reason: fc.constantFrom(null, '463', 'transport'),
  time: fc.constantFrom(...times),
  at: fc.constantFrom(null, '2026-11-23T15:10:00.000Z', '2026-11-23T16:50:00.000Z'),
  isDeleted: fc.boolean(),
})

test('the kept counts of a campaign are those of its recipients, whatever changes', async () => {
  const { acme, scopeOf } = await createInstallation()
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 30 }), async (changes) => {
      const campaignId = await insertCampaign(acme)
      const ids: number[] = []
      for (let n = 0; n < 10; n++)
        ids.push(await insertRecipient(acme, { campaignId, number: `551199000${n}`, step: n % 2, sentAt: null }))
      for (const { n, time, at, isDeleted, ...values } of changes)
        await acme.transaction(async (tx) => {
          const id = ids[n] as number
          if (isDeleted && n > 7) await tx.delete('campaign_recipients').where('id', '=', id).execute()
          else {
            const set = { ...values, [time]: at } as object
            await tx.update('campaign_recipients').set(set).where('id', '=', id).execute()
          }
        })
      expect(await keptCounts(acme, campaignId)).toEqual(await counted(acme, campaignId))
      const { hours } = await readReport(scopeOf('ana'), campaignId)
      const rows = await acme.select('campaign_recipients').selectAll().where('campaignId', '=', campaignId).execute()
      const sum = (name: 'sent' | 'delivered' | 'read' | 'answered') => hours.reduce((all, hour) => all + hour[name], 0)
      const having = (name: (typeof times)[number]) => rows.filter((row) => row[name] !== null).length
      expect([sum('sent'), sum('delivered'), sum('read'), sum('answered')]).toEqual(times.slice(0, 4).map(having))
    }),
    { numRuns: 40 },
  )
})

const groupColumns = ['step', 'variant', 'state', 'reason'] as const
const keptCounts = async (db: TenantDb, campaignId: number) =>
  db
    .select('campaign_counts')
    .select([...groupColumns, 'recipients', 'delivered', 'read', 'answered', 'optedOut'])
    .where('campaignId', '=', campaignId)
    .where('recipients', '>', 0)
    .execute()

const counted = (db: TenantDb, campaignId: number) =>
  db
    .select('campaign_recipients')
    .select(['step', 'variant', 'state'])
    .select(({ fn, val }) => fn.coalesce('reason', val('')).as('reason'))
    .select(({ fn }) => [fn.countAll<number>().as('recipients'), fn.count<number>('deliveredAt').as('delivered')])
    .select(({ fn }) => [fn.count<number>('readAt').as('read'), fn.count<number>('answeredAt').as('answered')])
    .select(({ fn }) => fn.count<number>('optedOutAt').as('optedOut'))
    .where('campaignId', '=', campaignId)
    .groupBy([...groupColumns])
    .orderBy('step')
    .orderBy('variant')
    .orderBy('state')
    .orderBy('reason')
    .execute()

test('the progress of a campaign is that of its report', async () => {
  const { acme, scopeOf } = await createInstallation()
  const campaignId = await insertCampaign(acme, { status: 'CANCELADA' })
  await insertRecipient(acme, { campaignId, number: '551199000001' })
  await insertRecipient(acme, { campaignId, number: '551199000002', state: 'pending' })
  const { counts, progress, wait } = await readReport(scopeOf('ana'), campaignId)
  const { sent, valid } = counts
  expect(await readProgress(scopeOf('ana'), campaignId)).toEqual({ sent, valid, progress, wait })
  expect([sent, valid, progress]).toEqual([1, 2, 0.5])
})

sqliteTest.each(Object.entries(recipientQueries))(
  'the query %s of the sender reads an index in its order',
  async (_, query) => {
    const { store } = await createInstallation()
    const plan = store.raw.statements.sqlite.query(`explain query plan ${query.on(store.read.engine).text}`).all() as {
      detail: string
    }[]
    const steps = plan.map(({ detail }) => detail)
    expect(steps).toEqual([expect.stringMatching(/^SEARCH \w+ USING INDEX campaign_recipients_(begun|due) /)])
  },
)

test('a campaign restarted with another text while its people are read sends the new text to all of them', async () => {
  const { acme, create, scopeOf, systemScope, recipients, jobs } = await createCampaignCompany({ people: 1200 })
  const { id: campaignId } = await create({ message1: 'Velho' })
  await acme.transaction((tx) =>
    tx.update('campaigns').set({ status: 'EM_ANDAMENTO', scheduledAt: null }).where('id', '=', campaignId).execute(),
  )
  const reading = prepareCampaign.run(systemScope(), { campaignId }, { number: 1, last: false })
  while ((await recipients()).length === 0) await Bun.sleep(0)
  await scopeOf('ana').transaction(async (scope) => {
    await cancelCampaign(scope, campaignId)
    await updateCampaign(scope, campaignId, { message1: 'Novo' })
    await restartCampaign(scope, campaignId)
  })
  await reading
  await jobs.settle()
  expect(new Set((await recipients()).map(({ text }) => text))).toEqual(new Set(['Novo']))
  expect(await recipients()).toHaveLength(1200)
})
