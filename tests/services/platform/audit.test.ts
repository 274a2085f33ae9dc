import { expect, test } from 'bun:test'
import { sql } from 'kysely'
import { recordAuditEntry } from '../../../src/features/platform/audit/record'
import { createInstallation } from '../../installation'

const { scopeOf, store } = await createInstallation()
const lines = () => scopeOf('ana').db.select('audit_log').selectAll().orderBy('id').execute()

test('an audit line has actor, action and changed fields, and masks secrets', async () => {
  const before = { name: 'Antes', color: '#111111', token: 'abc', updatedAt: '1' }
  const after = { name: 'Depois', color: '#111111', token: 'def', updatedAt: '2' }
  await scopeOf('ana')
    .from(() => '10.0.0.9')
    .transaction(async (scope) =>
      recordAuditEntry(scope, { action: 'update', entity: 'queue', entityId: 7, name: 'Depois', before, after }),
    )
  const [line] = await lines()
  expect(line).toMatchObject({ actorName: 'Ana', address: '10.0.0.9', action: 'update', entity: 'queue', entityId: 7 })
  expect(JSON.parse(line!.before)).toEqual({ name: 'Antes', token: '•••' })
  expect(JSON.parse(line!.after)).toEqual({ name: 'Depois', token: '•••' })
})

test('an update that changes nothing writes no audit line', async () => {
  const same = { name: 'Igual' }
  await scopeOf('ana').transaction(async (scope) =>
    recordAuditEntry(scope, {
      action: 'update',
      entity: 'queue',
      entityId: 7,
      name: 'Igual',
      before: same,
      after: { ...same },
    }),
  )
  expect(await lines()).toHaveLength(1)
})

test('a transaction that is rolled back leaves no audit line', async () => {
  const undone = scopeOf('ana').transaction(async (scope) => {
    await recordAuditEntry(scope, { action: 'delete', entity: 'queue', entityId: 7, name: 'Depois' })
    throw new Error('no')
  })
  expect(undone).rejects.toThrow('no')
  await undone.catch(() => {})
  expect(await lines()).toHaveLength(1)
})

test('the database refuses to update or delete an audit line while its company exists', async () => {
  const attempt = (statement: string) => store.write(({ kysely }) => sql.raw(statement).execute(kysely))
  await expect(attempt(`update audit_log set name = 'x'`)).rejects.toThrow('append-only')
  await expect(attempt('delete from audit_log')).rejects.toThrow('append-only')
  expect(await lines()).toHaveLength(1)
})
