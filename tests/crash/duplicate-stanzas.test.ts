import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sizeOf } from '../size'
import { until } from '../until'
import { openDatabaseReadonly } from './audit'
import { Deployment } from './deployment'
import { cutConnection } from './feature-under-kills'
import { type LinkedNumber, linkNumber } from './linking'
import { createSeededRandom, type SeededRandom } from './seeded-random'
import { type Frame, recordFrames } from './socket-frames'
import { Traffic } from './traffic'

const messages = sizeOf({ everyday: 40, full: 60 })

let deployment: Deployment
beforeAll(async () => {
  deployment = await Deployment.open()
}, 600_000)
afterAll(() => deployment.close())

/** Number of occurrences of each value. */
const countEach = (values: (string | undefined)[]) =>
  Object.values(Object.groupBy(values, (value) => value ?? '')).map((same) => same?.length)

test('stanzas delivered one to five times yield one row, one file and one event each, in order', async () => {
  const { traffic, random, ...started } = await startTraffic('repeats', '5511911110002', 5_511_920_000_000)
  for (let n = 0; n < messages; n++) {
    // The fault counts for the next stanzas of any kind, receipts of answers too.
    await deployment.control.fault('duplicate', 1 + Math.floor(random.between(0, 5)), 2)
    await sendOne(traffic, random)
  }
  await expectOnce({ traffic, ...started })
}, 600_000)

test('stanzas delivered again, shuffled, over the same or another socket yield one row, file and event each', async () => {
  const { traffic, random, ...started } = await startTraffic('shuffled repeats', '5511911110006', 5_511_921_000_000)
  const { linked } = started
  await deployment.control.fault('keepCopies', true)
  for (let n = 0; n < messages; n++) {
    await sendOne(traffic, random)
    if (n % 10 !== 9) continue
    // Every other time the copies come over the connection of the originals, some of which are not stored yet.
    if (n % 20 === 19) await cutConnection(deployment, linked)
    await deployment.control.fault('scatter', random.between(0, 2 ** 31), linked.owner)
  }
  await deployment.control.fault('keepCopies', false)
  await expectOnce({ traffic, ...started })
}, 600_000)

async function startTraffic(name: string, owner: string, firstNumber: number) {
  const random = createSeededRandom(name)
  const linked = await linkNumber(deployment, owner)
  const filesBefore = countFiles()
  const traffic = new Traffic(deployment, linked, random, 0.15)
  await traffic.openChats(4, 1, firstNumber)
  const heard = await recordFrames(deployment)
  return { linked, filesBefore, traffic, heard, sentBefore: traffic.count('sent'), random }
}

function countFiles(): number {
  const sqlite = openDatabaseReadonly(deployment)
  const { n } = sqlite.query('select count(*) as n from media').get() as { n: number }
  sqlite.close()
  return n
}

async function sendOne(traffic: Traffic, random: SeededRandom) {
  const chat = random.pick(traffic.chats)
  await traffic.sendAsCustomer(chat)
  if (random.happens(0.3)) await traffic.sendAsAgent(chat)
}

/** Expects one row in the order of its conversation, one file and one event for each message of the customers. */
async function expectOnce({ linked, filesBefore, traffic, heard, sentBefore }: Started) {
  const sqlite = openDatabaseReadonly(deployment)
  const rows = () =>
    sqlite
      .query('select waId, ticketId, mediaStatus from messages where fromMe = 0 and whatsappId = ? order by id')
      .all(linked.whatsappId) as Row[]
  await until('everything is there', () => rows().length >= traffic.count('sent') && rows().every(isWhole))
  await until('WhatsApp waits for nothing', async () => (await deployment.control.stats()).waiting === 0)
  for (const { ticketId, sent } of traffic.chats) {
    const here = rows().filter((row) => row.ticketId === ticketId)
    expect(here.map(({ waId }) => waId)).toEqual(sent.map(({ id }) => id))
  }
  const inbound = new Set(rows().map(({ waId }) => waId))
  const announcedIds = () =>
    heard
      .filter(({ event, data }) => event.endsWith('-appMessage') && data?.action === 'create')
      .map(({ data }) => data?.message?.waId)
      .filter((waId) => inbound.has(waId ?? ''))
  // Events follow a moment after the rows.
  await until('an event for each message', () => new Set(announcedIds()).size === traffic.count('sent') - sentBefore)
  expect(new Set(countEach(announcedIds()))).toEqual(new Set([1]))
  const files = rows().filter(({ mediaStatus }) => mediaStatus !== null).length + countAgentFiles(traffic)
  expect(countFiles() - filesBefore).toBe(files)
  sqlite.close()
}

interface Started {
  linked: LinkedNumber
  filesBefore: number
  traffic: Traffic
  heard: Frame[]
  /** Number of messages before frames were recorded. */
  sentBefore: number
}
interface Row {
  waId: string
  ticketId: number
  mediaStatus: string | null
}

const isWhole = ({ mediaStatus }: { mediaStatus: string | null }) => mediaStatus === null || mediaStatus === 'ready'

const countAgentFiles = (traffic: Traffic) =>
  traffic.chats.flatMap(({ accepted }) => accepted.filter(({ withFile }) => withFile)).length
