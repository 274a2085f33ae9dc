import { expect, test } from 'bun:test'
import { enqueueSilentRuns } from '../../../src/features/automation/flows/runs/silent-runs'
import { createFlowCompany, edge, node } from '../../flow-company'
import { notifiedTexts, subscribeAna } from '../../notified-messages'

/** Company whose flow asks a question and waits for its answer. */
const createAskingFlow = () =>
  createFlowCompany({
    nodes: [
      node('1', 'start'),
      node('q', 'question', { typebotIntegration: { message: 'Qual bolo?', answerKey: 'bolo' } }),
    ],
    connections: [edge('1', 'q')],
  })

test('the end of a silent run that always fails is parked, and people, who are notified, answer', async () => {
  const { ask, wake, runs, ticketOf, acme } = await createAskingFlow()
  await ask('quero comprar')
  await acme.transaction((tx) => tx.update('flow_runs').set({ state: 'input', variables: 'no JSON' }).execute())
  await subscribeAna(acme)
  for (let tick = 0; tick < 8; tick++) await wake()
  expect(await runs()).toMatchObject([{ state: 'failed', end: 'broken' }])
  expect(await ticketOf()).toMatchObject({ status: 'pending', chatbot: 0 })
  expect(await notifiedTexts(acme)).toEqual(['quero comprar'])
})

type Company = Awaited<ReturnType<typeof createAskingFlow>>

/** Adds silent runs like the company's only one, each with a contact, a ticket and an attendance of its own. */
const insertSilentRuns = ({ store }: Company, count: number) =>
  store.write(async ({ kysely }) => {
    const newest = async (table: 'contacts' | 'tickets' | 'attendances' | 'flow_runs') => {
      const { id: _, ...row } = await kysely
        .selectFrom(table)
        .selectAll()
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      return row
    }
    const insert = (table: 'contacts' | 'tickets' | 'attendances' | 'flow_runs', row: object) =>
      kysely
        .insertInto(table)
        .values(row as never)
        .returning('id')
        .executeTakeFirstOrThrow()
    const contact = { ...(await newest('contacts')), number: null, lid: null }
    const [ticket, attendance, run] = [await newest('tickets'), await newest('attendances'), await newest('flow_runs')]
    for (let n = 0; n < count; n++) {
      const { id: contactId } = await insert('contacts', contact)
      const { id: ticketId } = await insert('tickets', { ...ticket, contactId, uuid: crypto.randomUUID() })
      const { id: attendanceId } = await insert('attendances', { ...attendance, ticketId })
      await insert('flow_runs', { ...run, ticketId, attendanceId, wakeAt: '2020' })
    }
  })

test('one tick enqueues the end of all silent runs, and a repeated tick enqueues none again', async () => {
  const company = await createAskingFlow()
  await company.ask('quero comprar')
  await insertSilentRuns(company, 501)
  const jobs = () => company.acme.select('jobs').select('id').where('name', '=', 'flow.run').orderBy('id').execute()
  await enqueueSilentRuns(company.platform)
  const enqueued = await jobs()
  expect(enqueued).toHaveLength(501)
  await enqueueSilentRuns(company.platform)
  expect(await jobs()).toEqual(enqueued)
})
