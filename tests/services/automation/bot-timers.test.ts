import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { timerQueries } from '../../../src/features/automation/bot/timers/due'
import { enqueueDueTimers } from '../../../src/features/automation/bot/timers/tick'
import { sendMessage } from '../../../src/features/inbox/messages/send/send'
import { acceptTicket, closeTicket, reopenTicket, returnTicket } from '../../../src/features/inbox/tickets/state/change'
import { openTimeAgo, usualHours } from '../../../src/shared/hours'
import { createBotCompany } from '../../bot-company'
import { createFlowCompany, edge, node } from '../../flow-company'
import { makeJobsDue } from '../../make-jobs-due'
import { notifiedTexts, subscribeAna } from '../../notified-messages'
import { sqliteTest } from '../../postgres-databases'

const minute = 60_000
/** Tuesday, 10:00 in São Paulo. */
const start = new Date('2026-03-03T13:00:00.000Z')

beforeEach(() => void setSystemTime(start))
afterEach(() => void setSystemTime())

type Company = Awaited<ReturnType<typeof createBotCompany>>

/** Lets minutes pass, runs the tick and the jobs, and returns the texts that the customer received. */
async function pass({ platform, jobs, sentTo, number }: Company, minutes: number) {
  setSystemTime(new Date(Date.now() + minutes * minute))
  await enqueueDueTimers(platform)
  await jobs.settle()
  return sentTo(number)
}

async function answer(company: Company, body = 'Bom dia, em que posso ajudar?') {
  const { id, status } = await company.ticketOf()
  if (status === 'pending') await acceptTicket(company.scopeOf('ana'), id)
  await sendMessage(company.scopeOf('ana'), id, { body, quotedId: null, files: [] })
  await company.jobs.settle()
  await company.sentTo(company.number)
  return id
}

describe('the timer of silent tickets', () => {
  const expires = { connection: { expiresTicket: 30, expiresInactiveMessage: 'Encerramos por falta de resposta.' } }

  test('closes a ticket whose reply the customer did not answer, with the text and without a rating', async () => {
    const company = await createBotCompany({ ...expires, settings: { userRating: 'enabled' } })
    await company.write('Oi')
    await answer(company)
    expect(await pass(company, 29)).toEqual([])
    expect(await pass(company, 1)).toEqual(['Encerramos por falta de resposta.'])
    expect(await company.ticketOf()).toMatchObject({ status: 'closed', closeReason: 'timeout', closedBy: null })
    expect(await pass(company, 1)).toEqual([])
  })

  test('closes no ticket whose customer wrote last, that was only accepted, or whose last text was automatic', async () => {
    const company = await createBotCompany({ ...expires, settings: { sendGreetingAccepted: 'enabled' } })
    await company.write('Oi')
    await acceptTicket(company.scopeOf('ana'), (await company.ticketOf()).id)
    await company.jobs.settle()
    expect(await pass(company, 60)).toHaveLength(1) // the text about the acceptance
    expect((await company.ticketOf()).status).toBe('open')
    await answer(company)
    await company.write('E o preço?')
    expect(await pass(company, 300)).toEqual([])
    expect((await company.ticketOf()).status).toBe('open')
  })

  test('counts from the next reply after a ticket was reopened', async () => {
    const company = await createBotCompany(expires)
    await company.write('Oi')
    const id = await answer(company)
    await closeTicket(company.scopeOf('ana'), id)
    setSystemTime(new Date(Date.now() + 45 * minute))
    await reopenTicket(company.scopeOf('ana'), id)
    expect(await pass(company, 1)).toEqual([])
    expect((await company.ticketOf()).status).toBe('open')
  })

  test('closes a ticket that is long overdue without a text, such as after a day of downtime', async () => {
    const company = await createBotCompany(expires)
    await company.write('Oi')
    await answer(company)
    expect(await pass(company, 24 * 60)).toEqual([])
    expect(await company.ticketOf()).toMatchObject({ status: 'closed', closeReason: 'timeout' })
  })

  test('warns once before the close, and again after the next reply', async () => {
    const company = await createBotCompany(expires)
    const warning = { expiresWarning: 10, expiresWarningMessage: 'Ainda está aí?' }
    await company.acme.transaction((tx) => tx.update('connections').set(warning).execute())
    await company.write('Oi')
    await answer(company)
    expect(await pass(company, 19)).toEqual([])
    expect(await pass(company, 1)).toEqual(['Ainda está aí?'])
    expect(await pass(company, 1)).toEqual([])
    await company.write('Estou')
    await answer(company)
    expect(await pass(company, 20)).toEqual(['Ainda está aí?'])
    expect(await pass(company, 10)).toEqual(['Encerramos por falta de resposta.'])
  })

  test('pauses while the company is closed', async () => {
    const company = await createBotCompany({ ...expires, settings: { scheduleType: 'company' } })
    setSystemTime(new Date('2026-03-03T20:50:00.000Z')) // 17:50; closes at 18:00
    await company.write('Oi')
    await answer(company)
    expect(await pass(company, 60)).toEqual([])
    expect(await pass(company, 13 * 60 + 29)).toEqual([]) // 08:19
    expect(await pass(company, 1)).toEqual(['Encerramos por falta de resposta.'])
  })
})

