import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { openDatabaseReadonly } from './audit'
import type { Deployment } from './deployment'

export const numberOf = (n: number) => `55119${String(80_000_000 + n)}`

/** Customers in a list of verified numbers, and settings without a pace. Restarts the executable; returns the list's id. */
export async function configureCampaigns(deployment: Deployment, owner: string, people: number): Promise<number> {
  const { control } = deployment
  for (let n = 0; n < people; n++) await control.addCustomer({ number: numberOf(n), name: `Pessoa ${n}` })
  const { id: contactListId } = await deployment.send<{ id: number }>('POST', '/contact-lists', { name: 'Todos' })
  await deployment.stop('SIGTERM')
  insertItems(deployment, contactListId, people)
  deployment.start()
  await control.waitForOnline({ owner, online: true })
  await deployment.logIn()
  const always = { windowStart: '00:00', windowEnd: '00:00', windowDays: [0, 1, 2, 3, 4, 5, 6] }
  const unlimited = { messageInterval: 0, longerIntervalAfter: 0, hourlyCap: 0, dailyCap: 0, warmUp: false }
  await deployment.send('POST', '/campaign-settings', { settings: { ...always, ...unlimited } })
  return contactListId
}

/** Inserts verified people while the executable is stopped: their check on WhatsApp is another test's subject. */
function insertItems({ dataDir }: Deployment, contactListId: number, people: number) {
  const sqlite = new Database(join(dataDir, 'balcao.db'))
  const { companyId } = sqlite.query('select companyId from contact_lists').get() as { companyId: number }
  const insert = sqlite.query(`insert into contact_list_items
    (companyId, contactListId, name, searchText, number, validity, waJid) values (?, ?, ?, ?, ?, 'valid', ?)`)
  sqlite.transaction(() => {
    for (let n = 0; n < people; n++) {
      const name = `Pessoa ${n}`
      insert.run(companyId, contactListId, name, name, numberOf(n), `${numberOf(n)}@s.whatsapp.net`)
    }
  })()
  sqlite.close()
}

/** Lets the day pass that follow-ups wait, also for the job that sleeps until then. */
export function makeFollowUpsDue({ dataDir }: Deployment) {
  const sqlite = new Database(join(dataDir, 'balcao.db'))
  sqlite.run('pragma busy_timeout = 20000')
  const now = new Date().toISOString()
  sqlite.transaction(() => {
    const { changes } = sqlite
      .query("update campaign_recipients set dueAt = ?1 where step > 0 and state = 'pending' and dueAt > ?1")
      .run(now)
    if (changes === 0) return
    sqlite.query("update jobs set runAt = ? where name = 'campaign.send' and state = 'ready'").run(now)
    sqlite.query("update ready_groups set readyAt = ? where name = 'campaign.send'").run(now)
  })()
  sqlite.close()
}

/** Number of campaigns that are not finished, and of messages without proof of delivery. */
export function countOpen(deployment: Deployment): number {
  const sqlite = openDatabaseReadonly(deployment)
  try {
    const { open } = sqlite
      .query(
        `select (select count(*) from campaigns where status <> 'FINALIZADA')
          + (select count(*) from campaign_parts where ack < 2) as open`,
      )
      .get() as { open: number }
    return open
  } finally {
    sqlite.close()
  }
}

export function countStates(deployment: Deployment) {
  const sqlite = openDatabaseReadonly(deployment)
  try {
    const query = 'select state, count(*) as count from campaign_recipients group by state'
    return sqlite.query(query).all() as { state: string; count: number }[]
  } finally {
    sqlite.close()
  }
}
