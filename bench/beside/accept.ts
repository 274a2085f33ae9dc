import { earlier, serve, sqlite, storeMessage, ticketRows, together } from './durable'

/**
 * Other side of `accept`: the statements that accepting a reply runs, without schema checks, permissions, events,
 * Kysely and routes.
 */
const ticketById = sqlite.prepare(`${ticketRows} and tickets.id = +?`)
const respond = sqlite.prepare(`update attendances set firstResponseAt = ? where companyId = +? and ticketId = +?
  and finishedAt is null and firstResponseAt is null`)

type Ticket = Parameters<typeof storeMessage>[0]['ticket']

function store(ticketId: number, key: string, body: string): number {
  const now = new Date().toISOString()
  earlier.get(1, 1000, key)
  const ticket = ticketById.get(1, ticketId) as Ticket
  const agent = { origin: 'agent', userId: 1000, keeper: 1000, leaves: 0 } as const
  const id = storeMessage({ companyId: 1, ticket, key, body, ...agent }, now)
  respond.run(now, 1, ticketId)
  return id
}

serve(async (request) => {
  const ticketId = Number(request.url.slice(request.url.lastIndexOf('/') + 1))
  const { body } = (await request.json()) as { body: string }
  const key = request.headers.get('idempotency-key') ?? ''
  return Response.json({ messages: [{ id: await together(() => store(ticketId, key, body)), body }] })
})
