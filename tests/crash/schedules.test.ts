import { afterEach, expect, test } from 'bun:test'
import { until } from '../until'
import { openDatabaseReadonly } from './audit'
import { Deployment } from './deployment'
import { linkNumber } from './linking'
import { createSeededRandom } from './seeded-random'

let deployment: Deployment | undefined
afterEach(async () => {
  await deployment?.close()
})

const kills = Number(process.env.CRASH_BLOWS ?? 3)
const messages = 16

test('an executable killed repeatedly while scheduled messages are due delivers each of them once', async () => {
  const random = createSeededRandom('schedules')
  deployment = await Deployment.open()
  const { control } = deployment
  const { owner } = await linkNumber(deployment, '5511911110003')
  const { number } = await control.addCustomer({ number: '5511920000001', name: 'Maria' })
  const { id: contactId } = await deployment.send<{ id: number }>('POST', '/contacts', { name: 'Maria', number })
  const texts = Array.from({ length: messages }, (_, n) => `lembrete ${n}`)
  for (const [n, body] of texts.entries()) {
    const sendAt = new Date(Date.now() + 150 * n).toISOString()
    await deployment.send('POST', '/schedules', { contactId, body, sendAt })
  }
  for (let n = 0; n < kills; n++) {
    await control.waitForOnline({ owner, online: true })
    await Bun.sleep(random.between(0, 400))
    await deployment.stop('SIGKILL')
    deployment.start()
  }
  const { dataDir } = deployment
  await until('everything is sent and confirmed', () => {
    const sqlite = openDatabaseReadonly({ dataDir } as Deployment)
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
  const sqlite = openDatabaseReadonly(deployment)
  const stored = sqlite.query("select body from messages where origin = 'schedule' order by body").all()
  sqlite.close()
  expect(stored).toEqual(texts.toSorted().map((body) => ({ body })))
}, 600_000)
