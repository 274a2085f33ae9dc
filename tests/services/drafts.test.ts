import { expect, test } from 'bun:test'
import { deleteDraft, getDraft, listDrafts, saveDraft } from '../../src/features/drafts/service'
import { people, world } from '../world'

const bob = people.bob.id
const early = '2026-01-01T10:00:00.000Z'
const late = '2026-01-01T10:00:05.000Z'

test('a draft belongs to one person and one ticket', async () => {
  const { scope, ticket } = await world()
  const [one, two] = [await ticket({ queueId: 1 }), await ticket({ queueId: 1 })]
  await saveDraft(scope('bob'), one.id, { body: 'bom dia', at: early })
  await saveDraft(scope('sara'), one.id, { body: 'da Sara', at: early })
  expect(await getDraft(scope('bob'), one.id)).toEqual({ ticketId: one.id, body: 'bom dia', at: early })
  expect((await getDraft(scope('bob'), two.id)).body).toBe('')
  expect(await listDrafts(scope('sara'))).toEqual([{ ticketId: one.id, body: 'da Sara', at: early }])
})

test('the newest wins, whichever request comes last, and no clock runs ahead', async () => {
  const { scope, ticket, published } = await world()
  const { id } = await ticket({ queueId: 1 })
  await saveDraft(scope('bob'), id, { body: 'depois', at: late })
  expect((await saveDraft(scope('bob'), id, { body: 'antes', at: early })).body).toBe('depois')
  expect(published).toHaveLength(1)
  const ahead = await saveDraft(scope('bob'), id, { body: 'amanhã', at: '2199-01-01T00:00:00.000Z' })
  expect(ahead.at <= new Date().toISOString()).toBe(true)
})

test('keeping the same words again, or dropping none, tells nobody', async () => {
  const { scope, ticket, published } = await world()
  const { id } = await ticket({ queueId: 1 })
  await deleteDraft(scope('bob'), id)
  await saveDraft(scope('bob'), id, { body: 'oi', at: early })
  await saveDraft(scope('bob'), id, { body: 'oi', at: late })
  await saveDraft(scope('bob'), id, { body: '', at: late })
  await deleteDraft(scope('bob'), id)
  expect(published.map(({ payload }) => payload)).toMatchObject([
    { action: 'update', userId: bob, draft: { ticketId: id, body: 'oi' } },
    { action: 'update', userId: bob, draft: { ticketId: id, body: '' } },
  ])
  expect(await listDrafts(scope('bob'))).toEqual([])
})

test('only the writer hears of it, however much others may see', async () => {
  const { scope, ticket, hub, viewer } = await world()
  const { id } = await ticket({ queueId: 1 })
  const heard: string[] = []
  for (const name of ['ana', 'bob', 'sara'] as const)
    hub.join(1 as never, {
      companyId: 1 as never,
      viewer: viewer(name),
      tokenId: viewer(name).userId,
      send: () => heard.push(name),
      close: () => {},
    })
  await saveDraft(scope('bob'), id, { body: 'ninguém lê' })
  expect(heard).toEqual(['bob'])
})

test('nobody keeps words in a ticket they may not read, and none stay of a deleted one', async () => {
  const { scope, ticket, acme } = await world()
  const unseen = await ticket({ queueId: 2 })
  await expect(getDraft(scope('bob'), unseen.id)).rejects.toThrow('ERR_NO_PERMISSION')
  expect(saveDraft(scope('bob'), unseen.id, { body: 'oi' })).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  const { id } = await ticket({ queueId: 1 })
  await saveDraft(scope('bob'), id, { body: 'oi' })
  await acme.transaction((tx) => tx.delete('tickets').where('id', '=', id).execute())
  expect(await listDrafts(scope('bob'))).toEqual([])
})
