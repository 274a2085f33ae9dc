import { expect, test } from 'bun:test'
import { deleteExpiredRows } from '../../../src/housekeeping'
import { startPersistent } from '../../../src/persistent-interval'
import { createInstallation } from '../../installation'
import { until } from '../../until'

const day = 24 * 3_600_000

test('housekeeping drops idempotency keys and stored inbox rows after a day, journal rows after two weeks', async () => {
  const { platform, acme, clientAs, insertTicket } = await createInstallation()
  const { id, whatsappId } = await insertTicket({ status: 'open', userId: 3, queueId: 1 })
  await clientAs('bob')
    .messages({ id })
    .post({ body: 'Oi' }, { headers: { 'idempotency-key': 'k' } })
  const row = { waId: 'W', part: 0, attrs: '{}', hash: new Uint8Array(16), body: new Uint8Array(1), at: '2026-01-01' }
  const now = new Date().toISOString()
  await acme.transaction(async (tx) => {
    for (const [key, storedAt] of [
      ['stored', now],
      ['waiting', null],
    ] as const)
      await tx.insert('wa_inbox', { ...row, key, storedAt, whatsappId: whatsappId as number }).execute()
    const journal = { ...row, key: 'asked for', part: -1, at: now, storedAt: null }
    await tx.insert('wa_inbox', { ...journal, whatsappId: whatsappId as number }).execute()
  })
  const kept = async () => [
    (await acme.select('idempotency').select('key').execute()).length,
    (await acme.select('wa_inbox').select('key').orderBy('key').execute()).map(({ key }) => key),
  ]
  await deleteExpiredRows(platform)
  expect(await kept()).toEqual([1, ['asked for', 'stored', 'waiting']])
  await deleteExpiredRows(platform, Date.now() + day + 1000)
  expect(await kept()).toEqual([0, ['asked for', 'waiting']])
  await deleteExpiredRows(platform, Date.now() + 13 * day)
  expect(await kept()).toEqual([0, ['asked for', 'waiting']])
  await deleteExpiredRows(platform, Date.now() + 15 * day)
  expect(await kept()).toEqual([0, ['waiting']])
})

test('housekeeping deletes link previews after a month', async () => {
  const { platform, acme } = await createInstallation()
  await acme.transaction((tx) => tx.insert('link_previews', { url: 'https://a.example/', preview: null }).execute())
  const kept = async () => (await acme.select('link_previews').select('url').execute()).length
  await deleteExpiredRows(platform, Date.now() + 29 * day)
  expect(await kept()).toBe(1)
  await deleteExpiredRows(platform, Date.now() + 31 * day)
  expect(await kept()).toBe(0)
})

test('housekeeping deletes calls to language models after 400 days and keeps the sums of the months', async () => {
  const { platform, acme } = await createInstallation()
  const usage = { inputTokens: 1, outputTokens: 1, cost: 1, durationMs: 1 }
  const call = { promptId: 1, ticketId: 1, kind: 'chat', model: 'gpt-4o-mini', outcome: 'answered', ...usage } as const
  await acme.transaction(async (tx) => {
    await tx.insert('prompt_calls', { ...call, startedAt: new Date().toISOString() }).execute()
    await tx.insert('prompt_months', { month: '2026-01', calls: 1, tokens: 2, cost: 1 }).execute()
  })
  const kept = async () => (await acme.select('prompt_calls').select('id').execute()).length
  await deleteExpiredRows(platform, Date.now() + 399 * day)
  expect(await kept()).toBe(1)
  await deleteExpiredRows(platform, Date.now() + 401 * day)
  expect(await kept()).toBe(0)
  expect(await acme.select('prompt_months').select('month').execute()).toHaveLength(1)
})

test('a daily task runs once a day however often the process starts', async () => {
  const { platform } = await createInstallation()
  let runs = 0
  const work = async () => void runs++
  const start = (every: number) => startPersistent(platform, { name: 'sweep', every, minStartDelay: 1, work })
  const stop = start(day)
  await until('the first run', () => runs === 1)
  stop()
  const ends = [start(day), start(day)]
  await Bun.sleep(50)
  for (const end of ends) end()
  expect(runs).toBe(1)
  const yesterday = new Date(Date.now() - day).toISOString()
  await platform.transaction(({ db }) => db.updateTable('installation').set({ value: yesterday }).execute())
  const last = start(day)
  await until('the run of the next day', () => runs === 2)
  last()
})

test('a scheduled task that fails runs again at its next time', async () => {
  const { platform } = await createInstallation()
  let runs = 0
  const work = () => Promise.reject(new Error(`run ${++runs}`))
  const stop = startPersistent(platform, { name: 'sweep', every: 1, minStartDelay: 1, work })
  await until('another run', () => runs > 1)
  stop()
})
