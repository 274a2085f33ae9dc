import { afterEach, expect, setSystemTime, test } from 'bun:test'
import fc from 'fast-check'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import type { Inbound } from '../../../src/whatsapp/received'
import { personIdentity, textMessage } from '../../inbound-events'
import { createInstallation } from '../../installation'
import { sqliteTest } from '../../postgres-databases'
import { usesPostgres } from '../../postgres-server'
import { histories, messagesOf, receiveHistory } from '../../random-histories'
import { recordStatements } from '../../recorded-statements'
import { sizeOf } from '../../size'

test('a batch received by sets leaves the rows and events of one received message by message', async () => {
  const property = fc.asyncProperty(histories, async (history) => {
    const now = new Date()
    const messages = messagesOf(history, now.getTime() - 60_000)
    // A message may become too old for the robot while one of the two runs.
    setSystemTime(now)
    const bySets = await receiveHistory(history, messages, { alone: false })
    const alone = await receiveHistory(history, messages, { alone: true })
    setSystemTime()
    expect(bySets.rows).toEqual(alone.rows)
    expect(bySets.events).toEqual(alone.events)
  })
  // Each run makes two databases on a server.
  await fc.assert(property, { numRuns: sizeOf({ everyday: usesPostgres ? 10 : 40, full: usesPostgres ? 60 : 600 }) })
})

/** Twenty texts of ten people by number and ten by LID. */
const twentyTexts = () =>
  Array.from({ length: 20 }, (_, n) =>
    textMessage({ chat: n % 2 === 0 ? personIdentity(`55119888800${10 + n}`) : personIdentity(null, `9000${10 + n}`) }),
  )

async function createReceiver(queueIds: number[] = []) {
  const { store, acme, systemScope, insertConnection } = await createInstallation()
  const { id: whatsappId, companyId } = await insertConnection('acme', { queueIds })
  const receive = (batch: Inbound[]) => receiveBatch(systemScope(), { companyId, whatsappId }, batch)
  const acceptAll = () => acme.transaction((tx) => tx.update('tickets').set({ status: 'open', userId: 1 }).execute())
  return {
    store,
    acme,
    receive,
    acceptAll,
    record: (batch: Inbound[]) => recordStatements(store, () => receive(batch)),
  }
}
afterEach(() => setSystemTime())

const sumOf = (statements: { count: number }[]) => statements.reduce((sum, { count }) => sum + count, 0)

sqliteTest('20 messages in open conversations take at most 13 statements', async () => {
  const { acme, receive, acceptAll, record } = await createReceiver()
  await receive(twentyTexts())
  await acceptAll()
  expect(sumOf(await record(twentyTexts()))).toBeLessThanOrEqual(13)
  expect(await acme.select('messages').select('id').execute()).toHaveLength(40)
})

sqliteTest('20 messages in conversations that a robot answers take at most 27 statements', async () => {
  const { receive, record } = await createReceiver([1, 2])
  await receive(twentyTexts())
  expect(sumOf(await record(twentyTexts()))).toBeLessThanOrEqual(27)
})

sqliteTest('no statement of a batch walks through the rows of a company', async () => {
  const { store, receive, record } = await createReceiver([1, 2])
  await receive(twentyTexts())
  const statements = await record(twentyTexts())
  const walks = statements.flatMap(({ text }) =>
    plansOf(store, text)
      .filter(isWalk)
      .map((plan) => `${plan}: ${text}`),
  )
  expect(walks).toEqual([])
})

/** Steps by which SQLite executes a statement. */
function plansOf({ raw }: Pick<Awaited<ReturnType<typeof createInstallation>>, 'store'>['store'], text: string) {
  const values = Array.from(text.matchAll(/\?/g), () => '[1]')
  return raw.all(`explain query plan ${text}`, values).map((step) => (step as { detail: string }).detail)
}

/** True for a step that reads all rows of a large table, or all of a company. */
const isWalk = (step: string) =>
  /^(SCAN|SEARCH) (messages|tickets|contacts|attendances|jobs|wa_inbox|campaign_recipients)\b(?!.*(\?.*\?|rowid=\?))/.test(
    step,
  )
