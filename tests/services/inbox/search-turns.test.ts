import { expect, test } from 'bun:test'
import type { TenantDb } from '../../../src/core/storage/tenant'
import { searchConversation } from '../../../src/features/inbox/messages/read/search-conversation'
import { searchEverything } from '../../../src/features/inbox/search/everything/service'
import { listTickets } from '../../../src/features/inbox/tickets/list/list'
import { limits } from '../../../src/shared/limits'
import { createInstallation, people } from '../../installation'

const longText = '한국어 '.repeat(limits.messageBody.max).slice(0, limits.messageBody.max)

/** Bob's ticket, and a ticket of another company, each with four messages of the maximum length. */
async function conversation() {
  const installation = await createInstallation()
  const ticket = await installation.insertTicket({ status: 'open', userId: people.bob.id, queueId: 1 })
  await insertMessages(installation.acme, ticket)
  await insertMessages(installation.rival, await installation.insertTicket({ status: 'pending' }, 'rival'))
  return { ...installation, ticketId: ticket.id }
}

interface Place {
  id: number
  contactId: number
  whatsappId: number | null
}
async function insertMessages(db: TenantDb, { id: ticketId, contactId, whatsappId }: Place) {
  const row = { mediaType: 'chat', mediaId: null, mediaStatus: null, detail: null, ack: 0, error: null } as const
  const rest = { fromMe: 0, origin: 'customer', userId: null, quotedWaId: null, proto: null } as const
  await db.transaction(async (tx) => {
    for (let n = 0; n < 4; n++) {
      const values = { ticketId, contactId, whatsappId, ...row, ...rest, waId: `B${n}`, body: longText }
      await tx.insert('messages', values).execute()
    }
  })
}
type Conversation = Awaited<ReturnType<typeof conversation>>

/** Searches of a user, by the request that runs them. */
const searches: [request: string, (of: Conversation) => Promise<unknown>][] = [
  ['GET /search', ({ scopeOf }) => searchEverything(scopeOf('ana'), { q: '국어' })],
  ['GET /messages/:id/search', ({ scopeOf, ticketId }) => searchConversation(scopeOf('bob'), ticketId, { q: '국어' })],
  ['GET /tickets', ({ scopeOf }) => listTickets(scopeOf('ana'), { searchParam: '국어', showAll: true })],
]

test.each(searches)('%s in long messages lets the event loop turn between them', async (_, search) => {
  const made = await conversation()
  let [turns, isOver] = [0, false]
  const count = () => {
    turns++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await search(made)
  isOver = true
  expect(turns).toBeGreaterThanOrEqual(3)
})

test.each(searches)('%s by many users of one company delays another company by one search', async (_, search) => {
  const made = await conversation()
  const ended: string[] = []
  const busy = Array.from({ length: 10 }, () => search(made).then(() => ended.push('busy')))
  const { messages } = await searchEverything(made.scopeOf('rui'), { q: '국어' })
  ended.push('other')
  await Promise.all(busy)
  expect(messages.length).toBeGreaterThan(0)
  expect(ended.indexOf('other')).toBeLessThan(4)
})

test('more than 100 waiting searches of one company are refused with 429, other companies are not', async () => {
  const made = await conversation()
  const [, search] = searches[1] as (typeof searches)[number]
  const answers = await Promise.all([
    ...Array.from({ length: 110 }, () =>
      search(made).then(
        () => 'found',
        (error) => error.code,
      ),
    ),
    searchEverything(made.scopeOf('rui'), { q: '국어' }).then(() => 'other found'),
  ])
  expect(answers.filter((answer) => answer === 'ERR_RATE_LIMIT').length).toBeGreaterThan(0)
  expect(answers.filter((answer) => answer === 'found').length).toBeGreaterThanOrEqual(100)
  expect(answers.at(-1)).toBe('other found')
})
