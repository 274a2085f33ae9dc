import { expect, test } from 'bun:test'
import { onServer } from '../postgres-server'
import { until } from '../until'
import { openBothEngines } from './both-engines'

await onServer(`alter system set track_functions = 'pl'`)
await onServer('select pg_reload_conf()')
const { sqlite: lite, postgres, insert, run } = await openBothEngines()
const { sqlite } = lite.raw.statements

/** Rows of a table in both databases, in one order. */
async function rowsOf(table: string) {
  const inOrder = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).sort()
  const columns = (sqlite.query(`select name from pragma_table_info('${table}')`).values() as [string][])
    .map(([name]) => `"${name}"`)
    .join(', ')
  const text = `select ${columns} from "${table}"`
  return { sqlite: inOrder(sqlite.query(text).all()), postgres: inOrder(await postgres.read.all(text, [])) }
}

/** Tables that triggers write. */
const written = [
  ...['media_used', 'contact_lists', 'dashboard_days', 'search_reindex', 'deliveries_waiting'],
  ...['number_points', 'begun_chats', 'campaign_counts', 'campaign_hours'],
]

async function expectEqualTables() {
  for (const table of written) {
    const rows = await rowsOf(table)
    expect({ table, rows: rows.postgres }).toEqual({ table, rows: rows.sqlite })
  }
}

const at = (hour: number) => `'2026-05-01T${String(hour).padStart(2, '0')}:00:00.000Z'`
const time = (hour: number) => at(hour).slice(1, -1)

test('every trigger writes the same rows in both engines', async () => {
  const { id: companyId } = (await insert('companies')) as { id: number }
  await countMedia(companyId)
  await countListItems(companyId)
  await forgetDays(companyId)
  await countMessages(companyId)
  await countDeliveries(companyId)
  await countCampaigns(companyId)
  await expectEqualTables()
  for (const table of written)
    expect({ table, rows: (await rowsOf(table)).sqlite.length > 0 }).toEqual({ table, rows: true })
  await deleteAll()
  await expectEqualTables()
})

async function countMedia(companyId: number) {
  for (const size of [7, 30, 5]) await insert('media', { companyId, size })
  await run('delete from media where size = 30')
}

async function countListItems(companyId: number) {
  const { id } = await insert('contact_lists', { companyId })
  for (const validity of ['valid', 'invalid', 'unchecked'])
    await insert('contact_list_items', { companyId, contactListId: id!, validity })
  await run(`update contact_list_items set validity = 'valid' where validity = 'unchecked'`)
  await run(`delete from contact_list_items where validity = 'invalid'`)
}

async function forgetDays(companyId: number) {
  for (const hour of [1, 5, 9, 20])
    await insert('dashboard_days', { companyId, startsAt: time(hour), endsAt: time(hour + 2) })
  const kept = {
    companyId,
    finishedAt: time(6),
    createdAt: time(2),
    startedAt: null,
    firstResponseAt: null,
    botEndedAt: null,
  }
  await insert('attendances', kept)
  await run('update attendances set rate = 3')
  await expectEqualTables()
  await run('delete from attendances')
}

async function countMessages(companyId: number) {
  const { id: whatsappId } = await insert('connections', { companyId })
  const ticket = await insert('tickets', { companyId, isGroup: 0 })
  const of = { companyId, whatsappId: whatsappId!, ticketId: ticket.id!, contactId: ticket.contactId! }
  const message = (fromMe: number, ack: number, hour: number) =>
    insert('messages', {
      ...of,
      fromMe,
      ack,
      origin: fromMe ? 'agent' : 'customer',
      createdAt: time(hour),
      detail: null,
    })
  await message(1, 0, 3)
  await message(0, 0, 3)
  for (const ack of [1, 2, -1, 4]) await message(1, ack, 4)
  await run(`update messages set ack = 2, error = null where ack = 0 and "fromMe" = 1`)
  await run(`update messages set ack = -1, error = '463', "updatedAt" = ${at(6)} where ack = 1`)
  await run(`update messages set body = 'outro' where ack = 4`)
  await run(`update messages set detail = '{}' where ack = 2`)
  await run('delete from messages where ack = 2')
  const other = await insert('tickets', { companyId, isGroup: 0 })
  await insert('messages', {
    ...of,
    ticketId: other.id!,
    contactId: other.contactId!,
    fromMe: 1,
    origin: 'agent',
    createdAt: time(7),
  })
}

