import { expect, test } from 'bun:test'
import type { Platform, Scope } from '../../../src/core/scope'
import { createTag } from '../../../src/features/contacts/tags/service'
import { runActions } from '../../../src/features/inbox/macros/run'
import { listNotes } from '../../../src/features/inbox/notes/service'
import { getTicket } from '../../../src/features/inbox/tickets/read'
import { changeSetting, readSetting } from '../../../src/features/platform/settings/service'
import { type MacroAction, parseMacros } from '../../../src/shared/macros'
import { createInstallation, people } from '../../installation'

const storeMacros = (scope: Scope, platform: Platform, actions: MacroAction[]) =>
  changeSetting(scope, platform, 'macros', JSON.stringify([{ name: 'Fim', keys: '', actions }]))

async function createOpenTicket() {
  const installation = await createInstallation()
  const { id } = await installation.insertTicket({ status: 'open', userId: people.bob.id, queueId: 1 })
  const { id: tagId } = await createTag(installation.scopeOf('ana'), { name: 'Orçado' })
  return { ...installation, id, tagId }
}

test('a macro tags, replies with variables filled in, notes and closes in one transaction', async () => {
  const { scopeOf, id, tagId, acme } = await createOpenTicket()
  const actions = [
    { kind: 'tag', tagId } as const,
    { kind: 'reply', text: 'Protocolo {{protocol}}' } as const,
    { kind: 'note', text: 'resolvido' } as const,
    { kind: 'close', farewell: false } as const,
  ]
  expect(await runActions(scopeOf('bob'), id, { actions })).toMatchObject({ status: 'closed', tags: [{ id: tagId }] })
  const messages = await acme.select('messages').select(['body', 'ack']).execute()
  expect(messages).toEqual([{ body: expect.stringMatching(/^Protocolo \d/), ack: 0 }])
  expect((await listNotes(scopeOf('ana'), { ticketId: id })).notes).toMatchObject([{ note: 'resolvido' }])
})

test('a macro changes nothing when one of its actions is refused', async () => {
  const { scopeOf, id, tagId, acme, published } = await createOpenTicket()
  published.length = 0
  const actions = [
    { kind: 'tag', tagId } as const,
    { kind: 'reply', text: 'Olá' } as const,
    { kind: 'transfer', queueId: 99 } as const,
  ]
  await expect(runActions(scopeOf('bob'), id, { actions })).rejects.toMatchObject({ code: 'ERR_NO_QUEUE_FOUND' })
  await expect(runActions(scopeOf('caio'), id, { actions })).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  expect(await acme.select('messages').select('id').execute()).toEqual([])
  expect(await getTicket(scopeOf('bob'), id)).toMatchObject({ status: 'open', tags: [] })
  expect(published).toEqual([])
})

test('a macro with a tag or queue that the company does not have is refused like a missing one', async () => {
  const { scopeOf, platform, rival } = await createOpenTicket()
  const { id: foreignTag } = await createTag(scopeOf('rui'), { name: 'Dela' })
  const store = (...actions: MacroAction[]) => storeMacros(scopeOf('ana'), platform, actions)
  for (const tagId of [foreignTag, 999])
    await expect(store({ kind: 'tag', tagId })).rejects.toMatchObject({ code: 'ERR_NO_TAG_FOUND' })
  for (const queueId of [3, 999])
    await expect(store({ kind: 'transfer', queueId })).rejects.toMatchObject({ code: 'ERR_NO_QUEUE_FOUND' })
  expect(await readSetting(scopeOf('ana').db, 'macros')).toBe('')
  expect(await rival.select('queues').select('id').execute()).toMatchObject([{ id: 3 }])
})

test('macros are changed while one of them has a tag that was deleted since', async () => {
  const { scopeOf, platform, tagId, acme } = await createOpenTicket()
  const store = (...actions: MacroAction[]) => storeMacros(scopeOf('ana'), platform, actions)
  await store({ kind: 'tag', tagId })
  await acme.transaction((tx) => tx.delete('tags').where('id', '=', tagId).execute())
  await store({ kind: 'tag', tagId }, { kind: 'transfer', queueId: 1 })
  await store({ kind: 'transfer', queueId: 1 })
  await expect(store({ kind: 'tag', tagId })).rejects.toMatchObject({ code: 'ERR_NO_TAG_FOUND' })
})

test.each([
  ['', []],
  ['[]', []],
  ['x', null],
  ['{}', null],
  [
    '[{"name":"Fim","keys":"F2","actions":[{"kind":"close"}]}]',
    [{ name: 'Fim', keys: 'F2', actions: [{ kind: 'close' }] }],
  ],
  ['[{"name":"","keys":"","actions":[{"kind":"close"}]}]', null],
  ['[{"name":"Fim","keys":"","actions":[]}]', null],
  ['[{"name":"Fim","keys":"","actions":[{"kind":"delete"}]}]', null],
  ['[{"name":"Fim","keys":"","actions":[{"kind":"tag","tagId":"1"}]}]', null],
])('parseMacros reads %s', (setting, macros) => expect(parseMacros(setting)).toEqual(macros as never))
