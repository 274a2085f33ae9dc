import type { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import { sizeOf } from '../size'
import { until } from '../until'
import { openDatabaseReadonly } from './audit'
import { configureCampaigns, makeFollowUpsDue, numberOf } from './campaign-deployment'
import type { FeatureUnderKills, Killed } from './feature-under-kills'
import type { LinkedNumber } from './linking'

/** Recipients of each campaign; a number writes to one of them per second. */
const people = sizeOf({ everyday: 4, full: 8 })

/** A campaign with a follow-up on each of these numbers, and the next ones when they have ended. */
export async function openCampaigns({ deployment }: Killed, numbers: LinkedNumber[]): Promise<FeatureUnderKills> {
  const { control } = deployment
  const contactListId = await configureCampaigns(deployment, numbers[0]!.owner, people)
  const names: string[] = []
  const everyone = Array.from({ length: people }, (_, n) => numberOf(n))
  const start = async (whatsappId: number) => {
    const name = `campanha ${names.length}`
    names.push(name)
    const steps = [{ afterHours: 24, message: `depois de ${name}` }]
    const texts = { name, message1: name, message2: name, basis: 'customers', steps }
    await deployment.send('POST', '/campaigns', {
      ...{ ...texts, whatsappId, contactListId, scheduledAt: new Date().toISOString() },
    })
  }
  const countArrived = async () => {
    const inboxes = await Promise.all(everyone.map((phone) => control.inbox({ phone })))
    return inboxes.flat().length
  }
  const countOpen = (sqlite: Database) =>
    (sqlite.query("select count(*) as n from campaigns where status <> 'FINALIZADA'").get() as { n: number }).n
  const isOver = () => {
    const sqlite = openDatabaseReadonly(deployment)
    const open = countOpen(sqlite)
    sqlite.close()
    return open === 0
  }
  return {
    name: 'campaigns',
    contacts: 0,
    countTickets: () => 0,
    async begin() {
      makeFollowUpsDue(deployment)
      if (isOver()) for (const { whatsappId } of numbers) await start(whatsappId)
    },
    async midway() {
      const before = await countArrived()
      await until('a message of a campaign', async () => (await countArrived()) > before)
    },
    async finish() {
      await until(
        'the campaigns are over',
        () => {
          makeFollowUpsDue(deployment)
          return isOver()
        },
        300_000,
      )
    },
    countOpen: (sqlite: Database) =>
      countOpen(sqlite) +
      (sqlite.query('select count(*) as n from campaign_parts where ack < 2').get() as { n: number }).n,
    async expectEachOnce() {
      const texts = names.flatMap((name) => [name, `depois de ${name}`])
      for (const phone of everyone) {
        const arrived = (await control.inbox({ phone })).map(({ text }) => text)
        expect(arrived.toSorted()).toEqual(texts.toSorted())
      }
      const sqlite = openDatabaseReadonly(deployment)
      const states = sqlite.query('select state, count(*) as count from campaign_recipients group by state').all()
      sqlite.close()
      expect(states).toEqual([{ state: 'sent', count: texts.length * people }])
    },
  }
}
