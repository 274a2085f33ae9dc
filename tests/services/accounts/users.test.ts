import { expect, test } from 'bun:test'
import { deleteUser } from '../../../src/features/accounts/users/delete'
import { listPage } from '../../../src/features/accounts/users/read'
import { createUser, updateUser } from '../../../src/features/accounts/users/service'
import { createInstallation, errorAnswer, type Name, password, people } from '../../installation'

const input = { name: 'Nova Pessoa', email: 'Nova@acme.test', password: 'nove violoncelos', profile: 'user' } as const

/** Audit lines of acme: action and changed fields. */
const auditLines = async (made: Awaited<ReturnType<typeof createInstallation>>) =>
  (await made.acme.select('audit_log').select(['action', 'name', 'before', 'after']).orderBy('id').execute()).map(
    ({ before, after, ...line }) => ({ ...line, before: JSON.parse(before), after: JSON.parse(after) }),
  )

test('a user created by an admin is stored, published and logged without the password', async () => {
  const installation = await createInstallation()
  const { id: whatsappId } = await installation.insertConnection()
  const rights = { allTicket: 'enabled' as const, queueIds: [2, 1, 2], whatsappId, language: 'es' as const }
  const user = await createUser(installation.scopeOf('ana'), installation.platform, { ...input, ...rights })
  expect(user).toMatchObject({
    email: 'nova@acme.test',
    profile: 'user',
    allTicket: 'enabled',
    whatsappId,
    super: false,
  })
  expect(user.queues.map(({ id }) => id)).toEqual([1, 2])
  expect(installation.published).toMatchObject([
    { entity: 'user', payload: { action: 'create', user: { id: user.id } } },
  ])
  expect(await auditLines(installation)).toMatchObject([
    { action: 'create', name: 'Nova Pessoa', after: { queues: ['Suporte', 'Vendas'] } },
  ])
  expect(JSON.stringify(await auditLines(installation))).not.toContain('violoncelos')
  const login = await installation
    .clientWithHeaders()
    .auth.login.post({ email: 'nova@acme.test', password: input.password })
  expect(login.status).toBe(200)
})

test.each([
  [{ email: 'RUI@rival.test' }, 'ERR_EMAIL_TAKEN'],
  [{ password: '123456' }, 'ERR_WEAK_PASSWORD'],
  [{ name: ' a ' }, 'ERR_VALIDATION'],
  [{ queueIds: [3] }, 'ERR_NO_QUEUE_FOUND'],
  [{ whatsappId: 77 }, 'ERR_NO_WAPP_FOUND'],
])('a user with %p is refused: %s', async (values, code) => {
  const { scopeOf, platform, published, acme } = await createInstallation()
  await expect(createUser(scopeOf('ana'), platform, { ...input, ...values })).rejects.toMatchObject({ code })
  expect(published).toEqual([])
  expect((await acme.select('users').select('id').execute()).length).toBe(4)
})

test('a refusal does not tell whether another company has the e-mail: unknown queue, full plan', async () => {
  const { scopeOf, platform, store } = await createInstallation()
  const refusals = async (values: object) =>
    Promise.all(
      ['nobody@rival.test', 'rui@rival.test'].map((email) =>
        createUser(scopeOf('ana'), platform, { ...input, email, ...values }).catch(({ code, detail }) => [
          code,
          detail,
        ]),
      ),
    )
  const [freeQueue, takenQueue] = await refusals({ queueIds: [999_999] })
  expect(takenQueue).toEqual(freeQueue as never)
  await store.write(({ kysely }) => kysely.updateTable('plans').set({ users: 1 }).execute())
  const [freePlan, takenPlan] = await refusals({})
  expect(takenPlan).toEqual(['ERR_PLAN_LIMIT', { limit: 1, what: 'users' }] as never)
  expect(freePlan).toEqual(takenPlan as never)
})

test('one of two concurrent creations succeeds at the limit of the plan, or with one e-mail', async () => {
  const { scopeOf, platform, store } = await createInstallation()
  const both = await Promise.allSettled([1, 2].map(() => createUser(scopeOf('ana'), platform, input)))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await store.write(({ kysely }) => kysely.updateTable('plans').set({ users: 6 }).execute())
  const last = await Promise.allSettled(
    [1, 2].map((n) => createUser(scopeOf('ana'), platform, { ...input, email: `n${n}@acme.test` })),
  )
  expect(last.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(last.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'ERR_PLAN_LIMIT', detail: { limit: 6, what: 'users' } },
  })
})

