import { expect, test } from 'bun:test'
import { until } from '../until'
import { createJobQueue, type JobInput } from './job-queue'

const neverSettles = () => new Promise(() => {})

test('a reply of another company is claimed while 400 downloads of one company hang', async () => {
  const ran: string[] = []
  const { put, newLoop } = await createJobQueue(({ companyId, name }) => {
    ran.push(`${companyId} ${name}`)
    return name === 'media.fetch' ? neverSettles() : undefined
  })
  await put(...range(400).map((messageId) => [1, 'media.fetch', { messageId }] as JobInput))
  const jobs = newLoop()
  await jobs.start()
  await until('files are being fetched', () => ran.length > 0)
  await put([2, 'message.deliver', { messageId: 1 }, { lane: 'wa:2/ticket:1' }])
  jobs.wake()
  await until('the reply leaves', () => ran.includes('2 message.deliver'))
  await jobs.stop(0)
})

test('a file of another company is downloaded while 400 downloads of one company hang', async () => {
  const ran: string[] = []
  const { put, newLoop } = await createJobQueue(({ companyId }) => {
    ran.push(`${companyId}`)
    return companyId === 1 ? neverSettles() : undefined
  })
  await put(...range(400).map((messageId) => [1, 'media.fetch', { messageId }] as JobInput))
  const jobs = newLoop()
  await jobs.start()
  await until('files are being fetched', () => ran.length > 0)
  await put([2, 'media.fetch', { messageId: 1 }])
  jobs.wake()
  await until('the other file is fetched', () => ran.includes('2'))
  await jobs.stop(0)
})

test.each([300, 1000])(
  'a reply over a responding number is sent beside %d replies over numbers that do not respond',
  async (count) => {
    const ran: number[] = []
    const { put, newLoop } = await createJobQueue(({ companyId }) => {
      ran.push(companyId)
      return companyId === 1 ? neverSettles() : undefined
    })
    // One company with ten unresponsive numbers, whose jobs exceed every limit of the installation.
    const silent = (n: number) => ({ lane: `wa:${n % 10}/ticket:${n}`, group: `wa:${n % 10}` })
    await put(...range(count).map((n) => [1, 'message.deliver', { messageId: n }, silent(n)] as JobInput))
    const jobs = newLoop()
    await jobs.start()
    await until('replies are on their way', () => ran.length >= 100)
    await put([2, 'message.deliver', { messageId: 0 }, { lane: 'wa:99/ticket:0', group: 'wa:99' }])
    jobs.wake()
    await until('the other reply leaves', () => ran.includes(2))
    await jobs.stop(0)
  },
)

test('jobs of two groups run alternately when their name has one place', async () => {
  const ran: string[] = []
  const { put, newLoop } = await createJobQueue(async ({ companyId, payload }) => {
    ran.push(`${companyId} ${(payload as { n: number }).n}`)
    await nextMillisecond()
  })
  await put(...range(3).map((n): JobInput => [1, 'push.send', { n }]))
  await put(...range(3).map((n): JobInput => [2, 'push.send', { n }]))
  await nextMillisecond()
  await newLoop({ 'push.send': { concurrency: 1, perGroup: 3 } }).settle()
  expect(ran).toEqual(['1 0', '2 0', '1 1', '2 1', '1 2', '2 2'])
})

test.each([1000, 10_000])('%d jobs in one lane run in their order', async (count) => {
  const ran: number[] = []
  const { put, newLoop, rows } = await createJobQueue(({ payload }) =>
    ran.push((payload as { messageId: number }).messageId),
  )
  const lane = { lane: 'wa:1/ticket:1' }
  await put(...range(count).map((messageId) => [1, 'message.deliver', { messageId }, lane] as JobInput))
  await newLoop().settle()
  expect(ran).toEqual(range(count))
  expect(await rows()).toEqual([])
})

/** Waits for the next millisecond, because the turns of groups are ordered by times in ms. */
async function nextMillisecond() {
  for (const now = Date.now(); Date.now() === now; ) await Bun.sleep(1)
}

const range = (count: number) => Array.from({ length: count }, (_, n) => n)
