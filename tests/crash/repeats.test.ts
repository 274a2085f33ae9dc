import { afterEach, expect, test } from 'bun:test'
import { until } from '../until'
import { openData } from './audit'
import { type Frame, listen } from './hearing'
import { type Linked, linkNumber } from './linking'
import { Plant } from './plant'
import { type Chance, seeded } from './random'
import { Traffic } from './traffic'

let plant: Plant
afterEach(() => plant.close())

/** How often each value comes. */
const counts = (values: (string | undefined)[]) =>
  Object.values(Object.groupBy(values, (value) => value ?? '')).map((same) => same?.length)

test('every stanza delivered one to five times: one row, one file, one event each, in order', async () => {
  const { traffic, heard, chance } = await begin('repeats', '5511911110002')
  const before = traffic.count('sent')
  for (let n = 0; n < 60; n++) {
    // The copies count for whatever comes next, receipts of answers too.
    await plant.control.fault('duplicate', 1 + Math.floor(chance.between(0, 5)), 2)
    await converse(traffic, chance)
  }
  await expectOnce(traffic, heard, before)
}, 240_000)

test('every stanza delivered again, shuffled, over another socket: the same', async () => {
  const { linked, traffic, heard, chance } = await begin('shuffled repeats', '5511911110006')
  const before = traffic.count('sent')
  await plant.control.fault('keepCopies', true)
  for (let n = 0; n < 60; n++) {
    await converse(traffic, chance)
    if (n % 10 !== 9) continue
    // Every other time the copies come over the line that brought the messages, and among those not stored yet.
    if (n % 20 === 19) await newSocket(linked)
    await plant.control.fault('scatter', chance.between(0, 2 ** 31), linked.owner)
  }
  await expectOnce(traffic, heard, before)
}, 240_000)

async function begin(name: string, owner: string) {
  const chance = seeded(name)
  plant = await Plant.open()
  const linked = await linkNumber(plant, owner)
  const traffic = new Traffic(plant, linked, chance, 0.15)
  await traffic.begin(4)
  return { linked, traffic, heard: await listen(plant), chance }
}

async function converse(traffic: Traffic, chance: Chance) {
  const chat = chance.pick(traffic.chats)
  await traffic.write(chat)
  if (chance.happens(0.3)) await traffic.answer(chat)
}

/** Cuts the line and waits for the next one. */
async function newSocket({ owner }: Linked) {
  const opened = async () =>
    (await plant.control.connections({ number: owner })).filter(({ state }) => state === 'online').length
  const before = await opened()
  await plant.control.fault('drop', owner)
  await until('another socket', async () => (await opened()) > before)
}

/** Of everything the customers sent there is one row, in the order of its conversation, one file and one event. */
async function expectOnce(traffic: Traffic, heard: Frame[], before: number) {
  const sqlite = openData(plant)
  const rows = () =>
    sqlite.query('select waId, ticketId, mediaStatus from messages where fromMe = 0 order by id').all() as Row[]
  await until('everything is there', () => rows().length >= traffic.count('sent') && rows().every(isWhole))
  await until('WhatsApp waits for nothing', async () => (await plant.control.stats()).waiting === 0)
  for (const { ticketId, sent } of traffic.chats) {
    const here = rows().filter((row) => row.ticketId === ticketId)
    expect(here.map(({ waId }) => waId)).toEqual(sent.map(({ id }) => id))
  }
  const inbound = new Set(rows().map(({ waId }) => waId))
  const told = () =>
    heard
      .filter(({ event, data }) => event.endsWith('-appMessage') && data?.action === 'create')
      .map(({ data }) => data?.message?.waId)
      .filter((waId) => inbound.has(waId ?? ''))
  // What is stored is told a moment later.
  await until('each is told', () => new Set(told()).size === traffic.count('sent') - before)
  expect(new Set(counts(told()))).toEqual(new Set([1]))
  const files = sqlite.query('select count(*) as n from media').get()
  expect(files).toEqual({ n: rows().filter(({ mediaStatus }) => mediaStatus !== null).length + filesOf(traffic) })
  sqlite.close()
}

interface Row {
  waId: string
  ticketId: number
  mediaStatus: string | null
}

const isWhole = ({ mediaStatus }: { mediaStatus: string | null }) => mediaStatus === null || mediaStatus === 'ready'

const filesOf = (traffic: Traffic) =>
  traffic.chats.flatMap(({ accepted }) => accepted.filter(({ withFile }) => withFile)).length
