import { expect, test } from 'bun:test'
import { deleteDraft, getDraft, listDrafts, saveDraft } from '../../../src/features/inbox/messages/drafts/service'
import { createInstallation, people } from '../../installation'

const bob = people.bob.id
const early = '2026-01-01T10:00:00.000Z'
const late = '2026-01-01T10:00:05.000Z'

test('a draft belongs to one user and one ticket', async () => {
  const { scopeOf, insertTicket } = await createInstallation()
  const [one, two] = [await insertTicket({ queueId: 1 }), await insertTicket({ queueId: 1 })]
  await saveDraft(scopeOf('bob'), one.id, { body: 'bom dia', at: early })
  await saveDraft(scopeOf('sara'), one.id, { body: 'da Sara', at: early })
  expect(await getDraft(scopeOf('bob'), one.id)).toEqual({ ticketId: one.id, body: 'bom dia', at: early })
  expect((await getDraft(scopeOf('bob'), two.id)).body).toBe('')
  expect(await listDrafts(scopeOf('sara'))).toEqual([{ ticketId: one.id, body: 'da Sara', at: early }])
})

test('the newest draft by time wins in any order of requests, and a time in the future is set to now', async () => {
  const { scopeOf, insertTicket, published } = await createInstallation()
  const { id } = await insertTicket({ queueId: 1 })
  await saveDraft(scopeOf('bob'), id, { body: 'depois', at: late })
  expect((await saveDraft(scopeOf('bob'), id, { body: 'antes', at: early })).body).toBe('depois')
  expect(published).toHaveLength(1)
  const ahead = await saveDraft(scopeOf('bob'), id, { body: 'amanhã', at: '2199-01-01T00:00:00.000Z' })
  expect(ahead.at <= new Date().toISOString()).toBe(true)
})

test('saving the same text again or deleting a missing draft publishes no event', async () => {
  const { scopeOf, insertTicket, published } = await createInstallation()
  const { id } = await insertTicket({ queueId: 1 })
  await deleteDraft(scopeOf('bob'), id)
  await saveDraft(scopeOf('bob'), id, { body: 'oi', at: early })
  await saveDraft(scopeOf('bob'), id, { body: 'oi', at: late })
  await saveDraft(scopeOf('bob'), id, { body: '', at: late })
  await deleteDraft(scopeOf('bob'), id)
  expect(published.map(({ payload }) => payload)).toMatchObject([
    { action: 'update', userId: bob, draft: { ticketId: id, body: 'oi' } },
    { action: 'update', userId: bob, draft: { ticketId: id, body: '' } },
  ])
  expect(await listDrafts(scopeOf('bob'))).toEqual([])
})

test('deleting a draft leaves later text, and its event has the time of emptying', async () => {
  const { scopeOf, insertTicket, published } = await createInstallation()
  const { id } = await insertTicket({ queueId: 1 })
  await saveDraft(scopeOf('bob'), id, { body: 'no celular', at: late })
  expect((await saveDraft(scopeOf('bob'), id, { body: '', at: early })).body).toBe('no celular')
  await saveDraft(scopeOf('bob'), id, { body: '', at: late })
  expect(published.at(-1)?.payload).toMatchObject({ draft: { ticketId: id, body: '', at: late } })
})

test('a draft event reaches its author only, whatever others may see', async () => {
  const { scopeOf, insertTicket, hub, viewerOf } = await createInstallation()
  const { id } = await insertTicket({ queueId: 1 })
  const heard: string[] = []
  for (const name of ['ana', 'bob', 'sara'] as const)
    hub.join(1 as never, {
      companyId: 1 as never,
      viewer: viewerOf(name),
      tokenId: viewerOf(name).userId,
      send: () => heard.push(name),
      close: () => {},
    })
  await saveDraft(scopeOf('bob'), id, { body: 'ninguém lê' })
  expect(heard).toEqual(['bob'])
})

test('a draft in an unreadable ticket is refused, and deleting a ticket deletes its drafts', async () => {
  const { scopeOf, insertTicket, acme } = await createInstallation()
  const unseen = await insertTicket({ queueId: 2 })
  await expect(getDraft(scopeOf('bob'), unseen.id)).rejects.toThrow('ERR_NO_PERMISSION')
  expect(saveDraft(scopeOf('bob'), unseen.id, { body: 'oi' })).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  const { id } = await insertTicket({ queueId: 1 })
  await saveDraft(scopeOf('bob'), id, { body: 'oi' })
  await acme.transaction((tx) => tx.delete('tickets').where('id', '=', id).execute())
  expect(await listDrafts(scopeOf('bob'))).toEqual([])
})
