import { expect, setSystemTime, test } from 'bun:test'
import { readXlsx } from 'hucre/xlsx'
import { listTicketsOfContact } from '../../../src/features/inbox/contact-tickets/belongings'
import { exportRatings } from '../../../src/features/inbox/dashboard/ratings-export'
import { sendClosingMessage } from '../../../src/features/inbox/messages/send/closing-message'
import { createOutboundMessages } from '../../../src/features/inbox/messages/send/send'
import { listHistory } from '../../../src/features/inbox/tickets/history/history'
import { getTicketRow } from '../../../src/features/inbox/tickets/read'
import { acceptTicket, closeTicket, reopenTicket } from '../../../src/features/inbox/tickets/state/change'
import { createBotCompany } from '../../bot-company'
import { insertCampaign, insertRecipient, minutesAgo } from '../../campaign-rows'

const asks = {
  connection: { ratingMessage: 'Como foi, {{name}}?', complationMessage: 'Obrigado, {{name}}!' },
  settings: { userRating: 'enabled' },
}
const question =
  'Como foi, Maria?\n\nDigite de 1 a 3 para avaliar nosso atendimento:\n*1* - _Insatisfeito_\n*2* - _Satisfeito_\n*3* - _Muito satisfeito_'

/** Company whose agent Ana has closed the customer's ticket. */
async function closedTicket(options: Parameters<typeof createBotCompany>[0] = asks) {
  const company = await createBotCompany(options)
  const { write, scopeOf, ticketOf, jobs, sentTo, number } = company
  await write('Oi')
  const { id } = await ticketOf()
  await acceptTicket(scopeOf('ana'), id)
  await closeTicket(scopeOf('ana'), id)
  await jobs.settle()
  return { ...company, id, asked: await sentTo(number) }
}

test('a closed ticket asks for a rating; the answer is stored, thanked for once and opens nothing', async () => {
  const { asked, write, ticketOf, attendanceOf, id, acme } = await closedTicket()
  expect(asked).toEqual([question])
  const before = await ticketOf()
  expect(before.status).toBe('closed')
  expect(await write('3️⃣ - Ótimo!')).toEqual(['Obrigado, Maria!'])
  const after = await ticketOf()
  expect([after.id, after.status, after.unreadMessages]).toEqual([id, 'closed', 0])
  expect(await attendanceOf()).toMatchObject({ rate: 3, ratingSentAt: expect.any(String), ratedAt: expect.any(String) })
  const request = await acme.select('rating_requests').selectAll().executeTakeFirstOrThrow()
  const words = await acme
    .select('messages')
    .select('body')
    .where('id', '=', request.messageId!)
    .executeTakeFirstOrThrow()
  expect([request.state, words.body]).toEqual(['answered', '3️⃣ - Ótimo!'])
  expect(await write('2')).toEqual([]) // one answer counts; this reopens
  expect(await ticketOf()).toMatchObject({ id, status: 'pending' })
  expect((await acme.select('attendances').select('rate').orderBy('id').execute()).map(({ rate }) => rate)).toEqual([
    3,
    null,
  ])
})

test('the company’s own scale stands below its question for a rating', async () => {
  const settings = { ...asks.settings, ratingScaleMessage: '1 ruim, 2 bom, 3 ótimo' }
  const { asked } = await closedTicket({ ...asks, settings })
  expect(asked).toEqual(['Como foi, Maria?\n\n1 ruim, 2 bom, 3 ótimo'])
})

test('a text that is no rating cancels the request for one and is a normal message', async () => {
  const { write, ticketOf, acme } = await closedTicket()
  await write('Esqueci uma coisa')
  expect(await ticketOf()).toMatchObject({ status: 'pending', unreadMessages: 1 })
  expect((await acme.select('rating_requests').select('state').executeTakeFirstOrThrow()).state).toBe('cancelled')
})

test.each(['2.000 reais?', '1:30 pode ser?', '3-4 dias'])(
  'the text "%s" is a normal message, not a rating',
  async (text) => {
    const { write, ticketOf, attendanceOf, id } = await closedTicket()
    expect(await write(text)).not.toEqual(['Obrigado, Maria!'])
    expect(await ticketOf()).toMatchObject({ id, status: 'pending' })
    expect((await attendanceOf()).rate).toBeNull()
  },
)

test('a number beyond the scale is a new request, and a rating behind it is not counted', async () => {
  const { write, ticketOf, attendanceOf, id, acme } = await closedTicket()
  await write('5')
  await write('3')
  expect(await ticketOf()).toMatchObject({ id, status: 'pending', unreadMessages: 2 })
  expect((await attendanceOf()).rate).toBeNull()
  expect((await acme.select('rating_requests').select('state').executeTakeFirstOrThrow()).state).toBe('cancelled')
})

test('a number that answers a later campaign or scheduled message is no rating', async () => {
  for (const writeLater of [writeCampaign, writeSchedule]) {
    const company = await closedTicket()
    await writeLater(company)
    expect(await company.write('1')).not.toEqual(['Obrigado, Maria!'])
    expect(await company.ticketOf()).toMatchObject({ id: company.id, status: 'pending' })
    const request = await company.acme.select('rating_requests').select('state').executeTakeFirstOrThrow()
    expect([request.state, (await company.attendanceOf()).rate]).toEqual(['cancelled', null])
  }
})

