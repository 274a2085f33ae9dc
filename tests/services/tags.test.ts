import { describe, expect, test } from 'bun:test'
import { mergeTickets } from '../../src/features/contacts/merge-tickets'
import { listBoard } from '../../src/features/tags/board'
import { getTag, listAllTags, listLanes, listTags } from '../../src/features/tags/read'
import { createTag, deleteTag, orderLanes, updateTag } from '../../src/features/tags/service'
import { putTag, removeFromLanes, syncTags } from '../../src/features/tags/ticket-tags'
import { getTicket } from '../../src/features/tickets/read'
import { limits } from '../../src/shared/limits'
import { colors } from '../../src/shared/palette'
import { type Name, people, refused, world } from '../world'

const bob = people.bob.id
const sara = people.sara.id
const names = (tags: { name: string }[]) => tags.map(({ name }) => name)

describe('a tag', () => {
  test('is made by anybody from a name alone, with the first colour nobody has', async () => {
    const { scope, published } = await world()
    const first = await createTag(scope('bob'), { name: '  Urgente ' })
    expect(first).toMatchObject({ name: 'Urgente', color: colors[0]!, kanban: 0, userId: bob, ticketsCount: 0 })
    expect(await createTag(scope('sara'), { name: 'VIP do mês' })).toMatchObject({ color: colors[1]! })
    expect(published).toMatchObject([
      { entity: 'tag', payload: { action: 'create', tag: first } },
      { entity: 'tag', payload: { action: 'create' } },
    ])
  })

  test('has a name of its own, compared without accents and case; another company has its own names', async () => {
    const { scope } = await world()
    const { id } = await createTag(scope('bob'), { name: 'Orçamento' })
    await expect(createTag(scope('ana'), { name: 'ORCAMENTO ' })).rejects.toMatchObject({
      code: 'ERR_TAG_NAME_ALREADY_EXISTS',
    })
    expect(await updateTag(scope('bob'), id, { name: 'orçamento' })).toMatchObject({ name: 'orçamento' })
    await createTag(scope('rui'), { name: 'Orçamento' })
    await expect(createTag(scope('ana'), { name: ' ab ' })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
    await expect(updateTag(scope('rui'), id, { name: 'Meu agora' })).rejects.toMatchObject({ code: 'ERR_NO_TAG_FOUND' })
    await expect(deleteTag(scope('rui'), id)).rejects.toMatchObject({ code: 'ERR_NO_TAG_FOUND' })
  })

  test.each([
    ['bob', 'ERR_NO_PERMISSION'],
    ['sara', null],
    ['ana', null],
  ] as [Name, string | null][])('as a lane of the board is for who leads: %s %p', async (who, code) => {
    const { scope, published } = await world()
    const plain = await createTag(scope('ana'), { name: 'Simples' })
    const lane = await createTag(scope('ana'), { name: 'Coluna', kanban: 1 })
    published.length = 0
    const verbs = [
      () => createTag(scope(who), { name: 'Outra', kanban: 1 }),
      () => updateTag(scope(who), plain.id, { kanban: 1 }),
      () => updateTag(scope(who), lane.id, { orderTag: 7 }),
      () => updateTag(scope(who), lane.id, { kanban: 0 }),
    ]
    for (const verb of verbs) {
      if (code) await expect(verb()).rejects.toMatchObject({ code })
      else await verb()
    }
    if (code) {
      await expect(deleteTag(scope(who), lane.id)).rejects.toMatchObject({ code })
      expect(published).toEqual([])
      // What does not touch the board is everybody's.
      expect(await updateTag(scope(who), lane.id, { name: 'Coluna nova', kanban: 1 })).toMatchObject({ kanban: 1 })
    }
  })

  test('one more than a company may have is refused', async () => {
    const { scope, acme } = await world()
    await acme.transaction(async (tx) => {
      for (let n = 0; n < limits.tags; n++)
        await tx.insert('tags', { name: `t ${n}`, folded: `t ${n}`, color: '#d03836', userId: null }).execute()
    })
    await expect(createTag(scope('ana'), { name: 'A última' })).rejects.toMatchObject({ code: 'ERR_TOO_MANY_TAGS' })
    expect(await listAllTags(scope('ana'))).toHaveLength(limits.tags)
  })
})

test('pages of tags by name meet each once, a search ignores accents, and counts count tickets', async () => {
  const { scope, ticket } = await world()
  const made = []
  for (let n = 0; n < 45; n++)
    made.push(await createTag(scope('ana'), { name: `${n % 2 ? 'Ágil' : 'lento'} ${String(n).padStart(2, '0')}` }))
  const { id } = await ticket({ queueId: 1 })
  await syncTags(scope('ana'), { ticketId: id, tags: [made[3]!.id] })
  const walk = async (searchParam?: string) => {
    const met: string[] = []
    let cursor: string | undefined
    do {
      const page = await listTags(scope('bob'), { searchParam, cursor })
      met.push(...names(page.tags))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    return met
  }
  expect(await walk()).toEqual(names(await listAllTags(scope('bob'))))
  expect(await walk()).toHaveLength(45)
  expect(await walk('AGIL')).toHaveLength(22)
  expect(names((await listTags(scope('bob'), { pageNumber: 3 })).tags)).toHaveLength(5)
  expect((await listTags(scope('bob'), { searchParam: 'agil 03' })).tags).toMatchObject([{ ticketsCount: 1 }])
  expect(await listAllTags(scope('rui'))).toEqual([])
})

describe('the tags of a ticket', () => {
  async function desk() {
    const made = await world()
    const { scope, ticket } = made
    const [vip, quoted, won] = [
      await createTag(scope('ana'), { name: 'VIP do mês' }),
      await createTag(scope('ana'), { name: 'Orçado', kanban: 1 }),
      await createTag(scope('ana'), { name: 'Ganho', kanban: 1 }),
    ]
    const { id } = await ticket({ queueId: 1, status: 'open', userId: bob })
    made.published.length = 0
    const has = async () => names((await getTicket(scope('ana'), id)).tags).sort()
    return { ...made, id, vip, quoted, won, has }
  }

  test('are what was asked for and nothing else; told once, and not when nothing changes', async () => {
    const { scope, id, vip, quoted, won, has, published } = await desk()
    const ticket = await syncTags(scope('bob'), { ticketId: id, tags: [vip.id, quoted.id, vip.id] })
    expect(ticket.tags).toEqual([
      { id: vip.id, name: vip.name, color: vip.color },
      { id: quoted.id, name: quoted.name, color: quoted.color },
    ])
    expect(published).toMatchObject([
      { entity: 'ticket', payload: { action: 'update', ticket } },
      { entity: 'tag', payload: { tag: { id: vip.id, ticketsCount: 1 } } },
      { entity: 'tag', payload: { tag: { id: quoted.id, ticketsCount: 1 } } },
    ])
    published.length = 0
    expect(await syncTags(scope('bob'), { ticketId: id, tags: [quoted.id, vip.id] })).toEqual(ticket)
    expect(published).toEqual([])
    await syncTags(scope('bob'), { ticketId: id, tags: [won.id] })
    expect(await has()).toEqual(['Ganho'])
    expect((await getTag(scope('bob'), vip.id)).ticketsCount).toBe(0)
  })

  test('one that is not the company’s is refused whole', async () => {
    const { scope, id, vip, has, published } = await desk()
    const theirs = await createTag(scope('rui'), { name: 'Deles' })
    published.length = 0
    await expect(syncTags(scope('bob'), { ticketId: id, tags: [vip.id, theirs.id] })).rejects.toMatchObject({
      code: 'ERR_NO_TAG_FOUND',
    })
    await expect(putTag(scope('bob'), id, theirs.id)).rejects.toMatchObject({ code: 'ERR_NO_TAG_FOUND' })
    expect(await has()).toEqual([])
    expect(published).toEqual([])
  })

  test('a lane takes the place of another lane, other tags stay, and twice is once', async () => {
    const { scope, id, vip, quoted, won, has, published } = await desk()
    await syncTags(scope('bob'), { ticketId: id, tags: [vip.id, quoted.id] })
    published.length = 0
    await putTag(scope('bob'), id, won.id)
    expect(await has()).toEqual(['Ganho', 'VIP do mês'])
    expect(published.filter(({ entity }) => entity === 'ticket')).toHaveLength(1)
    published.length = 0
    await Promise.all([putTag(scope('bob'), id, won.id), putTag(scope('sara'), id, won.id)])
    expect(published).toEqual([])
    // Asked for as a whole, the new one stays, wherever it stands among them.
    await syncTags(scope('bob'), { ticketId: id, tags: [quoted.id, vip.id, won.id] })
    expect(await has()).toEqual(['Orçado', 'VIP do mês'])
    published.length = 0
    await removeFromLanes(scope('bob'), id)
    expect(await has()).toEqual(['VIP do mês'])
    await removeFromLanes(scope('bob'), id)
    expect(published.filter(({ entity }) => entity === 'ticket')).toHaveLength(1)
  })

  test('go with the tag, and the tag’s links with the ticket', async () => {
    const { scope, id, vip, won, has, acme } = await desk()
    await syncTags(scope('bob'), { ticketId: id, tags: [vip.id, won.id] })
    await deleteTag(scope('ana'), won.id)
    expect(await has()).toEqual(['VIP do mês'])
    await acme.transaction((tx) => tx.delete('tickets').where('id', '=', id).execute())
    expect(await acme.select('ticket_tags').selectAll().execute()).toEqual([])
  })

  test('of two tickets that become one are those of both, in the lane of the one that stays', async () => {
    const { scope, system, id, vip, quoted, won, has, ticket, contact, acme } = await desk()
    const other = await contact()
    const { whatsappId, contactId } = await getTicket(scope('ana'), id)
    const { id: waits } = await ticket({ queueId: 1, contactId: other.id, whatsappId: whatsappId as number })
    await syncTags(scope('bob'), { ticketId: id, tags: [quoted.id] })
    await syncTags(scope('bob'), { ticketId: waits, tags: [vip.id, won.id] })
    await system().transaction(async (tx) => mergeTickets(tx, { keep: contactId, drop: other.id }))
    expect(await has()).toEqual(['Orçado', 'VIP do mês'])
    expect(await acme.select('ticket_tags').selectAll().where('ticketId', '=', id).execute()).toHaveLength(2)
  })

  /** Who may tag: whoever may change the ticket. */
  test.each([
    ['bob', { queueId: 1, status: 'open', userId: bob }, null],
    ['bob', { queueId: 1, status: 'open', userId: sara }, 'ERR_NO_PERMISSION'],
    ['bob', { queueId: 1 }, null],
    ['bob', { queueId: 2 }, 'ERR_NO_PERMISSION'],
    ['bob', { queueId: null }, 'ERR_NO_PERMISSION'],
    ['caio', { queueId: null }, null],
    ['sara', { queueId: 1, status: 'open', userId: bob }, null],
    ['sara', { queueId: 2 }, 'ERR_NO_PERMISSION'],
    ['ana', { queueId: 2, status: 'open', userId: bob }, null],
    ['rui', { queueId: 1 }, 'ERR_NO_TICKET_FOUND'],
  ] as [Name, object, string | null][])('%s and a ticket %j: %p', async (who, values, code) => {
    const { scope, ticket, published, vip } = await desk()
    const { id } = await ticket(values)
    const verbs = [
      () => syncTags(scope(who), { ticketId: id, tags: [vip.id] }),
      () => putTag(scope(who), id, vip.id),
      () => removeFromLanes(scope(who), id),
    ]
    for (const verb of verbs) {
      if (code) await expect(verb()).rejects.toMatchObject({ code })
      else expect(await verb()).toMatchObject({ id, tags: [{ id: vip.id }] })
    }
    if (code) expect(published).toEqual([])
  })
})

describe('the board', () => {
  test('has its lanes in their order', async () => {
    const { scope } = await world()
    const first = await createTag(scope('ana'), { name: 'Primeira', kanban: 1 })
    await createTag(scope('ana'), { name: 'Fora do quadro' })
    await createTag(scope('ana'), { name: 'Segunda', kanban: 1 })
    expect(names(await listLanes(scope('bob')))).toEqual(['Primeira', 'Segunda'])
    await updateTag(scope('sara'), first.id, { orderTag: 99 })
    expect(names(await listLanes(scope('bob')))).toEqual(['Segunda', 'Primeira'])
  })

  test('takes another order of lanes, tells of those that moved, and knows no other tags', async () => {
    const { scope, published } = await world()
    const ids: number[] = []
    for (const name of ['Uma', 'Duas', 'Três']) ids.push((await createTag(scope('ana'), { name, kanban: 1 })).id)
    const theirs = await createTag(scope('rui'), { name: 'Deles', kanban: 1 })
    const [one, two, three] = ids as [number, number, number]
    published.length = 0
    expect(names(await orderLanes(scope('sara'), [two]))).toEqual(['Duas', 'Uma', 'Três'])
    expect(published).toMatchObject([{ payload: { tag: { id: two } } }, { payload: { tag: { id: one } } }])
    published.length = 0
    await expect(orderLanes(scope('sara'), [three, theirs.id])).rejects.toMatchObject({ code: 'ERR_NO_TAG_FOUND' })
    await orderLanes(scope('sara'), [two, one, three])
    expect(published).toEqual([])
  })

  test('shows each what they may see, without what is closed', async () => {
    const { scope, ticket, viewer } = await world()
    const made = {
      mine: await ticket({ queueId: 2, status: 'open', userId: bob }),
      colleague: await ticket({ queueId: 1, status: 'open', userId: sara }),
      waits: await ticket({ queueId: 1 }),
      elsewhere: await ticket({ queueId: 2 }),
      nowhere: await ticket({ queueId: null }),
    }
    await ticket({ queueId: 1, status: 'closed', userId: bob })
    await ticket({}, 'rival')
    const ids = (...of: (keyof typeof made)[]) => of.map((name) => made[name].id).sort()
    const seen = async (who: Name, query = {}) =>
      (await listBoard(scope(who), query)).tickets.map(({ id }) => id).sort()
    expect(viewer('bob').queueIds).toEqual([1])
    expect(await seen('bob')).toEqual(ids('mine', 'colleague', 'waits'))
    expect(await seen('bob', { showAll: true })).toEqual(ids('mine', 'colleague', 'waits'))
    expect(await seen('bob', { queueIds: '[1]' })).toEqual(ids('colleague', 'waits'))
    expect(await seen('caio')).toEqual(ids('nowhere'))
    expect(await seen('ana')).toEqual(ids('mine', 'colleague', 'waits', 'elsewhere', 'nowhere'))
    expect(await seen('ana', { queueIds: '[2]' })).toEqual(ids('mine', 'elsewhere'))
    expect(await seen('ana', { queueIds: '[2]', showAll: true })).toHaveLength(5)
  })

  test('of 1,100 cards comes in three pages that meet each once, newest first', async () => {
    const { scope, contact, connection, acme } = await world()
    const { id: whatsappId } = await connection()
    const { id: contactId } = await contact()
    await acme.transaction(async (tx) => {
      for (let n = 0; n < 1100; n++) {
        const at = new Date(Date.UTC(2026, 0, 1) + (n % 400) * 1000).toISOString()
        const ends = { closedAt: null, closedBy: null, closeReason: null, lastMessageAt: at, updatedAt: at }
        // One live ticket per contact and connection: these have none.
        const where = { contactId, whatsappId: n === 0 ? whatsappId : null, queueId: (n % 2) + 1, userId: null }
        await tx.insert('tickets', { uuid: `u${n}`, status: 'pending', ...where, ...ends }).execute()
      }
    })
    const met: { id: number; updatedAt: string }[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const page = await listBoard(scope('ana'), { cursor, queueIds: '[1,2]' })
      met.push(...page.tickets)
      cursor = page.next ?? undefined
      pages++
    } while (cursor !== undefined)
    expect(pages).toBe(3)
    expect(new Set(met.map(({ id }) => id)).size).toBe(1100)
    expect(met).toEqual(
      [...met].sort((a, b) => (a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1)),
    )
    await expect(listBoard(scope('ana'), { cursor: 'x' })).rejects.toThrow('ERR_VALIDATION')
  })

  test('needs the plan that has it; tags do not', async () => {
    const { as, scope, platform, ticket } = await world()
    const { id } = await ticket({ queueId: 1 })
    const lane = await createTag(scope('ana'), { name: 'Orçado', kanban: 1 })
    await platform.transaction(({ db }) => db.updateTable('plans').set({ useKanban: 0 }).execute())
    const ana = as('ana')
    const no = refused(403, 'ERR_NO_PERMISSION')
    expect(await ana.ticket.kanban.get({ query: {} })).toMatchObject(no)
    expect(await ana.tags.kanban.get()).toMatchObject(no)
    expect(await ana['ticket-tags']({ ticketId: id }).delete()).toMatchObject(no)
    const put = (tagId: number) => ana['ticket-tags']({ ticketId: id })({ tagId }).put()
    expect(await put(lane.id)).toMatchObject(no)
    expect((await getTicket(scope('ana'), id)).tags).toEqual([])
    const { data: tag } = await ana.tags.post({ name: 'Assim mesmo' })
    const { data: plain } = await ana.tags.post({ name: 'Urgente' })
    expect(await put((plain as { id: number }).id)).toMatchObject({ data: { tags: [{ name: 'Urgente' }] } })
    // The specification's client sends the tags themselves.
    const whole = [tag as { id: number }]
    expect(await ana.tags.sync.post({ ticketId: id, tags: whole })).toMatchObject({
      data: { tags: [{ name: 'Assim mesmo' }] },
    })
    expect(await ana.tags.post({ name: 'Colorida', color: '#123456' })).toMatchObject(
      refused(422, 'ERR_VALIDATION', { fields: ['color'] }),
    )
  })
})
