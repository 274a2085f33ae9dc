import { afterEach, expect, test } from 'bun:test'
import { until } from '../until'
import { openData } from './audit'
import { listen } from './hearing'
import { linkNumber } from './linking'
import { Plant } from './plant'
import { seeded } from './random'
import { Traffic } from './traffic'

let plant: Plant | undefined
afterEach(async () => {
  await plant?.close()
})

/** How often each value comes. */
const counts = (values: (string | undefined)[]) =>
  Object.values(Object.groupBy(values, (value) => value ?? '')).map((same) => same?.length)

test('every stanza delivered one to five times: one row, one file, one event each, in order', async () => {
  const chance = seeded('repeats')
  plant = await Plant.open()
  const { control } = plant
  const linked = await linkNumber(plant, '5511911110002')
  const traffic = new Traffic(plant, linked, chance, 0.15)
  await traffic.begin(4)
  const heard = await listen(plant)
  const before = traffic.count('sent')
  for (let n = 0; n < 60; n++) {
    // The copies count for whatever comes next, receipts of answers too.
    await control.fault('duplicate', 1 + Math.floor(chance.between(0, 5)), 2)
    const chat = chance.pick(traffic.chats)
    await traffic.write(chat)
    if (chance.happens(0.3)) await traffic.answer(chat)
  }
  const sqlite = openData(plant)
  const rows = () =>
    sqlite.query('select waId, ticketId, mediaStatus from messages where fromMe = 0 order by id').all() as {
      waId: string
      ticketId: number
      mediaStatus: string | null
    }[]
  await until('everything is there', () => rows().length >= traffic.count('sent') && rows().every(isWhole))
  await until('WhatsApp waits for nothing', async () => (await control.stats()).waiting === 0)
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
}, 90_000)

const isWhole = ({ mediaStatus }: { mediaStatus: string | null }) => mediaStatus === null || mediaStatus === 'ready'

const filesOf = (traffic: Traffic) =>
  traffic.chats.flatMap(({ accepted }) => accepted.filter(({ withFile }) => withFile)).length
