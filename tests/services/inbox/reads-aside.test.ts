import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { Scope } from '../../../src/core/scope'
import { listBoard } from '../../../src/features/inbox/board/board'
import { getDashboard } from '../../../src/features/inbox/dashboard/service'
import { searchConversation } from '../../../src/features/inbox/messages/read/search-conversation'
import { searchEverything } from '../../../src/features/inbox/search/everything/service'
import { listTickets } from '../../../src/features/inbox/tickets/list/list'
import { createInstallation, people } from '../../installation'
import { withSideReader } from '../../side-reading'

/** Ana's company with 60 open tickets of customers named Pedido, each with a message of that word. */
async function companyWithPedidos() {
  const made = await createInstallation()
  const { id: whatsappId } = await made.insertConnection()
  const ids: number[] = []
  for (let n = 0; n < 60; n++) {
    const contact = await made.insertContact('acme', { name: `Pedido ${n}` })
    const place = { contactId: contact.id, whatsappId, queueId: 1, userId: people.bob.id, status: 'open' } as const
    const { id } = await made.insertTicket(place)
    ids.push(id)
    await made.acme.transaction(async (tx) => {
      const row = { mediaType: 'chat', mediaId: null, mediaStatus: null, detail: null, ack: 0, error: null } as const
      const rest = { fromMe: 0, origin: 'customer', userId: null, quotedWaId: null, proto: null } as const
      const values = { ticketId: id, contactId: contact.id, whatsappId, ...row, ...rest }
      await tx.insert('messages', { ...values, waId: `P${n}`, body: `meu pedido ${n}` }).execute()
    })
  }
  return { made, ticketId: ids[0] as number }
}

describe('a read whose cost grows with the company', () => {
  let aside: Awaited<ReturnType<typeof withSideReader>>
  let scope: Scope
  let ticketId: number
  beforeAll(async () => {
    const pedidos = await companyWithPedidos()
    ticketId = pedidos.ticketId
    aside = await withSideReader(pedidos.made)
    const { companyId, viewer } = pedidos.made.scopeOf('ana')
    scope = Scope.for(aside.platform.ports, companyId, viewer)
  })
  afterAll(() => aside[Symbol.asyncDispose]())

  /** Parts of selects that walk an index or compare texts; the main thread reads rows by their ids, or at most 100. */
  const walks = /message_search|search_reindex|instr\(|json_each|order by "tickets"/

  test('of a search for a common word runs in the side reader, and the main thread reads rows by their ids', async () => {
    const { main, side } = await aside.readsOf(async () => {
      const { contacts, tickets, messages, hasMore } = await searchEverything(scope, { q: 'pedido' })
      expect([contacts.length, tickets.length, messages.length, hasMore]).toEqual([5, 5, 20, true])
    })
    expect(main.filter((text) => walks.test(text))).toEqual([])
    expect(side.filter((text) => text.includes('message_search'))).toHaveLength(1)
  })

  test('of a list of tickets by a word runs in the side reader', async () => {
    const { main, side } = await aside.readsOf(async () => {
      expect((await listTickets(scope, { searchParam: 'pedido', showAll: true })).tickets).toHaveLength(40)
    })
    expect(main.filter((text) => walks.test(text))).toEqual([])
    expect(side.length).toBeGreaterThan(3)
  })

  test('of a search within a conversation runs in the side reader', async () => {
    const { main } = await aside.readsOf(async () => {
      expect((await searchConversation(scope, ticketId, { q: 'pedido' })).hits).toHaveLength(1)
    })
    expect(main.filter((text) => walks.test(text))).toEqual([])
  })

  test('of a dashboard of a year runs in the side reader, with few queries for its days', async () => {
    const { main, side } = await aside.readsOf(async () => {
      const { counters } = await getDashboard(scope, { days: 366 })
      expect(counters.supportHappening).toBe(60)
    })
    expect(main.filter((text) => /from "(attendances|tickets|dashboard_days)"/.test(text))).toEqual([])
    expect(side.length).toBeLessThan(70) // five kinds of times in twelve months
  })

  test('of the board runs in the side reader: one query per range and one for the cards', async () => {
    const { main, side } = await aside.readsOf(async () => {
      expect((await listBoard(scope, {})).tickets).toHaveLength(60)
    })
    expect(main).toEqual([])
    expect(side).toHaveLength(3)
  })
})