describe('the transfer timer', () => {
  const transfers = {
    queueIds: [1, 2],
    connection: { greetingMessage: 'Escolha:', timeToTransfer: 10, transferQueueId: 2 },
    greetings: { 2: 'Vendas, boa tarde.' },
  }

  test('moves a waiting ticket without a queue, and the queue’s conversation begins', async () => {
    const company = await createBotCompany(transfers)
    expect(await company.write('Oi')).toHaveLength(1)
    expect(await pass(company, 9)).toEqual([])
    expect(await pass(company, 1)).toEqual(['Vendas, boa tarde.'])
    expect(await company.ticketOf()).toMatchObject({ status: 'pending', queueId: 2, chatbot: 0 })
    expect(await pass(company, 10)).toEqual([])
    const kinds = await company.acme.select('ticket_events').select(['kind', 'toQueueId']).orderBy('id').execute()
    expect(kinds.at(-1)).toEqual({ kind: 'transferred', toQueueId: 2 })
  })

  test('counts from the customer’s last message', async () => {
    const company = await createBotCompany(transfers)
    await company.write('Oi')
    expect(await pass(company, 8)).toEqual([])
    await company.write('Alguém?')
    expect(await pass(company, 8)).toEqual([])
    expect((await company.ticketOf()).queueId).toBeNull()
  })

  test('leaves a ticket alone while a flow waits for the customer', async () => {
    const company = await createFlowCompany({
      nodes: [node('1', 'start'), node('ask', 'question', { message: 'Qual é o seu nome?', answerKey: 'name' })],
      connections: [edge('1', 'ask')],
    })
    const change = { timeToTransfer: 10, transferQueueId: 2 }
    await company.acme.transaction((tx) => tx.update('connections').set(change).execute())
    expect(await company.ask('Quero comprar')).toEqual(['Qual é o seu nome?'])
    expect(await pass(company, 11)).toEqual([])
    expect(await company.ticketOf()).toMatchObject({ queueId: null, chatbot: 1 })
    await company.ask('Maria') // the flow ends
    expect(await pass(company, 11)).toEqual([])
    expect((await company.ticketOf()).queueId).toBe(2)
  })

  test('is silent for a ticket that an agent returned, and for one that is long overdue', async () => {
    const returned = await createBotCompany(transfers)
    await returned.write('Oi')
    const { id } = await returned.ticketOf()
    await acceptTicket(returned.scopeOf('ana'), id)
    await returnTicket(returned.scopeOf('ana'), id)
    expect(await pass(returned, 10)).toEqual([])
    expect((await returned.ticketOf()).queueId).toBe(2)
    const overdue = await createBotCompany(transfers)
    await overdue.write('Oi')
    expect(await pass(overdue, 24 * 60)).toEqual([])
    expect((await overdue.ticketOf()).queueId).toBe(2)
    expect(await overdue.write('Voltei')).toEqual(['Vendas, boa tarde.'])
  })

  test('does nothing with an expired licence', async () => {
    const company = await createBotCompany(transfers)
    await company.write('Oi')
    await company.store.write(({ kysely }) => kysely.updateTable('companies').set({ dueDate: '2020-01-01' }).execute())
    expect(await pass(company, 20)).toEqual([])
    expect((await company.ticketOf()).queueId).toBeNull()
  })
})

