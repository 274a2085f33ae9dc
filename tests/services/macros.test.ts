import { expect, test } from 'bun:test'
import { runActions } from '../../src/features/macros/run'
import { listNotes } from '../../src/features/notes/service'
import { createTag } from '../../src/features/tags/service'
import { getTicket } from '../../src/features/tickets/read'
import { parseMacros } from '../../src/shared/macros'
import { createInstallation, people } from '../installation'

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

test('when one action is refused, none has happened', async () => {
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
