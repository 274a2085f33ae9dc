import type { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import { openDatabaseReadonly } from './audit'
import type { FeatureUnderKills, Killed } from './feature-under-kills'

/** Number of messages that become due around each kill. */
const perKill = 6
/** Time in ms from their creation until the first one is due, and between them. */
const [leadMs, apartMs] = [500, 150]

/** Messages to one customer that are scheduled before each kill and due around it. */
export async function openScheduledMessages({ deployment }: Killed): Promise<FeatureUnderKills> {
  const { control } = deployment
  const { number } = await control.addCustomer({ number: '5511960000001', name: 'Maria' })
  const { id: contactId } = await deployment.send<{ id: number }>('POST', '/contacts', { name: 'Maria', number })
  const texts: string[] = []
  const countArrived = async () => (await control.inbox({ phone: number })).length
  return {
    name: 'schedules',
    contacts: 1,
    // Each message to a contact without an open ticket has its own, which is closed.
    countTickets: () => texts.length,
    async begin() {
      for (let n = 0; n < perKill; n++) {
        const body = `lembrete ${texts.length}`
        const sendAt = new Date(Date.now() + leadMs + apartMs * n).toISOString()
        await deployment.send('POST', '/schedules', { contactId, body, sendAt })
        texts.push(body)
      }
    },
    midway: async () => control.waitForCount({ phone: number, count: (await countArrived()) + 1 }),
    countOpen: (sqlite: Database) =>
      (sqlite.query("select count(*) as n from schedules where status <> 'ENVIADA'").get() as { n: number }).n,
    async expectEachOnce() {
      const arrived = (await control.inbox({ phone: number })).map(({ text }) => text)
      expect(arrived.toSorted()).toEqual(texts.toSorted())
      const sqlite = openDatabaseReadonly(deployment)
      const stored = sqlite.query("select body from messages where origin = 'schedule' order by body").all()
      sqlite.close()
      expect(stored).toEqual(texts.toSorted().map((body) => ({ body })))
    },
  }
}