describe('a timer whose job fails', () => {
  const expires = { connection: { expiresTicket: 30, expiresInactiveMessage: 'Encerramos por falta de resposta.' } }
  const transfers = { queueIds: [1, 2], connection: { timeToTransfer: 10, transferQueueId: 2 } }

  /** Makes each change of a ticket's column fail until the returned function is called. */
  function breakColumn({ store }: Company, column: 'status' | 'queueId') {
    const { sqlite } = store.raw.statements
    sqlite.run(`create trigger broken before update of ${column} on tickets when new.${column} is not old.${column}
      begin select raise(abort, 'broken'); end`)
    return () => void sqlite.run('drop trigger broken')
  }

  /** Ten ticks, each with a run of all jobs. */
  async function tickTenTimes(company: Company) {
    for (let tick = 0; tick < 10; tick++) {
      await enqueueDueTimers(company.platform)
      await makeJobsDue(company.store)
      await company.jobs.settle()
    }
  }
  const jobsOf = ({ acme }: Company) =>
    acme.select('jobs').select(['id', 'state', 'attempts']).where('name', 'like', 'ticket.%').orderBy('id').execute()

  sqliteTest('is parked once, and counts again from the next reply', async () => {
    const company = await createBotCompany(expires)
    await company.write('Oi')
    await answer(company)
    setSystemTime(new Date(Date.now() + 30 * minute))
    const mend = breakColumn(company, 'status')
    await tickTenTimes(company)
    expect(await jobsOf(company)).toMatchObject([{ state: 'failed', attempts: 8 }])
    expect(await company.ticketOf()).toMatchObject({ status: 'open' })
    mend()
    expect(await pass(company, 1)).toEqual([])
    await answer(company)
    expect(await pass(company, 30)).toEqual(['Encerramos por falta de resposta.'])
  })

  sqliteTest('leaves a ticket that it cannot transfer to people, who are notified', async () => {
    const company = await createBotCompany({ ...transfers, greetings: { 1: 'Suporte.', 2: 'Vendas.' } })
    await company.write('Oi')
    expect(await company.ticketOf()).toMatchObject({ chatbot: 1 })
    await subscribeAna(company.acme)
    setSystemTime(new Date(Date.now() + 10 * minute))
    const mend = breakColumn(company, 'queueId')
    await tickTenTimes(company)
    mend()
    expect(await jobsOf(company)).toMatchObject([{ state: 'failed', attempts: 8 }])
    expect(await company.ticketOf()).toMatchObject({ status: 'pending', queueId: null, chatbot: 0 })
    expect(await notifiedTexts(company.acme)).toEqual(['Oi'])
  })

  test('is not enqueued again while its job waits, and hides no other due ticket', async () => {
    const company = await createBotCompany(transfers)
    await company.write('Oi')
    await insertWaiting(company, 200)
    setSystemTime(new Date(Date.now() + 10 * minute))
    await enqueueDueTimers(company.platform)
    const first = await jobsOf(company)
    expect(first).toHaveLength(200)
    await enqueueDueTimers(company.platform)
    const both = await jobsOf(company)
    expect(both.slice(0, 200)).toEqual(first)
    expect(both).toHaveLength(201)
  })

  test('a connection whose settings cannot be read delays no other connection', async () => {
    const company = await createBotCompany(transfers)
    await company.write('Oi')
    const { id: whatsappId } = await company.insertConnection('acme', { queueIds: [1, 2] })
    await company.acme.transaction(async (tx) => {
      await tx.update('connections').set({ timeToTransfer: 10, transferQueueId: 2 }).execute()
      await tx.update('connections').set({ schedules: 'no JSON' }).where('id', '=', company.whatsappId).execute()
      await tx.update('tickets').set({ whatsappId }).execute()
    })
    setSystemTime(new Date(Date.now() + 10 * minute))
    await enqueueDueTimers(company.platform)
    expect(await jobsOf(company)).toHaveLength(1)
  })

  /** Adds tickets that wait longer than the company's newest, each of a contact of its own. */
  const insertWaiting = ({ store, companyId }: Company, count: number) =>
    store.write(async ({ kysely }) => {
      const newest = kysely.selectFrom('tickets').selectAll().where('companyId', '=', companyId).orderBy('id', 'desc')
      const { id: _, ...ticket } = await newest.executeTakeFirstOrThrow()
      for (let n = 0; n < count; n++) {
        const contact = { companyId, name: 'Bia', searchText: 'bia', waJid: `${n}@s.whatsapp.net` }
        const { id } = await kysely.insertInto('contacts').values(contact).returning('id').executeTakeFirstOrThrow()
        const lastMessageAt = new Date(start.getTime() - minute).toISOString()
        const row = { ...ticket, contactId: id, uuid: crypto.randomUUID(), lastMessageAt }
        await kysely.insertInto('tickets').values(row).execute()
      }
    })
})