async function countDeliveries(companyId: number) {
  for (const state of ['waiting', 'waiting', 'waiting', 'delivered'])
    await insert('deliveries', { companyId, source: 'webhook', sourceId: 1, state })
  await run(`update deliveries set state = 'delivered' where id = (select min(id) from deliveries)`)
  await run(`update deliveries set state = 'waiting' where id = (select max(id) from deliveries)`)
  await run(`delete from deliveries where id = (select min(id) + 1 from deliveries)`)
}

async function countCampaigns(companyId: number) {
  const { id: whatsappId } = await insert('connections', { companyId })
  const { id: campaignId } = await insert('campaigns', { companyId, whatsappId: whatsappId! })
  const of = { companyId, campaignId: campaignId! }
  for (const n of [1, 2, 3]) await insert('campaign_recipients', { ...of, step: 0, variant: n % 2 })
  const done = { sentAt: time(8), deliveredAt: time(9), readAt: time(10), answeredAt: time(11) }
  for (const step of [0, 1]) await insert('campaign_recipients', { ...of, step, variant: 1, state: 'sent', ...done })
  await run(
    `update campaign_recipients set state = 'sent', "sentAt" = ${at(12)} where "sentAt" is null and variant = 1`,
  )
  for (const column of ['deliveredAt', 'readAt', 'answeredAt', 'optedOutAt'])
    await run(
      `update campaign_recipients set "${column}" = ${at(13)} where "${column}" is null and "sentAt" is not null`,
    )
  const recipient = { ...of, state: 'pending', step: 0, variant: 0 }
  const { id: recipientId } = await insert('campaign_recipients', recipient)
  for (const part of [0, 1])
    await insert('campaign_parts', { companyId, recipientId: recipientId!, whatsappId: whatsappId!, part })
  await run('update campaign_parts set ack = 2 where part = 0')
  await run(`update campaign_parts set ack = -1 where part = 1`)
  await expectEqualTables()
}

async function deleteAll() {
  await run('delete from campaign_recipients')
  await run('delete from deliveries')
  await run('delete from media')
  await run('delete from contact_list_items')
}

test('proofs and the audit log cannot be changed or deleted while their company exists', async () => {
  for (const table of ['audit_log', 'erasures']) {
    await insert(table)
    for (const change of [`update ${table} set id = id + 1`, `delete from ${table}`]) {
      expect(() => sqlite.run(change)).toThrow()
      await expect(postgres.write((tx) => tx.run(change, []) as Promise<void>)).rejects.toThrow(
        /append-only|never rewritten/,
      )
    }
  }
})

test('numbers of contacts and their aliases are searched with their former forms', async () => {
  const { id, companyId } = await insert('contacts', { number: '5511987654321', searchText: 'ana', email: 'A@B.test' })
  await insert('contact_aliases', { companyId: companyId!, contactId: id!, number: '5212345678901' })
  const numbersOf = async () =>
    (await postgres.read.first('select numbers from contact_search where "contactId" = $1', [id])) as {
      numbers: string
    }
  expect((await numbersOf()).numbers).toBe('5511987654321 551187654321 5212345678901 ')
  await run(`update contact_aliases set number = '525512345678' where "contactId" = ${id}`)
  expect((await numbersOf()).numbers).toBe('5511987654321 551187654321 525512345678 5215512345678')
  await run(`update contacts set number = '5511987650000' where id = ${id}`)
  expect((await numbersOf()).numbers).toContain('551187650000')
  await run(`delete from contact_aliases where "contactId" = ${id}`)
  expect((await numbersOf()).numbers).toBe('5511987650000 551187650000')
  await run(`delete from contacts where id = ${id}`)
  expect(await numbersOf()).toBeUndefined()
})

test('each trigger of the schema ran in these tests', async () => {
  const rows = () =>
    postgres.read.all(
      `select distinct p.proname as name, coalesce(pg_stat_get_function_calls(p.oid), 0) as calls
        from pg_trigger t join pg_proc p on p.oid = t.tgfoid where not t.tgisinternal`,
      [],
    ) as Promise<{ name: string; calls: number }[]>
  expect((await rows()).length).toBeGreaterThan(40)
  // Backends report their counts when they are idle for a moment. Calls that raised an error are not counted.
  const uncounted = async () => (await rows()).filter(({ calls }) => calls === 0).map(({ name }) => name)
  await until('all functions were called', async () => (await uncounted()).length <= raising.length, 10_000).catch(
    () => {},
  )
  expect((await uncounted()).sort()).toEqual(raising)
})

const raising = ['audit_log_kept', 'audit_log_unchanged', 'erasures_kept', 'erasures_unchanged']
