import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { createSecret, sealSecret } from '../../../src/features/api/webhooks/secret'
import { sendTest } from '../../../src/features/api/webhooks/service'
import { webhookSource } from '../../../src/features/api/webhooks/source'
import { eraseContact } from '../../../src/features/contacts/privacy/erase'
import { mergeContactsByHand } from '../../../src/features/inbox/contact-merges/merge-by-person'
import { deliverTo } from '../../../src/features/platform/deliveries/deliver'
import { endOverdue } from '../../../src/features/platform/deliveries/end-overdue'
import { enqueueDelivery, type NewDelivery } from '../../../src/features/platform/deliveries/enqueue'
import { pruneLog } from '../../../src/features/platform/deliveries/prune'
import { receiverEvents } from '../../../src/features/platform/deliveries/receiver'
import { releaseRecovered } from '../../../src/features/platform/deliveries/release'
import { sendAgain, sendAllAgain } from '../../../src/features/platform/deliveries/send-again'
import { deleteExpiredRows } from '../../../src/housekeeping'
import { handlers } from '../../../src/jobs'
import { limits } from '../../../src/shared/limits'
import { createInstallation } from '../../installation'
import { makeJobsDue } from '../../make-jobs-due'
import { isSigned, Receiver } from '../../receiver'

let all: Awaited<ReturnType<typeof createInstallation>>
let receiver: Receiver
beforeEach(async () => {
  all = await createInstallation()
  receiver = new Receiver()
})
afterEach(() => receiver.close())

const secret = createSecret()

/** Inserts an active subscription to the receiver. */
async function insertWebhook(url = receiver.url, company: 'acme' | 'rival' = 'acme'): Promise<number> {
  return all.systemScope(company).transaction(async (scope) => {
    const row = { name: 'Programa', url, events: '["*"]', secretSealed: null, disabledReason: null }
    const { id } = await scope.db.insert('webhooks', row).returning('id').executeTakeFirstOrThrow()
    const secretSealed = await sealSecret(scope, id, secret)
    await scope.db.update('webhooks').set({ secretSealed }).where('id', '=', id).execute()
    return id
  })
}
const enqueue = (sourceId: number, more: Partial<NewDelivery> = {}, company: 'acme' | 'rival' = 'acme') =>
  all
    .systemScope(company)
    .transaction((scope) =>
      enqueueDelivery(scope, { source: 'webhook', sourceId, event: 'test', order: 'ticket:1', payload: {}, ...more }),
    )
const rows = () => all.acme.select('deliveries').selectAll().orderBy('id').execute()
const states = async () => (await rows()).map(({ state }) => state)
const events = () => receiver.received.map(({ body }) => body.event)
/** Runs all jobs, also those whose time has not come. */
async function runLater() {
  await makeJobsDue(all.store)
  await all.jobs.settle()
}
const down = () => new Response('broken', { status: 503 })