sqliteTest.each(['unanswered', 'unwarned', 'unassigned'] as const)(
  'the query of %s tickets reads one index in its order',
  async (name) => {
    const { store } = await createBotCompany({})
    const plan = store.raw.statements.sqlite
      .query(`explain query plan ${timerQueries[name].on(store.read.engine).text}`)
      .all()
    const steps = plan.map((row) => (row as { detail: string }).detail)
    const index = name === 'unassigned' ? 'tickets_unassigned' : 'tickets_answered'
    expect(steps[0]).toMatch(new RegExp(`^SEARCH tickets USING INDEX ${index} `))
    const ofFlows = [
      expect.stringMatching(/^CORRELATED SCALAR SUBQUERY/),
      expect.stringMatching(/^SEARCH flow_runs USING (COVERING )?INDEX flow_runs_live /),
    ]
    const ofJobs = ['jobs_key', 'jobs_running', 'jobs_failed_key'].flatMap((jobIndex) => [
      expect.stringMatching(/^CORRELATED SCALAR SUBQUERY/),
      expect.stringMatching(new RegExp(`^SEARCH jobs USING (COVERING )?INDEX ${jobIndex} `)),
    ])
    expect(steps.slice(1)).toEqual(name === 'unassigned' ? [...ofFlows, ...ofJobs] : ofJobs)
  },
)

describe('openTimeAgo', () => {
  const zone = 'America/Sao_Paulo'
  const ago = (at: string, minutes: number) => openTimeAgo(usualHours, new Date(at), minutes, zone)?.toISOString()

  test('counts open minutes only, over the night and the weekend', () => {
    expect(ago('2026-03-03T13:00:00.000Z', 30)).toBe('2026-03-03T12:30:00.000Z')
    expect(ago('2026-03-03T11:10:00.000Z', 30)).toBe('2026-03-02T20:40:00.000Z') // 08:10 → 17:40 the day before
    expect(ago('2026-03-02T11:10:00.000Z', 30)).toBe('2026-02-28T14:40:00.000Z') // Monday → Saturday 11:40
  })

  test('is null while closed, and when there was not that much open time', () => {
    expect(ago('2026-03-03T22:00:00.000Z', 1)).toBeUndefined()
    const never = { schedules: usualHours.schedules.map((day) => ({ ...day, endTime: day.startTime })), holidays: [] }
    expect(openTimeAgo(never, start, 1, zone)).toBeNull()
  })

  test('counts a window over midnight once', () => {
    const night = {
      schedules: usualHours.schedules.map((day) => ({ ...day, startTime: '20:00', endTime: '04:00' })),
      holidays: [],
    }
    const at = new Date('2026-03-03T05:00:00.000Z') // 02:00
    expect(openTimeAgo(night, at, 300, zone)?.toISOString()).toBe('2026-03-03T00:00:00.000Z') // 21:00
    expect(openTimeAgo(night, at, 480, zone)?.toISOString()).toBe('2026-03-02T05:00:00.000Z')
  })
})
