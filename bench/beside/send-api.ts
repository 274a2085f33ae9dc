import { Secrets } from '../../src/core/secrets'
import { earlier, serve, sqlite, storeMessage, ticketRows, together } from './durable'

/**
 * Other side of `send`: the statements that accepting a message with a connection token runs, without schema
 * checks, limits, events, Kysely and routes.
 */
const secrets = new Secrets(process.env.BALCAO_SECRET ?? '')
const byToken = sqlite.prepare(`select connections.companyId, connections.id as whatsappId, connections.status,
  companies.status as companyStatus, companies.dueDate, companies.timeZone, plans.useExternalApi from connections
  inner join companies on companies.id = connections.companyId inner join plans on plans.id = companies.planId
  where tokenHash = +?`)
const contactByNumber = sqlite.prepare('select id, waJid from contacts where companyId = +? and number = +?')
const ofContact = `${ticketRows} and tickets.contactId = +? and tickets.whatsappId = +?`
const live = sqlite.prepare(`${ofContact} and tickets.status <> 'closed'`)
const newestClosed = sqlite.prepare(
  `${ofContact} and tickets.status = 'closed' order by tickets.updatedAt desc limit 1`,
)

type Ticket = Parameters<typeof storeMessage>[0]['ticket']
interface Program {
  companyId: number
  whatsappId: number
}

function store({ companyId, whatsappId }: Program, number: string, key: string, body: string) {
  const now = new Date().toISOString()
  earlier.get(companyId, -whatsappId, key)
  const { id } = contactByNumber.get(companyId, number) as { id: number }
  const found = live.get(companyId, id, whatsappId) ?? newestClosed.get(companyId, id, whatsappId)
  const ticket = found as Ticket
  const program = { origin: 'api', userId: null, keeper: -whatsappId, leaves: 1 } as const
  return { messageId: storeMessage({ companyId, ticket, key, body, ...program }, now), ticketId: ticket.id }
}

serve(async (request) => {
  const token = request.headers.get('authorization')?.slice('Bearer '.length) ?? ''
  const program = byToken.get(secrets.hash(token)) as Program
  const { number, body } = (await request.json()) as { number: string; body: string }
  contactByNumber.get(program.companyId, number)
  const key = request.headers.get('idempotency-key') ?? ''
  return Response.json({
    mensagem: 'Mensagem enviada',
    ...(await together(() => store(program, number, key, body))),
  })
})