describe('a delivery', () => {
  test('is a signed JSON request with the id of its event, and its answer is logged', async () => {
    receiver.answer = () => new Response('thanks', { status: 201 })
    const { eventId } = await enqueue(await insertWebhook(), { event: 'ticket.closed', payload: { a: 'é' } })
    await all.jobs.settle()
    const [one] = receiver.received
    expect(one?.body).toMatchObject({ id: eventId, event: 'ticket.closed', companyId: 1, a: 'é' })
    expect(isSigned(one!, secret)).toBe(true)
    expect(isSigned(one!, 'another')).toBe(false)
    const names = ['content-type', 'x-event', 'x-event-id', 'x-attempt']
    expect(names.map((name) => one?.headers.get(name))).toEqual(['application/json', 'ticket.closed', eventId, '1'])
    expect(await rows()).toMatchObject([
      { state: 'delivered', attempts: 1, status: 201, response: 'thanks', error: null },
    ])
  })

  test('is not stored when the transaction that tells it fails', async () => {
    const sourceId = await insertWebhook()
    const failing = all.systemScope().transaction(async (scope) => {
      await enqueueDelivery(scope, { source: 'webhook', sourceId, event: 'x', order: 'a', payload: {} })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await all.jobs.settle()
    expect([await rows(), receiver.received]).toEqual([[], []])
  })

  test('that fails is repeated with the same id until it succeeds, and only its own ticket waits', async () => {
    receiver.answer = ({ body }) => (body.event === 'bad' && receiver.received.length < 4 ? down() : new Response())
    const sourceId = await insertWebhook()
    await enqueue(sourceId, { event: 'bad' })
    await enqueue(sourceId, { event: 'behind' })
    await enqueue(sourceId, { event: 'beside', order: 'ticket:2' })
    await all.jobs.settle()
    expect(events().sort()).toEqual(['bad', 'beside'])
    expect(await rows()).toMatchObject([
      { state: 'waiting', attempts: 1, status: 503, error: 'status', response: 'broken' },
      {},
      {},
    ])
    await runLater()
    await runLater()
    expect(events().slice(2)).toEqual(['bad', 'bad', 'behind'])
    const ids = receiver.received
      .filter(({ body }) => body.event === 'bad')
      .map(({ headers }) => headers.get('x-event-id'))
    expect(new Set(ids).size).toBe(1)
    expect(await states()).toEqual(['delivered', 'delivered', 'delivered'])
  })

  test('is tried again after 1, 5 and 30 minutes, 2 and 6 hours', async () => {
    receiver.answer = () => down()
    await enqueue(await insertWebhook())
    const delays: number[] = []
    for (let attempt = 0; attempt < 6; attempt++) {
      await all.acme.transaction((db) => db.delete('delivery_receivers').execute()) // another delivery succeeded
      await runLater()
      const [{ nextAt, triedAt } = { nextAt: null, triedAt: null }] = await rows()
      delays.push(Math.round((Date.parse(nextAt!) - Date.parse(triedAt!)) / 60_000))
    }
    expect(delays).toEqual([1, 5, 30, 120, 360, 360])
  })

  test.each([
    ['http://127.0.0.2:1/', 'address'],
    ['http://127.0.0.1:1/', 'refused'],
  ])('to %s fails as %s', async (url, error) => {
    await enqueue(await insertWebhook(url))
    await all.jobs.settle()
    expect(await rows()).toMatchObject([{ state: 'waiting', status: null, error }])
  })

  test('is given up a day after it was enqueued; "send again" repeats it with the same id', async () => {
    receiver.answer = () => down()
    const sourceId = await insertWebhook()
    const { id, eventId } = await enqueue(sourceId)
    const dayAgo = new Date(Date.now() - 24 * 3_600_000).toISOString()
    await all.acme.transaction((db) => db.update('deliveries').set({ queuedAt: dayAgo }).execute())
    await all.jobs.settle()
    expect(await rows()).toMatchObject([{ state: 'failed', error: 'status', nextAt: null }])
    receiver.answer = () => new Response()
    await sendAgain(all.scopeOf('ana'), id)
    await all.jobs.settle()
    expect(receiver.received.map(({ body }) => body.id)).toEqual([eventId, eventId])
    expect(await states()).toEqual(['delivered'])
  })

  test('of another company or one that still waits is not sent again', async () => {
    const { id } = await enqueue(await insertWebhook('http://127.0.0.1:1/'))
    const [ana, rui] = [all.scopeOf('ana'), all.scopeOf('rui')]
    await expect(sendAgain(ana, id)).rejects.toThrow('ERR_NO_DELIVERY_FOUND')
    await all.acme.transaction((db) => db.update('deliveries').set({ state: 'failed' }).execute())
    await expect(sendAgain(rui, id)).rejects.toThrow('ERR_NO_DELIVERY_FOUND')
    expect(await states()).toEqual(['failed'])
  })

  const setLicence = (dueDate: string) =>
    all.platform.transaction(({ db }) => db.updateTable('companies').set({ dueDate }).execute())

  test('that waits when the licence ends is sent after a renewal', async () => {
    await enqueue(await insertWebhook())
    await setLicence('2020-01-01')
    await runLater()
    expect([await states(), receiver.received]).toEqual([['waiting'], []])
    await setLicence('2099-12-31')
    await runLater()
    expect([await states(), events()]).toEqual([['delivered'], ['test']])
  })

  test('that waits for a renewal for a day is given up', async () => {
    await enqueue(await insertWebhook())
    await setLicence('2020-01-01')
    await runLater()
    const dayAgo = new Date(Date.now() - 24 * 3_600_000).toISOString()
    await all.acme.transaction((db) => db.update('deliveries').set({ queuedAt: dayAgo }).execute())
    await runLater()
    expect(await rows()).toMatchObject([{ state: 'failed', error: 'off' }])
    expect(receiver.received).toEqual([])
  })

  test('of a company or receiver that is switched off is given up without a request', async () => {
    const sourceId = await insertWebhook()
    await enqueue(sourceId)
    await all.acme.transaction((db) => db.update('webhooks').set({ active: 0 }).execute())
    await all.jobs.settle()
    await all.acme.transaction((db) => db.update('webhooks').set({ active: 1 }).execute())
    await enqueue(sourceId)
    await all.platform.transaction(({ db }) => db.updateTable('companies').set({ status: 0 }).execute())
    await all.jobs.settle()
    expect(await rows()).toMatchObject([
      { state: 'failed', error: 'off' },
      { state: 'failed', error: 'off' },
    ])
    expect(receiver.received).toEqual([])
  })
})

describe('a receiver that is down', () => {
  /** Enqueues deliveries of as many tickets, and runs their jobs. */
  async function failOf(count: number) {
    receiver.answer = () => down()
    const sourceId = await insertWebhook()
    for (let n = 0; n < 3; n++) {
      await enqueue(sourceId, { event: `e${n}`, order: `ticket:${n}` })
      await all.jobs.settle()
    }
    for (let n = 3; n < count; n++) await enqueue(sourceId, { event: `e${n}`, order: `ticket:${n}` })
    await all.jobs.settle()
    return sourceId
  }

  test('is tried by one delivery at a time, and gets all of them when it is back', async () => {
    await failOf(10)
    expect(receiver.received).toHaveLength(3)
    await all.acme.transaction((db) =>
      db
        .update('delivery_receivers')
        .set({ pausedUntil: new Date(0).toISOString() })
        .execute(),
    )
    await runLater()
    expect(receiver.received).toHaveLength(4)
    receiver.answer = () => new Response()
    await all.acme.transaction((db) =>
      db
        .update('delivery_receivers')
        .set({ pausedUntil: new Date(0).toISOString() })
        .execute(),
    )
    await runLater()
    await runLater()
    expect(await states()).toEqual(Array(10).fill('delivered'))
    expect(await all.acme.select('delivery_receivers').selectAll().execute()).toEqual([])
  })

  test('pauses for half of the time since it fails, at least 5 s and at most 5 minutes', async () => {
    const sourceId = await failOf(3)
    const pause = async (failingFor: number) => {
      const past = new Date(0).toISOString()
      const failingSince = new Date(Date.now() - failingFor).toISOString()
      await all.acme.transaction((db) =>
        db.update('delivery_receivers').set({ failingSince, pausedUntil: past }).execute(),
      )
      await enqueue(sourceId, { order: `failing:${failingFor}` })
      const now = Date.now()
      setSystemTime(now)
      await all.jobs.settle()
      setSystemTime()
      const { pausedUntil } = await all.acme.select('delivery_receivers').selectAll().executeTakeFirstOrThrow()
      return Math.round((Date.parse(pausedUntil!) - now) / 1000)
    }
    expect([await pause(0), await pause(60_000), await pause(3_600_000)]).toEqual([5, 30, 300])
  })

  test('does not delay another receiver or another company', async () => {
    const silent = new Receiver(() => new Promise(() => {}))
    const slow = await insertWebhook(silent.url)
    for (let n = 0; n < 100; n++) await enqueue(slow, { order: `ticket:${n}` })
    const working = all.jobs.settle()
    await enqueue(await insertWebhook(), { event: 'beside' })
    await enqueue(await insertWebhook(receiver.url, 'rival'), { event: 'neighbour' }, 'rival')
    all.jobs.wake()
    while (receiver.received.length < 2) await Bun.sleep(5)
    expect(events().sort()).toEqual(['beside', 'neighbour'])
    expect(silent.received.length).toBeLessThanOrEqual(32)
    silent.close()
    await working
  })

  test('is tried at once when a person sends a test, whose success releases the others', async () => {
    const id = await failOf(5)
    receiver.answer = () => new Response()
    await sendTest(all.scopeOf('ana'), id)
    await all.jobs.settle()
    expect((await rows()).filter(({ state }) => state === 'delivered').map(({ event }) => event)).toEqual([
      'e3',
      'e4',
      'webhook.test',
    ])
  })

  test('releases deliveries that began to wait while it recovered', async () => {
    await failOf(5)
    const awaited = async () => (await all.jobs.awaited(receiverEvents)).length
    await releaseRecovered(all.platform, await all.jobs.awaited(receiverEvents))
    expect(await awaited()).toBe(1)
    await all.acme.transaction((db) => db.delete('delivery_receivers').execute())
    await releaseRecovered(all.platform, await all.jobs.awaited(receiverEvents))
    expect(await awaited()).toBe(0)
  })
})

describe('the waiting deliveries of a company', () => {
  const counts = () =>
    all.acme.select('deliveries_waiting').select(['sourceId', 'waiting']).orderBy('sourceId').execute()
  const waitingRows = (sourceId: number, waiting: number) =>
    all.acme.transaction((db) =>
      db.update('deliveries_waiting').set({ waiting }).where('sourceId', '=', sourceId).execute(),
    )

  test('are counted by receiver while they wait', async () => {
    receiver.answer = down
    const [one, other] = [await insertWebhook(), await insertWebhook()]
    for (const sourceId of [one, one, other]) await enqueue(sourceId, { order: crypto.randomUUID() })
    expect(await counts()).toEqual([
      { sourceId: one, waiting: 2 },
      { sourceId: other, waiting: 1 },
    ])
    receiver.answer = () => new Response()
    await all.jobs.settle()
    expect((await counts()).map(({ waiting }) => waiting)).toEqual([0, 0])
    await sendAgain(all.scopeOf('ana'), (await rows())[0]!.id)
    expect((await counts())[0]).toEqual({ sourceId: one, waiting: 1 })
    await all.acme.transaction((db) => db.delete('deliveries').execute())
    expect((await counts()).map(({ waiting }) => waiting)).toEqual([0, 0])
  })

  test('beyond the limit are given up and can be sent again; a receiver below its share still gets its own', async () => {
    const [full, other] = [await insertWebhook(), await insertWebhook()]
    await enqueue(full, { order: 'ticket:1' })
    await waitingRows(full, limits.deliveriesWaiting)
    await enqueue(full, { order: 'ticket:2' })
    await enqueue(other, { order: 'ticket:2' })
    expect((await rows()).map(({ sourceId, state, error }) => ({ sourceId, state, error }))).toEqual([
      { sourceId: full, state: 'waiting', error: null },
      { sourceId: full, state: 'failed', error: 'full' },
      { sourceId: other, state: 'waiting', error: null },
    ])
    await waitingRows(full, 1)
    expect(await sendAllAgain(all.scopeOf('ana'), { source: 'webhook', sourceId: full })).toEqual({ sent: 1 })
    await all.jobs.settle()
    expect(await states()).toEqual(['delivered', 'delivered', 'delivered'])
  })

  test('do not delay another company, and run as 64 requests at most, receivers in turn', async () => {
    const silent = new Receiver(() => new Promise(() => {}))
    for (let at = 0; at < 3; at++) {
      const sourceId = await insertWebhook(silent.url)
      for (let n = 0; n < 40; n++) await enqueue(sourceId, { event: `of ${at}`, order: `ticket:${n}` })
    }
    const working = all.jobs.settle()
    while (silent.received.length < 64) await Bun.sleep(5)
    await enqueue(await insertWebhook(receiver.url, 'rival'), { event: 'neighbour' }, 'rival')
    all.jobs.wake()
    while (receiver.received.length < 1) await Bun.sleep(5)
    expect(silent.received).toHaveLength(64)
    expect(new Set(silent.received.map(({ body }) => body.event)).size).toBe(3)
    silent.close()
    await working
  })

  test('that wait for a day for a receiver that is down are given up, without a job left', async () => {
    receiver.answer = down
    const sourceId = await insertWebhook()
    for (let n = 0; n < 6; n++) {
      await enqueue(sourceId, { order: `ticket:${n % 4}` })
      await all.jobs.settle()
    }
    await endOverdue(all.platform)
    expect(new Set(await states())).toEqual(new Set(['waiting']))
    await endOverdue(all.platform, Date.now() + 25 * 3_600_000)
    const ended = await rows()
    expect(new Set(ended.map(({ state }) => state))).toEqual(new Set(['failed']))
    expect(ended.map(({ error }) => error)).toEqual(['status', 'status', 'status', 'overdue', 'overdue', 'overdue'])
    expect(await all.acme.select('jobs').select('id').where('name', '=', 'webhook.deliver').execute()).toEqual([])
    expect(await counts()).toEqual([{ sourceId, waiting: 0 }])
  })
})

test('the log of a receiver keeps its newest rows, and those of another receiver stay', async () => {
  const [full, other] = [await insertWebhook(), await insertWebhook(`${receiver.url}other`)]
  const at = new Date().toISOString()
  const row = (sourceId: number, n: number) => ({
    ...{ source: 'webhook', sourceId, event: 'test', eventId: `${sourceId}-${n}`, lane: '', body: '{}' },
    ...{ ticketId: null, contactId: null, messageId: null, state: 'delivered', createdAt: at, queuedAt: at },
    ...{ triedAt: at, nextAt: null, status: 200, error: null, response: null, duration: 1 },
  })
  const insert = async (sourceId: number, count: number) => {
    for (let from = 0; from < count; from += 500) {
      const numbers = Array.from({ length: Math.min(500, count - from) }, (_, n) => from + n)
      const part = numbers.map((n) => row(sourceId, n)) as never
      await all.acme.transaction((db) => db.insert('deliveries', part).execute())
    }
  }
  const count = async (sourceId: number) =>
    (await all.acme.select('deliveries').select('id').where('sourceId', '=', sourceId).execute()).length
  await insert(other, 3)
  await insert(full, limits.deliveriesKept + 7)
  const receiverOf = (sourceId: number) => ({ id: 100, source: 'webhook', sourceId }) as const
  const prune = (sourceId: number) =>
    all.systemScope().transaction((scope) => pruneLog(scope, receiverOf(sourceId), 'delivered'))
  await prune(full)
  expect([await count(full), await count(other)]).toEqual([limits.deliveriesKept, 3])
  await prune(other)
  expect([await count(full), await count(other)]).toEqual([limits.deliveriesKept, 3])
})

test('"send again" for all sends the failed ones in their order and no others', async () => {
  const sourceId = await insertWebhook()
  for (const event of ['a', 'b', 'c']) await enqueue(sourceId, { event })
  await all.jobs.settle()
  await all.acme.transaction((db) =>
    db.update('deliveries').set({ state: 'failed' }).where('event', '<>', 'b').execute(),
  )
  receiver.received.length = 0
  expect(await sendAllAgain(all.scopeOf('ana'), { source: 'webhook', sourceId })).toEqual({ sent: 2 })
  await all.jobs.settle()
  expect(events()).toEqual(['a', 'c'])
})

describe('the answer of a receiver', () => {
  const run = async (answered: (text: string) => Promise<'notUnderstood' | null>) => {
    receiver.answer = () => Response.json({ messages: ['oi'] })
    const { id } = await enqueue(await insertWebhook())
    const source = {
      ...webhookSource,
      answered: (_: unknown, __: unknown, { text }: { text: string }) => answered(text),
    }
    const handler = deliverTo({ webhook: source, integration: source })
    await handler.run(all.systemScope(), { deliveryId: id }, { number: 1, last: false })
  }

  test('is handed to its source in the transaction that stores the success', async () => {
    const texts: string[] = []
    await run(async (text) => {
      texts.push(text)
      return null
    })
    expect(texts).toEqual(['{"messages":["oi"]}'])
    expect(await states()).toEqual(['delivered'])
  })

  test('that its source does not understand is delivered with a note', async () => {
    await run(async () => 'notUnderstood')
    const rows = await all.acme.select('deliveries').select(['state', 'error', 'status']).execute()
    expect(rows.at(-1)).toEqual({ state: 'delivered', error: 'notUnderstood', status: 200 })
  })

  test('that its source cannot use does not repeat the request', async () => {
    await run(() => Promise.reject(new Error('no')))
    expect(await states()).toEqual(['delivered'])
    expect(receiver.received).toHaveLength(1)
  })
})

test('a job that ends the process each time gives its delivery up', async () => {
  const { id } = await enqueue(await insertWebhook())
  await handlers['webhook.deliver'].parked?.(all.systemScope(), { deliveryId: id })
  expect(await rows()).toMatchObject([{ state: 'failed', error: 'internal' }])
})

describe('the log', () => {
  test('loses deliveries with the erasure of their contact, also after it was merged', async () => {
    const sourceId = await insertWebhook('http://127.0.0.1:1/')
    const [keep, drop, other] = [await all.insertContact(), await all.insertContact(), await all.insertContact()]
    for (const { id } of [keep, drop, other]) await enqueue(sourceId, { contactId: id, order: `contact:${id}` })
    await mergeContactsByHand(all.scopeOf('ana'), keep.id, drop.id)
    await eraseContact(all.scopeOf('ana'), keep.id, { confirmation: keep.number as string })
    expect((await rows()).map(({ contactId }) => contactId)).toEqual([other.id])
    await all.jobs.settle()
  })

  test('is deleted after 7 days for delivered and 30 days for failed deliveries', async () => {
    const sourceId = await insertWebhook()
    for (const event of ['a', 'b', 'c']) await enqueue(sourceId, { event })
    await all.acme.transaction((db) =>
      db.update('deliveries').set({ state: 'delivered' }).where('event', '=', 'a').execute(),
    )
    await all.acme.transaction((db) =>
      db.update('deliveries').set({ state: 'failed' }).where('event', '=', 'b').execute(),
    )
    const left = async (days: number) => {
      await deleteExpiredRows(all.platform, Date.now() + days * 86_400_000)
      return (await rows()).map(({ event }) => event)
    }
    expect([await left(6), await left(8), await left(31)]).toEqual([['a', 'b', 'c'], ['b', 'c'], ['c']])
  })
})
