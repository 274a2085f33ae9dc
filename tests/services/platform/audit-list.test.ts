import { expect, test } from 'bun:test'
import { deleteContact } from '../../../src/features/contacts/contacts/service'
import { mergeContactsByHand } from '../../../src/features/inbox/contact-merges/merge-by-person'
import { undoMerge } from '../../../src/features/inbox/contact-merges/undo-merge'
import { exportAudit } from '../../../src/features/platform/audit/export'
import { auditChoices, listAudit } from '../../../src/features/platform/audit/list'
import { recordAuditEntry } from '../../../src/features/platform/audit/record'
import { createInstallation, people } from '../../installation'

const { scopeOf, insertContact, store } = await createInstallation()
const say = (who: 'ana' | 'bob' | 'rui', action: string, entity: string, name = 'x') =>
  scopeOf(who).transaction(async (scope) =>
    recordAuditEntry(scope, { action, entity, entityId: 1, name, after: { name } }),
  )

for (let n = 0; n < 25; n++) await say(n % 5 === 0 ? 'bob' : 'ana', n % 2 === 0 ? 'create' : 'delete', 'queue', `f${n}`)
await say('rui', 'create', 'queue', 'de outra empresa')
const today = new Date(Date.now() - 3 * 3_600_000).toISOString().slice(0, 10) // date in São Paulo

test('listAudit pages from the newest line to the oldest and returns lines of the own company only', async () => {
  const first = await listAudit(scopeOf('ana'), {})
  const second = await listAudit(scopeOf('ana'), { cursor: String(first.next) })
  const names = [...first.lines, ...second.lines].map(({ name }) => name)
  expect(names).toEqual(Array.from({ length: 25 }, (_, n) => `f${24 - n}`))
  expect(second).toMatchObject({ hasMore: false, next: null })
})

test("listAudit filters by actor, entity, action and days in the company's time zone", async () => {
  const count = async (filter: Parameters<typeof listAudit>[1]) =>
    (await listAudit(scopeOf('ana'), filter)).lines.length
  expect(await count({ actorId: people.bob.id })).toBe(5)
  expect(await count({ entity: 'queue', action: 'delete' })).toBe(12)
  expect(await count({ entity: 'user' })).toBe(0)
  expect(await count({ from: today, to: today, actorId: people.bob.id })).toBe(5)
  expect(await count({ to: '2020-01-01' })).toBe(0)
  expect(listAudit(scopeOf('ana'), { from: '2026-02-31' })).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
  expect(await auditChoices(scopeOf('ana'))).toEqual({
    actors: [
      { id: people.ana.id, name: 'Ana' },
      { id: people.bob.id, name: 'Bob' },
    ],
    entities: ['queue'],
    actions: ['create', 'delete'],
  })
})

test('exportAudit returns every line and escapes cells that start like a formula', async () => {
  await say('ana', 'update', 'tag', '=cmd()')
  const text = await (await exportAudit(scopeOf('ana'), {})).text()
  expect(text.trim().split('\r\n')).toHaveLength(27)
  expect(text).toContain(";'=cmd();")
})

test("exportAudit has headings and words of the reader's language, and the company's local time", async () => {
  const lineIn = async (language: string) => {
    await store.write(({ kysely }) =>
      kysely
        .updateTable('users')
        .set({ language: language as never })
        .execute(),
    )
    const [head, line] = (await (await exportAudit(scopeOf('ana'), { entity: 'tag' })).text()).split('\r\n')
    return [head?.split(';').slice(1, 6), line?.split(';').slice(1, 6)]
  }
  const at = expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/)
  const { lines } = await listAudit(scopeOf('ana'), { entity: 'tag' })
  const [heading, cells] = await lineIn('pt')
  expect(heading).toEqual(['Data e hora', 'Quem', 'Endereço', 'Ação', 'O quê'])
  expect(cells).toEqual([at, 'Ana', expect.anything(), 'Alterou', 'tag'])
  expect(cells?.[0]?.slice(11, 13)).toBe(
    new Date(Date.parse(lines[0]?.at ?? '') - 3 * 3_600_000).toISOString().slice(11, 13),
  )
  expect((await lineIn('en'))[1]?.slice(3)).toEqual(['Changed', 'tag'])
  expect((await lineIn('es'))[0]).toEqual(['Fecha y hora', 'Quién', 'Dirección', 'Acción', 'Qué'])
})

test('merge, undo and deletion of contacts write one line each, without names and whole numbers', async () => {
  const [kept, gone] = [
    await insertContact('acme', { name: 'Maria Souza' }),
    await insertContact('acme', { name: 'Maria S' }),
  ]
  const { mergeId } = await mergeContactsByHand(scopeOf('ana'), kept.id, gone.id)
  await undoMerge(scopeOf('ana'), mergeId)
  await deleteContact(scopeOf('ana'), kept.id)
  const { lines } = await listAudit(scopeOf('ana'), { entity: 'contact' })
  expect(lines.map(({ action, entityId }) => [action, entityId])).toEqual([
    ['delete', kept.id],
    ['undoMerge', kept.id],
    ['merge', kept.id],
  ])
  expect(lines[0]?.name).toBe(`#${kept.id} M. S. …${kept.number?.slice(-4)}`)
  expect(JSON.stringify(lines)).not.toMatch(new RegExp(`Maria|${kept.number}|${gone.number}`))
})