test('a later campaign of another connection does not keep a number from being a rating', async () => {
  const company = await closedTicket()
  const { id: whatsappId } = await company.insertConnection('acme')
  await writeCampaign({ ...company, whatsappId })
  expect(await company.write('3')).toEqual(['Obrigado, Maria!'])
  expect(await company.attendanceOf()).toMatchObject({ rate: 3 })
})

type Company = Awaited<ReturnType<typeof closedTicket>>

async function writeCampaign({ acme, whatsappId, number }: Company) {
  const campaignId = await insertCampaign(acme, { whatsappId })
  await insertRecipient(acme, { campaignId, number, sentAt: minutesAgo(-1) })
}

async function writeSchedule({ systemScope, id }: Company) {
  const draft = { body: 'Consulta amanhã. Responda 1 para confirmar.', quotedId: null, files: [] }
  await Bun.sleep(2) // later than the question
  await systemScope().transaction(async (scope) =>
    createOutboundMessages(scope, await getTicketRow(scope, id), draft, {
      ...{ origin: 'schedule', userId: null, senderName: '' },
    }),
  )
}

test('a number sent after 24 hours, or while the customer has a live ticket, is a normal message', async () => {
  try {
    const late = await closedTicket()
    const later = new Date(Date.now() + 25 * 3_600_000)
    setSystemTime(later)
    await late.write('3', { at: later })
    expect((await late.ticketOf()).status).toBe('pending')
    expect((await late.acme.select('attendances').select('rate').where('rate', 'is not', null).execute()).length).toBe(
      0,
    )
  } finally {
    setSystemTime()
  }
  const live = await closedTicket()
  await reopenTicket(live.scopeOf('ana'), live.id)
  await live.write('3')
  expect(await live.ticketOf()).toMatchObject({ status: 'open', unreadMessages: 1 })
  expect((await live.acme.select('rating_requests').select('state').executeTakeFirstOrThrow()).state).toBe('cancelled')
})

test('the closing text comes at the close when no rating is asked: setting off, robot blocked, no customer’s message', async () => {
  const off = await closedTicket({ connection: asks.connection })
  expect(off.asked).toEqual(['Obrigado, Maria!'])
  const blocked = await createBotCompany(asks)
  await blocked.write('Oi')
  await blocked.acme.transaction((tx) => tx.update('contacts').set({ disableBot: 1 }).execute())
  const { id } = await blocked.ticketOf()
  await acceptTicket(blocked.scopeOf('ana'), id)
  await closeTicket(blocked.scopeOf('ana'), id)
  await blocked.jobs.settle()
  expect(await blocked.sentTo(blocked.number)).toEqual(['Obrigado, Maria!'])
  const quiet = await createBotCompany(asks)
  const ticket = await quiet.insertTicket({ status: 'open', userId: 1, whatsappId: quiet.whatsappId })
  await quiet.systemScope().transaction(async (scope) => {
    const draft = { body: 'Promoção', quotedId: null, files: [] }
    const author = { origin: 'agent' as const, userId: 1, senderName: 'Ana' }
    await createOutboundMessages(scope, await getTicketRow(scope, ticket.id), draft, author)
  })
  await closeTicket(quiet.scopeOf('ana'), ticket.id)
  await quiet.jobs.settle()
  expect(await quiet.acme.select('rating_requests').selectAll().execute()).toEqual([])
})

test('the close of a pending ticket, and a close by the system, ask for no rating', async () => {
  const company = await createBotCompany(asks)
  await company.write('Oi')
  const { id } = await company.ticketOf()
  await closeTicket(company.scopeOf('ana'), id)
  await company.jobs.settle()
  expect(await company.sentTo(company.number)).toEqual([])
})

test('the question for a rating is sent once, also when the job runs twice', async () => {
  const { systemScope, id, jobs, sentTo, number } = await closedTicket()
  await sendClosingMessage.run(systemScope(), { ticketId: id }, { number: 2, last: false })
  await jobs.settle()
  expect(await sentTo(number)).toEqual([])
})

test('a rating is in the ticket’s history, among the contact’s tickets, and in a file with the customer’s words', async () => {
  const { write, id, scopeOf, ticketOf } = await closedTicket()
  await write('2. Demorou; mas "resolveu"')
  const { events } = await listHistory(scopeOf('ana'), id)
  expect(events.at(-1)).toMatchObject({ kind: 'rated', rate: 2, actor: null })
  const { contactId } = await ticketOf()
  expect((await listTicketsOfContact(scopeOf('ana'), contactId, {})).ratings).toEqual([{ ticketId: id, rate: 2 }])
  const [head, line] = (await (await exportRatings(scopeOf('ana'), { days: 1 })).text()).split('\r\n')
  expect(head).toStartWith('\ufeffAvaliado em;Atendimento;Atendente;Setor;')
  expect(line).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d;/)
  expect(line).toEndWith(`;${id};Ana;;Maria;5511977770000;2;"2. Demorou; mas ""resolveu"""`)
  const workbook = await exportRatings(scopeOf('ana'), { days: 1 }, 'xlsx')
  const { sheets } = await readXlsx(new Uint8Array(await workbook.arrayBuffer()))
  expect(sheets[0]?.rows[1]?.slice(1)).toEqual([
    id,
    'Ana',
    null,
    'Maria',
    '5511977770000',
    2,
    '2. Demorou; mas "resolveu"',
  ])
})
