import { describe, expect, test } from 'bun:test'
import { getTag, listAllTags, listLanes, listTags } from '../../../src/features/contacts/tags/read'
import { createTag, deleteTag, orderLanes, updateTag } from '../../../src/features/contacts/tags/service'
import { listBoard } from '../../../src/features/inbox/board/board'
import { addTag, removeFromLanes, syncTags } from '../../../src/features/inbox/board/ticket-tags'
import { mergeTickets } from '../../../src/features/inbox/contact-merges/merge-tickets'
import { getTicket } from '../../../src/features/inbox/tickets/read'
import { limits } from '../../../src/shared/limits'
import { colors } from '../../../src/shared/palette'
import { createInstallation, errorAnswer, type Name, people } from '../../installation'

const bob = people.bob.id
const sara = people.sara.id
const names = (tags: { name: string }[]) => tags.map(({ name }) => name)

describe('a tag', () => {
  test('is created by any user from a name, with the first unused colour', async () => {
    const { scopeOf, published } = await createInstallation()
    const first = await createTag(scopeOf('bob'), { name: '  Urgente ' })
    expect(first).toMatchObject({ name: 'Urgente', color: colors[0]!, kanban: 0, userId: bob, ticketsCount: 0 })
    expect(await createTag(scopeOf('sara'), { name: 'VIP do mês' })).toMatchObject({ color: colors[1]! })
    expect(published).toMatchObject([
      { entity: 'tag', payload: { action: 'create', tag: first } },
      { entity: 'tag', payload: { action: 'create' } },
    ])
  })

  test('has a unique name within the company, compared without accents and case', async () => {
    const { scopeOf } = await createInstallation()
    const { id } = await createTag(scopeOf('bob'), { name: 'Orçamento' })
    await expect(createTag(scopeOf('ana'), { name: 'ORCAMENTO ' })).rejects.toMatchObject({
      code: 'ERR_TAG_NAME_ALREADY_EXISTS',
    })
    expect(await updateTag(scopeOf('bob'), id, { name: 'orçamento' })).toMatchObject({ name: 'orçamento' })
    await createTag(scopeOf('rui'), { name: 'Orçamento' })
    await expect(createTag(scopeOf('ana'), { name: ' ab ' })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
    await expect(updateTag(scopeOf('rui'), id, { name: 'Meu agora' })).rejects.toMatchObject({
      code: 'ERR_NO_TAG_FOUND',
    })
    await expect(deleteTag(scopeOf('rui'), id)).rejects.toMatchObject({ code: 'ERR_NO_TAG_FOUND' })
  })

  test.each([
    ['bob', 'ERR_NO_PERMISSION'],
    ['sara', null],
    ['ana', null],
  ] as [Name, string | null][])('that is a lane is managed by admins and supervisors: %s %p', async (who, code) => {
    const { scopeOf, published } = await createInstallation()
    const plain = await createTag(scopeOf('ana'), { name: 'Simples' })
    const lane = await createTag(scopeOf('ana'), { name: 'Coluna', kanban: 1 })
    published.length = 0
    const verbs = [
      () => createTag(scopeOf(who), { name: 'Outra', kanban: 1 }),
      () => updateTag(scopeOf(who), plain.id, { kanban: 1 }),
      () => updateTag(scopeOf(who), lane.id, { orderTag: 7 }),
      () => updateTag(scopeOf(who), lane.id, { kanban: 0 }),
    ]
    for (const verb of verbs) {
      if (code) await expect(verb()).rejects.toMatchObject({ code })
      else await verb()
    }
    if (code) {
      await expect(deleteTag(scopeOf(who), lane.id)).rejects.toMatchObject({ code })
      expect(published).toEqual([])
      // Tags that are no lanes are managed by every user.
      expect(await updateTag(scopeOf(who), lane.id, { name: 'Coluna nova', kanban: 1 })).toMatchObject({ kanban: 1 })
    }
  })

  test('beyond the limit of a company is refused', async () => {
    const { scopeOf, acme } = await createInstallation()
    await acme.transaction(async (tx) => {
      for (let n = 0; n < limits.tags; n++)
        await tx.insert('tags', { name: `t ${n}`, searchText: `t ${n}`, color: '#d03836', userId: null }).execute()
    })
    await expect(createTag(scopeOf('ana'), { name: 'A última' })).rejects.toMatchObject({ code: 'ERR_TOO_MANY_TAGS' })
    expect(await listAllTags(scopeOf('ana'))).toHaveLength(limits.tags)
  })
})

test('pages of tags return each tag once, search ignores accents, and counts are of tickets', async () => {
  const { scopeOf, insertTicket } = await createInstallation()
  const made = []
  for (let n = 0; n < 45; n++)
    made.push(await createTag(scopeOf('ana'), { name: `${n % 2 ? 'Ágil' : 'lento'} ${String(n).padStart(2, '0')}` }))
  const { id } = await insertTicket({ queueId: 1 })
  await syncTags(scopeOf('ana'), { ticketId: id, tags: [made[3]!.id] })
  const walk = async (searchParam?: string) => {
    const met: string[] = []
    let cursor: string | undefined
    do {
      const page = await listTags(scopeOf('bob'), { searchParam, cursor })
      met.push(...names(page.tags))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    return met
  }
  expect(await walk()).toEqual(names(await listAllTags(scopeOf('bob'))))
  expect(await walk()).toHaveLength(45)
  expect(await walk('AGIL')).toHaveLength(22)
  expect(names((await listTags(scopeOf('bob'), { pageNumber: 3 })).tags)).toHaveLength(5)
  expect((await listTags(scopeOf('bob'), { searchParam: 'agil 03' })).tags).toMatchObject([{ ticketsCount: 1 }])
  expect(await listAllTags(scopeOf('rui'))).toEqual([])
})

describe('the tags of a ticket', () => {
  async function desk() {
    const installation = await createInstallation()
    const { scopeOf, insertTicket } = installation
    const [vip, quoted, won] = [
      await createTag(scopeOf('ana'), { name: 'VIP do mês' }),
      await createTag(scopeOf('ana'), { name: 'Orçado', kanban: 1 }),
      await createTag(scopeOf('ana'), { name: 'Ganho', kanban: 1 }),
    ]
    const { id } = await insertTicket({ queueId: 1, status: 'open', userId: bob })
    installation.published.length = 0
    const has = async () => names((await getTicket(scopeOf('ana'), id)).tags).sort()
    return { ...installation, id, vip, quoted, won, has }
  }

  test('are replaced by the requested set with one event, and without an event when nothing changes', async () => {
    const { scopeOf, id, vip, quoted, won, has, published } = await desk()
    const ticket = await syncTags(scopeOf('bob'), { ticketId: id, tags: [vip.id, quoted.id, vip.id] })
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
    expect(await syncTags(scopeOf('bob'), { ticketId: id, tags: [quoted.id, vip.id] })).toEqual(ticket)
    expect(published).toEqual([])
    await syncTags(scopeOf('bob'), { ticketId: id, tags: [won.id] })
    expect(await has()).toEqual(['Ganho'])
    expect((await getTag(scopeOf('bob'), vip.id)).ticketsCount).toBe(0)
  })

  test('with a tag of another company are refused without a change', async () => {
    const { scopeOf, id, vip, has, published } = await desk()
    const theirs = await createTag(scopeOf('rui'), { name: 'Deles' })
    published.length = 0
    await expect(syncTags(scopeOf('bob'), { ticketId: id, tags: [vip.id, theirs.id] })).rejects.toMatchObject({
      code: 'ERR_NO_TAG_FOUND',
    })
    await expect(addTag(scopeOf('bob'), id, theirs.id)).rejects.toMatchObject({ code: 'ERR_NO_TAG_FOUND' })
    expect(await has()).toEqual([])
    expect(published).toEqual([])
  })

  test('a new lane replaces the old one, other tags stay, and a repeat changes nothing', async () => {
    const { scopeOf, id, vip, quoted, won, has, published } = await desk()
    await syncTags(scopeOf('bob'), { ticketId: id, tags: [vip.id, quoted.id] })
    published.length = 0
    await addTag(scopeOf('bob'), id, won.id)
    expect(await has()).toEqual(['Ganho', 'VIP do mês'])
    expect(published.filter(({ entity }) => entity === 'ticket')).toHaveLength(1)
    published.length = 0
    await Promise.all([addTag(scopeOf('bob'), id, won.id), addTag(scopeOf('sara'), id, won.id)])
    expect(published).toEqual([])
    // In a whole set with two lanes the new one stays, at any position.
    await syncTags(scopeOf('bob'), { ticketId: id, tags: [quoted.id, vip.id, won.id] })
    expect(await has()).toEqual(['Orçado', 'VIP do mês'])
    published.length = 0
    await removeFromLanes(scopeOf('bob'), id)
    expect(await has()).toEqual(['VIP do mês'])
    await removeFromLanes(scopeOf('bob'), id)
    expect(published.filter(({ entity }) => entity === 'ticket')).toHaveLength(1)
  })

  test('are removed with the tag and with the ticket', async () => {
    const { scopeOf, id, vip, won, has, acme } = await desk()
    await syncTags(scopeOf('bob'), { ticketId: id, tags: [vip.id, won.id] })
    await deleteTag(scopeOf('ana'), won.id)
    expect(await has()).toEqual(['VIP do mês'])
    await acme.transaction((tx) => tx.delete('tickets').where('id', '=', id).execute())
    expect(await acme.select('ticket_tags').selectAll().execute()).toEqual([])
  })

  test('of merged tickets are those of both, with the lane of the remaining ticket', async () => {
    const { scopeOf, systemScope, id, vip, quoted, won, has, insertTicket, insertContact, acme } = await desk()
    const other = await insertContact()
    const { whatsappId, contactId } = await getTicket(scopeOf('ana'), id)
    const { id: waits } = await insertTicket({ queueId: 1, contactId: other.id, whatsappId: whatsappId as number })
    await syncTags(scopeOf('bob'), { ticketId: id, tags: [quoted.id] })
    await syncTags(scopeOf('bob'), { ticketId: waits, tags: [vip.id, won.id] })
    await systemScope().transaction(async (tx) => mergeTickets(tx, { keep: contactId, drop: other.id }))
    expect(await has()).toEqual(['Orçado', 'VIP do mês'])
    expect(await acme.select('ticket_tags').selectAll().where('ticketId', '=', id).execute()).toHaveLength(2)
  })

  /** Users who may change the ticket may tag it. */
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
  ] as [Name, object, string | null][])('of %s on a ticket %j: %p', async (who, values, code) => {
    const { scopeOf, insertTicket, published, vip } = await desk()
    const { id } = await insertTicket(values)
    const verbs = [
      () => syncTags(scopeOf(who), { ticketId: id, tags: [vip.id] }),
      () => addTag(scopeOf(who), id, vip.id),
      () => removeFromLanes(scopeOf(who), id),
    ]
    for (const verb of verbs) {
      if (code) await expect(verb()).rejects.toMatchObject({ code })
      else expect(await verb()).toMatchObject({ id, tags: [{ id: vip.id }] })
    }
    if (code) expect(published).toEqual([])
  })
})

