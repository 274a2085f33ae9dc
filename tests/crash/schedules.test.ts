import { afterEach, expect, test } from 'bun:test'
import { until } from '../until'
import { openData } from './audit'
import { linkNumber } from './linking'
import { Plant } from './plant'
import { seeded } from './random'

let plant: Plant | undefined
afterEach(async () => {
  await plant?.close()
})

const blows = Number(process.env.CRASH_BLOWS ?? 3)
const messages = 16

test('killed again and again while scheduled messages leave: each arrives, and once', async () => {
  const chance = seeded('schedules')
  plant = await Plant.open()
  const { control } = plant
  const { owner } = await linkNumber(plant, '5511911110003')
  const { number } = await control.addCustomer({ number: '5511920000001', name: 'Maria' })
  const { id: contactId } = await plant.do<{ id: number }>('POST', '/contacts', { name: 'Maria', number })
  const texts = Array.from({ length: messages }, (_, n) => `lembrete ${n}`)
  for (const [n, body] of texts.entries()) {
    const sendAt = new Date(Date.now() + 150 * n).toISOString()
    await plant.do('POST', '/schedules', { contactId, body, sendAt })
  }
  for (let blow = 0; blow < blows; blow++) {
    await control.waitForOnline({ owner, online: true })
    await Bun.sleep(chance.between(0, 400))
    await plant.end('SIGKILL')
    plant.start()
  }
  const { dataDir } = plant
  await until('everything is sent and confirmed', () => {
    const sqlite = openData({ dataDir } as Plant)
    const open = sqlite
      .query(
        `select (select count(*) from schedules where status <> 'ENVIADA')
          + (select count(*) from messages where fromMe = 1 and ack < 2) + (select count(*) from jobs) as n`,
      )
      .get() as { n: number }
    sqlite.close()
    return open.n === 0
  })
  const arrived = (await control.inbox({ phone: number })).map(({ text }) => text)
  expect(arrived.toSorted()).toEqual(texts.toSorted())
  const sqlite = openData(plant)
  const stored = sqlite.query("select body from messages where origin = 'schedule' order by body").all()
  sqlite.close()
  expect(stored).toEqual(texts.toSorted().map((body) => ({ body })))
}, 240_000)
