import { expect, test } from 'bun:test'
import { createInstallation, emailOf, errorAnswer, password } from '../../installation'

test('GET /users/list returns the own company without e-mails and hashes', async () => {
  const { clientAs } = await createInstallation()
  const { data } = await clientAs('bob').users.list.get()
  expect(data?.users.map(({ name }) => name)).toEqual(['Ana', 'Bob', 'Caio', 'Sara'])
  const bob = {
    id: 3,
    name: 'Bob',
    profile: 'user' as const,
    queueIds: [1],
    online: false,
    away: false,
    openTickets: 0,
  }
  expect(data?.users[1]).toEqual(bob)
  expect((await clientAs('rui').users.list.get()).data?.users.length).toBe(1)
})

test('PUT /users/:id of the own user publishes the change to the user and the admins of the company', async () => {
  const { clientAs, published, viewerOf, hub } = await createInstallation()
  const receivers: string[] = []
  for (const name of ['ana', 'bob', 'sara', 'rui'] as const)
    hub.join((name === 'rui' ? 2 : 1) as never, {
      companyId: (name === 'rui' ? 2 : 1) as never,
      viewer: viewerOf(name),
      tokenId: viewerOf(name).userId,
      send: () => receivers.push(name),
      close: () => {},
    })
  const { data } = await clientAs('bob').users({ id: 3 }).put({ name: 'Roberto', language: 'es' })
  expect(data).toMatchObject({ id: 3, name: 'Roberto', language: 'es', profile: 'user' })
  expect(published).toMatchObject([
    { companyId: 1, entity: 'user', payload: { action: 'update', user: { name: 'Roberto' } } },
  ])
  expect(receivers).toEqual(['ana', 'bob'])
  expect((await clientAs('bob').users['set-language']({ lang: 'en' }).post()).data?.language).toBe('en')
})

test('PUT /users/:id without a language keeps the stored one', async () => {
  const { clientAs, acme } = await createInstallation()
  expect((await clientAs('bob').users({ id: 3 }).put({ name: 'Roberto' })).data).toMatchObject({ name: 'Roberto' })
  expect(await acme.select('users').select(['language']).where('id', '=', 3).execute()).toEqual([{ language: null }])
})

test('a new e-mail or password needs the current password', async () => {
  const { clientAs, published, ports, store } = await createInstallation()
  const bob = clientAs('bob').users({ id: 3 })
  const wrong = errorAnswer(400, 'ERR_WRONG_PASSWORD')
  expect(await bob.put({ email: 'new@acme.test' })).toMatchObject(wrong)
  expect(await bob.put({ password: 'something-else' })).toMatchObject(wrong)
  expect(await bob.put({ password: 'something-else', currentPassword: 'nope' })).toMatchObject(wrong)
  expect(published).toEqual([])
  const change = { email: 'NEW@acme.test', password: 'something-else', currentPassword: password }
  expect((await bob.put(change)).data?.email).toBe('new@acme.test')
  const row = await store.read.kysely
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', 3)
    .executeTakeFirstOrThrow()
  expect(await ports.passwords.verify('something-else', row.passwordHash)).toBe(true)
})

test('a taken e-mail, a weak password and a short password of a super user are refused', async () => {
  const { clientAs, published } = await createInstallation()
  const currentPassword = password
  expect(
    await clientAs('bob')
      .users({ id: 3 })
      .put({ email: emailOf('rui'), currentPassword }),
  ).toMatchObject(errorAnswer(409, 'ERR_EMAIL_TAKEN'))
  expect(await clientAs('bob').users({ id: 3 }).put({ password: '123456', currentPassword })).toMatchObject(
    errorAnswer(400, 'ERR_WEAK_PASSWORD'),
  )
  expect(await clientAs('root').users({ id: 6 }).put({ password: 'k9#mVq2!xZp', currentPassword })).toMatchObject(
    errorAnswer(400, 'ERR_WEAK_PASSWORD'),
  )
  expect(published).toEqual([])
})

test('PUT /users/:id of a colleague is refused with 403, of another company with 404', async () => {
  const { clientAs, published } = await createInstallation()
  expect(await clientAs('bob').users({ id: 1 }).put({ name: 'Eva' })).toMatchObject(
    errorAnswer(403, 'ERR_NO_PERMISSION'),
  )
  const foreign = await clientAs('rui').users({ id: 3 }).put({ name: 'Eva' })
  const missing = await clientAs('rui').users({ id: 999 }).put({ name: 'Eva' })
  expect(foreign).toMatchObject(errorAnswer(404, 'ERR_NO_USER_FOUND'))
  expect(missing.error).toEqual(foreign.error)
  expect(published).toEqual([])
})

test('PUT /users/:id of the own user ignores profile, company and rights', async () => {
  const { clientAs } = await createInstallation()
  const forged = { name: 'Bobby', profile: 'admin', super: true, companyId: 2, allTicket: 'enabled', queueIds: [2] }
  const { data } = await clientAs('bob')
    .users({ id: 3 })
    .put(forged as never)
  expect(data).toMatchObject({ name: 'Bobby', profile: 'user', super: false, companyId: 1, allTicket: 'desabled' })
  expect(data?.queues.map(({ id }) => id)).toEqual([1])
})

test('undoSeconds accepts four values and only from the user', async () => {
  const { clientAs } = await createInstallation()
  const bob = clientAs('bob').users({ id: 3 })
  expect((await clientAs('bob').auth.me.get()).data?.undoSeconds).toBe(3)
  expect((await bob.put({ undoSeconds: 10 })).data?.undoSeconds).toBe(10)
  expect((await bob.put({ name: 'Roberto' })).data?.undoSeconds).toBe(10)
  expect((await bob.put({ undoSeconds: 4 as never })).status).toBe(422)
  expect((await clientAs('ana').users({ id: 3 }).put({ undoSeconds: 0 })).status).toBe(403)
})