describe('the board', () => {
  test('returns lanes in their order', async () => {
    const { scopeOf } = await createInstallation()
    const first = await createTag(scopeOf('ana'), { name: 'Primeira', kanban: 1 })
    await createTag(scopeOf('ana'), { name: 'Fora do quadro' })
    await createTag(scopeOf('ana'), { name: 'Segunda', kanban: 1 })
    expect(names(await listLanes(scopeOf('bob')))).toEqual(['Primeira', 'Segunda'])
    await updateTag(scopeOf('sara'), first.id, { orderTag: 99 })
    expect(names(await listLanes(scopeOf('bob')))).toEqual(['Segunda', 'Primeira'])
  })

  test('stores a new order of lanes, publishes the moved ones, and refuses other tags', async () => {
    const { scopeOf, published } = await createInstallation()
    const ids: number[] = []
    for (const name of ['Uma', 'Duas', 'Três']) ids.push((await createTag(scopeOf('ana'), { name, kanban: 1 })).id)
    const theirs = await createTag(scopeOf('rui'), { name: 'Deles', kanban: 1 })
    const [one, two, three] = ids as [number, number, number]
    published.length = 0
    expect(names(await orderLanes(scopeOf('sara'), [two]))).toEqual(['Duas', 'Uma', 'Três'])
    expect(published).toMatchObject([{ payload: { tag: { id: two } } }, { payload: { tag: { id: one } } }])
    published.length = 0
    await expect(orderLanes(scopeOf('sara'), [three, theirs.id])).rejects.toMatchObject({ code: 'ERR_NO_TAG_FOUND' })
    await orderLanes(scopeOf('sara'), [two, one, three])
    expect(published).toEqual([])
  })

  test('returns tickets the user may see, without closed ones', async () => {
    const { scopeOf, insertTicket, viewerOf } = await createInstallation()
    const made = {
      mine: await insertTicket({ queueId: 2, status: 'open', userId: bob }),
      colleague: await insertTicket({ queueId: 1, status: 'open', userId: sara }),
      waits: await insertTicket({ queueId: 1 }),
      elsewhere: await insertTicket({ queueId: 2 }),
      nowhere: await insertTicket({ queueId: null }),
    }
    await insertTicket({ queueId: 1, status: 'closed', userId: bob })
    await insertTicket({}, 'rival')
    const ids = (...of: (keyof typeof made)[]) => of.map((name) => made[name].id).sort()
    const seen = async (who: Name, query = {}) =>
      (await listBoard(scopeOf(who), query)).tickets.map(({ id }) => id).sort()
    expect(viewerOf('bob').queueIds).toEqual([1])
    expect(await seen('bob')).toEqual(ids('mine', 'colleague', 'waits'))
    expect(await seen('bob', { showAll: true })).toEqual(ids('mine', 'colleague', 'waits'))
    expect(await seen('bob', { queueIds: '[1]' })).toEqual(ids('colleague', 'waits'))
    expect(await seen('caio')).toEqual(ids('nowhere'))
    expect(await seen('ana')).toEqual(ids('mine', 'colleague', 'waits', 'elsewhere', 'nowhere'))
    expect(await seen('ana', { queueIds: '[2]' })).toEqual(ids('mine', 'elsewhere'))
    expect(await seen('ana', { queueIds: '[2]', showAll: true })).toHaveLength(5)
  })

  test('of 1,100 tickets comes in three pages without repeats, newest first', async () => {
    const { scopeOf, insertContact, insertConnection, acme } = await createInstallation()
    const { id: whatsappId } = await insertConnection()
    const { id: contactId } = await insertContact()
    await acme.transaction(async (tx) => {
      for (let n = 0; n < 1100; n++) {
        const at = new Date(Date.UTC(2026, 0, 1) + (n % 400) * 1000).toISOString()
        const ends = { closedAt: null, closedBy: null, closeReason: null, lastMessageAt: at, updatedAt: at }
        // Tickets without connection, because a contact has one live ticket per connection.
        const where = { contactId, whatsappId: n === 0 ? whatsappId : null, queueId: (n % 2) + 1, userId: null }
        await tx.insert('tickets', { uuid: `u${n}`, status: 'pending', ...where, ...ends }).execute()
      }
    })
    const met: { id: number; updatedAt: string }[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const page = await listBoard(scopeOf('ana'), { cursor, queueIds: '[1,2]' })
      met.push(...page.tickets)
      cursor = page.next ?? undefined
      pages++
    } while (cursor !== undefined)
    expect(pages).toBe(3)
    expect(new Set(met.map(({ id }) => id)).size).toBe(1100)
    expect(met).toEqual(
      [...met].sort((a, b) => (a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1)),
    )
    await expect(listBoard(scopeOf('ana'), { cursor: 'x' })).rejects.toThrow('ERR_VALIDATION')
  })

  test('needs a plan with kanban; tags do not', async () => {
    const { clientAs, scopeOf, platform, insertTicket } = await createInstallation()
    const { id } = await insertTicket({ queueId: 1 })
    const lane = await createTag(scopeOf('ana'), { name: 'Orçado', kanban: 1 })
    await platform.transaction(({ db }) => db.updateTable('plans').set({ useKanban: 0 }).execute())
    const ana = clientAs('ana')
    const no = errorAnswer(403, 'ERR_NO_PERMISSION')
    expect(await ana.ticket.kanban.get({ query: {} })).toMatchObject(no)
    expect(await ana.tags.kanban.get()).toMatchObject(no)
    expect(await ana['ticket-tags']({ ticketId: id }).delete()).toMatchObject(no)
    const put = (tagId: number) => ana['ticket-tags']({ ticketId: id })({ tagId }).put()
    expect(await put(lane.id)).toMatchObject(no)
    expect((await getTicket(scopeOf('ana'), id)).tags).toEqual([])
    const { data: tag } = await ana.tags.post({ name: 'Assim mesmo' })
    const { data: plain } = await ana.tags.post({ name: 'Urgente' })
    expect(await put((plain as { id: number }).id)).toMatchObject({ data: { tags: [{ name: 'Urgente' }] } })
    // Programs may send whole tags instead of ids.
    const whole = [tag as { id: number }]
    expect(await ana.tags.sync.post({ ticketId: id, tags: whole })).toMatchObject({
      data: { tags: [{ name: 'Assim mesmo' }] },
    })
    expect(await ana.tags.post({ name: 'No quadro', kanban: 1 })).toMatchObject(no)
    expect(await ana.tags({ id: (plain as { id: number }).id }).put({ kanban: 1 })).toMatchObject(no)
    expect(await ana.tags({ id: lane.id }).put({ kanban: 0 })).toMatchObject({ data: { kanban: 0 } })
  })

  test('has any colour in hexadecimal notation', async () => {
    const ana = (await createInstallation()).clientAs('ana')
    expect(await ana.tags.post({ name: 'Colorida', color: '#123456' })).toMatchObject({ data: { color: '#123456' } })
    expect(await ana.tags.post({ name: 'Sem cor', color: 'red' })).toMatchObject(
      errorAnswer(422, 'ERR_VALIDATION', { fields: ['color'] }),
    )
  })
})
