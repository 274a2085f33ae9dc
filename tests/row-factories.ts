import type { TenantDb } from '../src/core/storage/tenant'
import type { TicketStatus } from '../src/shared/enums'

type Company = 'acme' | 'rival' | 'provider'

/** Functions that insert a row and return it; names and numbers count on from `firstNumber`. */
export function rowFactories(of: (company: Company) => TenantDb, firstNumber: number) {
  let insertedRows = firstNumber
  /** Inserts a connection in state CONNECTED; the first one of a company is its default. */
  async function insertConnection(company: Company = 'acme', values: { name?: string; queueIds?: number[] } = {}) {
    return of(company).transaction(async (tx) => {
      const isDefault = (await tx.select('connections').select('id').executeTakeFirst()) ? 0 : 1
      const name = values.name ?? `Conexão ${++insertedRows}`
      const row = {
        name,
        isDefault,
        status: 'CONNECTED',
        shouldConnect: 1,
        number: `551130000${100 + ++insertedRows}`,
        lid: null,
        connectedAt: null,
      } as const
      const { id } = await tx.insert('connections', row).returning('id').executeTakeFirstOrThrow()
      for (const queueId of values.queueIds ?? [])
        await tx.insert('connection_queues', { whatsappId: id, queueId }).execute()
      return { id, companyId: tx.companyId }
    })
  }
  async function insertContact(company: Company = 'acme', values: { name?: string; number?: string } = {}) {
    const number = values.number ?? `55119${90_000_000 + ++insertedRows}`
    const name = values.name ?? `Cliente ${insertedRows}`
    const row = {
      name,
      number,
      lid: null,
      waJid: `${number}@s.whatsapp.net`,
      pictureAt: null,
      searchText: name.toLowerCase(),
    }
    return of(company).transaction((tx) =>
      tx.insert('contacts', row).returning(['id', 'name', 'number']).executeTakeFirstOrThrow(),
    )
  }
  interface NewTicket {
    status?: TicketStatus
    userId?: number | null
    queueId?: number | null
    contactId?: number
    whatsappId?: number
  }
  /** Inserts a ticket; without `contactId` or `whatsappId` it gets a new contact or connection. */
  async function insertTicket(values: NewTicket = {}, company: Company = 'acme') {
    const contactId = values.contactId ?? (await insertContact(company)).id
    const whatsappId = values.whatsappId ?? (await insertConnection(company)).id
    const { status = 'pending', userId = null, queueId = null } = values
    const ends = { closedAt: null, closedBy: null, closeReason: null, lastMessageAt: new Date().toISOString() }
    const row = { uuid: crypto.randomUUID(), status, contactId, whatsappId, userId, queueId, ...ends }
    return of(company).transaction((tx) =>
      tx
        .insert('tickets', row)
        .returning(['id', 'uuid', 'status', 'contactId', 'whatsappId', 'userId', 'queueId'])
        .executeTakeFirstOrThrow(),
    )
  }
  return { insertConnection, insertContact, insertTicket }
}