test('listUsers sorts by name without accents, pages, and searches by name or e-mail', async () => {
  const { scopeOf, acme, clientAs } = await createInstallation()
  await acme.transaction(async (tx) => {
    const names = ['Érica', ...Array.from({ length: 20 }, (_, n) => `Fulano ${n + 10}`)]
    const rows = names.map((name, n) => ({
      name,
      email: `f${n}@acme.test`,
      passwordHash: 'x',
      profile: 'user' as const,
    }))
    await tx
      .insert(
        'users',
        rows.map((row) => ({ ...row, whatsappId: null, language: null })),
      )
      .execute()
  })
  const first = await listPage(scopeOf('ana'), {})
  const rest = await listPage(scopeOf('ana'), { cursor: first.next ?? undefined })
  expect([first.users.length, first.hasMore, rest.users.length, rest.hasMore, first.count]).toEqual([
    20,
    true,
    5,
    false,
    25,
  ])
  const names = [...first.users, ...rest.users].map(({ name }) => name)
  expect(names.slice(0, 5)).toEqual(['Ana', 'Bob', 'Caio', 'Érica', 'Fulano 10'])
  expect(await listPage(scopeOf('ana'), { pageNumber: 2 })).toEqual(rest)
  expect((await listPage(scopeOf('ana'), { searchParam: 'erica' })).users.map(({ name }) => name)).toEqual(['Érica'])
  expect((await listPage(scopeOf('ana'), { searchParam: 'SARA@' })).users.map(({ id }) => id)).toEqual([2])
  expect((await listPage(scopeOf('ana'), { searchParam: '%' })).users).toEqual([])
  expect((await clientAs('sara').users.get({ query: {} })).status).toBe(403)
})

test('changed rights apply to the next request and are logged', async () => {
  const installation = await createInstallation()
  const { clientAs } = installation
  expect((await clientAs('bob').users.get({ query: {} })).status).toBe(403)
  const change = { profile: 'admin' as const, allTicket: 'disabled' as const, queueIds: [2] }
  const { data } = await clientAs('ana').users({ id: 3 }).put(change)
  expect(data).toMatchObject({ profile: 'admin', allTicket: 'desabled', queues: [{ id: 2 }] })
  expect((await clientAs('bob').users.get({ query: {} })).status).toBe(200)
  expect((await auditLines(installation)).filter(({ action }) => action !== 'refuse')).toEqual([
    {
      action: 'update',
      name: 'Bob',
      before: { profile: 'user', queues: ['Suporte'] },
      after: { profile: 'admin', queues: ['Vendas'] },
    },
  ])
})

test('a password set by an admin ends all logins of the user; an own new password keeps the current one', async () => {
  const installation = await createInstallation()
  const { clientAs } = installation
  expect(
    (await clientAs('bob').users({ id: 3 }).put({ password: 'nove violoncelos', currentPassword: password })).status,
  ).toBe(200)
  expect((await clientAs('bob').auth.me.get()).status).toBe(200)
  expect((await clientAs('ana').users({ id: 3 }).put({ password: 'dez violoncelos' })).status).toBe(200)
  expect(await clientAs('bob').auth.me.get()).toMatchObject(errorAnswer(403, 'ERR_SESSION_EXPIRED'))
  expect((await auditLines(installation)).map(({ after }) => after)).toEqual([{ password: '•••' }, { password: '•••' }])
})

test('concurrent changes of one user each change only their own fields', async () => {
  const { scopeOf, platform, clientWithHeaders } = await createInstallation()
  const change = (values: Parameters<typeof updateUser>[3]) => updateUser(scopeOf('ana'), platform, 3, values)
  await Promise.all([
    change({ password: 'nove violoncelos' }),
    change({ name: 'Roberto' }),
    change({ email: 'roberto@acme.test' }),
  ])
  const credentials = { email: 'roberto@acme.test', password: 'nove violoncelos' }
  expect((await clientWithHeaders().auth.login.post(credentials)).data).toMatchObject({ user: { name: 'Roberto' } })
})

