import { afterEach, expect, test } from 'bun:test'
import { until } from '../until'
import { openDatabaseReadonly } from './audit'
import { Deployment } from './deployment'
import { type LinkedNumber, linkNumber } from './linking'
import { createSeededRandom, type SeededRandom } from './seeded-random'
import { type Frame, recordFrames } from './socket-frames'
import { Traffic } from './traffic'

let deployment: Deployment
afterEach(() => deployment.close())

/** Number of occurrences of each value. */
const countEach = (values: (string | undefined)[]) =>
  Object.values(Object.groupBy(values, (value) => value ?? '')).map((same) => same?.length)

test('stanzas delivered one to five times yield one row, one file and one event each, in order', async () => {
  const { traffic, heard, random } = await startTraffic('repeats', '5511911110002')
  const before = traffic.count('sent')
  for (let n = 0; n < 60; n++) {
    // The fault counts for the next stanzas of any kind, receipts of answers too.
    await deployment.control.fault('duplicate', 1 + Math.floor(random.between(0, 5)), 2)
    await sendOne(traffic, random)
  }
  await expectOnce(traffic, heard, before)
}, 600_000)

test('stanzas delivered again, shuffled, over the same or another socket yield one row, file and event each', async () => {
  const { linked, traffic, heard, random } = await startTraffic('shuffled repeats', '5511911110006')
  const before = traffic.count('sent')
  await deployment.control.fault('keepCopies', true)
  for (let n = 0; n < 60; n++) {
    await sendOne(traffic, random)
    if (n % 10 !== 9) continue
    // Every other time the copies come over the connection of the originals, some of which are not stored yet.
    if (n % 20 === 19) await reconnect(linked)
    await deployment.control.fault('scatter', random.between(0, 2 ** 31), linked.owner)
  }
  await expectOnce(traffic, heard, before)
}, 600_000)

async function startTraffic(name: string, owner: string) {
  const random = createSeededRandom(name)
  deployment = await Deployment.open()
  const linked = await linkNumber(deployment, owner)
  const traffic = new Traffic(deployment, linked, random, 0.15)
  await traffic.openChats(4)
  return { linked, traffic, heard: await recordFrames(deployment), random }
}

async function sendOne(traffic: Traffic, random: SeededRandom) {
  const chat = random.pick(traffic.chats)
  await traffic.sendAsCustomer(chat)
  if (random.happens(0.3)) await traffic.sendAsAgent(chat)
}

/** Cuts the connection and waits for the next one. */
async function reconnect({ owner }: LinkedNumber) {
  const opened = async () =>
    (await deployment.control.connections({ number: owner })).filter(({ state }) => state === 'online').length
  const before = await opened()
  await deployment.control.fault('drop', owner)
  await until('another socket', async () => (await opened()) > before)
}

/** Expects one row in the order of its conversation, one file and one event for each message of the customers. */
async function expectOnce(traffic: Traffic, heard: Frame[], before: number) {
  const sqlite = openDatabaseReadonly(deployment)
  const rows = () =>
    sqlite.query('select waId, ticketId, mediaStatus from messages where fromMe = 0 order by id').all() as Row[]
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
  await until('an event for each message', () => new Set(announcedIds()).size === traffic.count('sent') - before)
  expect(new Set(countEach(announcedIds()))).toEqual(new Set([1]))
  const files = sqlite.query('select count(*) as n from media').get()
  expect(files).toEqual({
    n: rows().filter(({ mediaStatus }) => mediaStatus !== null).length + countAgentFiles(traffic),
  })
  sqlite.close()
}

interface Row {
  waId: string
  ticketId: number
  mediaStatus: string | null
}

const isWhole = ({ mediaStatus }: { mediaStatus: string | null }) => mediaStatus === null || mediaStatus === 'ready'

const countAgentFiles = (traffic: Traffic) =>
  traffic.chats.flatMap(({ accepted }) => accepted.filter(({ withFile }) => withFile)).length