test('the last admin cannot be deleted or demoted by any route', async () => {
  const { scopeOf, platform, published } = await createInstallation()
  const ana = scopeOf('ana')
  await expect(updateUser(ana, platform, 1, { profile: 'user' })).rejects.toMatchObject({ code: 'ERR_LAST_ADMIN' })
  await expect(deleteUser(ana, 1)).rejects.toMatchObject({ code: 'ERR_LAST_ADMIN' })
  expect(published).toEqual([])
  await updateUser(ana, platform, 2, { profile: 'admin' })
  const both = await Promise.allSettled([1, 2].map((id) => updateUser(ana, platform, id, { profile: 'user' })))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

const verbs = {
  rename: (id: number) => ({ name: `Outra ${id}` }),
  promote: () => ({ profile: 'supervisor' as const }),
  wait: () => ({ undoSeconds: 5 as const }),
}
/** Permissions on Bob; a string names a field that is ignored. */
const table: [Name, keyof typeof verbs, string | null][] = [
  ['ana', 'rename', null],
  ['ana', 'promote', null],
  ['ana', 'wait', 'ERR_NO_PERMISSION'],
  ['sara', 'rename', 'ERR_NO_PERMISSION'],
  ['sara', 'promote', 'ERR_NO_PERMISSION'],
  ['caio', 'rename', 'ERR_NO_PERMISSION'],
  ['bob', 'rename', null],
  ['bob', 'promote', 'dropped'],
  ['bob', 'wait', null],
  ['rui', 'rename', 'ERR_NO_USER_FOUND'],
  ['root', 'promote', 'ERR_NO_USER_FOUND'],
]
test.each(table)('%s tries to %s bob: %p', async (name, verb, outcome) => {
  const { scopeOf, platform, acme } = await createInstallation()
  const image = () => acme.select('users').selectAll().where('id', '=', 3).executeTakeFirstOrThrow()
  const before = await image()
  const done = updateUser(scopeOf(name), platform, people.bob.id, verbs[verb](3))
  if (outcome?.startsWith('ERR')) {
    await expect(done).rejects.toMatchObject({ code: outcome })
    return expect(await image()).toEqual(before)
  }
  await done
  expect((await image()).profile).toBe(verb === 'promote' && outcome === null ? 'supervisor' : 'user')
})

test('only super users change a super user', async () => {
  const { scopeOf, platform, store } = await createInstallation()
  const admin = { ...scopeOf('root').viewer, userId: 99, super: false }
  const { Scope } = await import('../../../src/core/scope')
  const plain = Scope.for(scopeOf('root').ports, scopeOf('root').companyId, admin)
  await expect(updateUser(plain, platform, people.root.id, { name: 'Eu' })).rejects.toMatchObject({
    code: 'ERR_NO_PERMISSION',
  })
  await expect(deleteUser(plain, people.root.id)).rejects.toMatchObject({ code: 'ERR_NO_PERMISSION' })
  await store.idle()
})

test('deleting a user returns open tickets to pending, hands over chats and keeps history', async () => {
  const installation = await createInstallation()
  const { scopeOf, insertTicket, acme, published, clientAs } = installation
  const [open, closed] = [
    await insertTicket({ status: 'open', userId: 3, queueId: 1 }),
    await insertTicket({ status: 'closed', userId: 3, queueId: 1 }),
  ]
  const { data: chat } = await clientAs('bob').chats.post({ title: 'Almoço', users: [{ id: 2 }] })
  const quick = { code: 'oi', searchText: 'oi', message: 'Oi!', userId: 3, mediaId: null }
  await acme.transaction((tx) =>
    tx
      .insert('quick_messages', [
        { ...quick, shortcode: 'oi', geral: 0 },
        { ...quick, shortcode: 'todos', code: 'todos', geral: 1 },
      ])
      .execute(),
  )
  published.length = 0
  await deleteUser(scopeOf('ana'), 3)
  const tickets = await acme.select('tickets').select(['id', 'status', 'userId', 'queueId']).orderBy('id').execute()
  expect(tickets).toEqual([
    { id: open.id, status: 'pending', userId: null, queueId: 1 },
    { id: closed.id, status: 'closed', userId: null, queueId: 1 },
  ])
  expect(await acme.select('quick_messages').select(['shortcode', 'userId']).execute()).toEqual([
    { shortcode: 'todos', userId: null },
  ])
  expect(published.map(({ entity, payload }) => `${entity} ${payload.action}`)).toEqual([
    'chat update',
    'ticket update',
    'user delete',
  ])
  expect(
    (
      await clientAs('sara')
        .chats.u({ uuid: chat?.uuid ?? '' })
        .get()
    ).data?.ownerId,
  ).toBe(2)
  expect(await clientAs('bob').auth.me.get()).toMatchObject(errorAnswer(403, 'ERR_SESSION_EXPIRED'))
  expect((await auditLines(installation)).at(-1)).toMatchObject({
    action: 'delete',
    name: 'Bob',
    before: { email: 'bob@acme.test' },
  })
})

test('the id of a deleted user is never used again', async () => {
  const { scopeOf, platform } = await createInstallation()
  const first = await createUser(scopeOf('ana'), platform, input)
  await deleteUser(scopeOf('ana'), first.id)
  const second = await createUser(scopeOf('ana'), platform, { ...input, queueIds: [1] })
  expect(second.id).toBe(first.id + 1)
  expect(second.queues.map(({ id }) => id)).toEqual([1])
})
