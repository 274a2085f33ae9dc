import { expect, test } from 'bun:test'
import { verifyPassword } from '../../src/features/users/passwords'
import { emailOf, password, refused, world } from '../world'

test('the selects list one’s own company, without addresses or hashes', async () => {
  const { as } = await world()
  const { data } = await as('bob').users.list.get()
  expect(data?.users.map(({ name }) => name)).toEqual(['Ana', 'Bob', 'Caio', 'Sara'])
  expect(data?.users[1]).toEqual({ id: 3, name: 'Bob', profile: 'user', queueIds: [1] })
  expect((await as('rui').users.list.get()).data?.users.length).toBe(1)
})

test('a person changes their name and language; the company’s admins and they hear it', async () => {
  const { as, published, viewer, hub } = await world()
  const heard: string[] = []
  for (const name of ['ana', 'bob', 'sara', 'rui'] as const)
    hub.join((name === 'rui' ? 2 : 1) as never, {
      companyId: (name === 'rui' ? 2 : 1) as never,
      viewer: viewer(name),
      tokenId: viewer(name).userId,
      send: () => heard.push(name),
      close: () => {},
    })
  const { data } = await as('bob').users({ id: 3 }).put({ name: 'Roberto', language: 'es' })
  expect(data).toMatchObject({ id: 3, name: 'Roberto', language: 'es', profile: 'user' })
  expect(published).toMatchObject([
    { companyId: 1, entity: 'user', payload: { action: 'update', user: { name: 'Roberto' } } },
  ])
  expect(heard).toEqual(['ana', 'bob'])
  expect((await as('bob').users['set-language']({ lang: 'en' }).post()).data?.language).toBe('en')
})

test('what is not asked for stays: a new name leaves the language alone', async () => {
  const { as, acme } = await world()
  expect((await as('bob').users({ id: 3 }).put({ name: 'Roberto' })).data).toMatchObject({ name: 'Roberto' })
  expect(await acme.select('users').select(['language']).where('id', '=', 3).execute()).toEqual([{ language: null }])
})

test('e-mail and password need the current password', async () => {
  const { as, published, store } = await world()
  const bob = as('bob').users({ id: 3 })
  const wrong = refused(400, 'ERR_WRONG_PASSWORD')
  expect(await bob.put({ email: 'new@acme.test' })).toMatchObject(wrong)
  expect(await bob.put({ password: 'something-else' })).toMatchObject(wrong)
  expect(await bob.put({ password: 'something-else', currentPassword: 'nope' })).toMatchObject(wrong)
  expect(published).toEqual([])
  const given = { email: 'NEW@acme.test', password: 'something-else', currentPassword: password }
  expect((await bob.put(given)).data?.email).toBe('new@acme.test')
  const row = await store.read.kysely
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', 3)
    .executeTakeFirstOrThrow()
  expect(await verifyPassword('something-else', row.passwordHash)).toBe(true)
})

test('a taken e-mail, a weak password and a short one of a super user are refused', async () => {
  const { as, published } = await world()
  const currentPassword = password
  expect(
    await as('bob')
      .users({ id: 3 })
      .put({ email: emailOf('rui'), currentPassword }),
  ).toMatchObject(refused(409, 'ERR_EMAIL_TAKEN'))
  expect(await as('bob').users({ id: 3 }).put({ password: '123456', currentPassword })).toMatchObject(
    refused(400, 'ERR_WEAK_PASSWORD'),
  )
  expect(await as('root').users({ id: 6 }).put({ password: 'k9#mVq2!xZp', currentPassword })).toMatchObject(
    refused(400, 'ERR_WEAK_PASSWORD'),
  )
  expect(published).toEqual([])
})

test('nobody changes another person here, and another company’s people are not there', async () => {
  const { as, published } = await world()
  expect(await as('bob').users({ id: 1 }).put({ name: 'Eva' })).toMatchObject(refused(403, 'ERR_NO_PERMISSION'))
  const foreign = await as('rui').users({ id: 3 }).put({ name: 'Eva' })
  const missing = await as('rui').users({ id: 999 }).put({ name: 'Eva' })
  expect(foreign).toMatchObject(refused(404, 'ERR_NO_USER_FOUND'))
  expect(missing.error).toEqual(foreign.error)
  expect(published).toEqual([])
})

test('fields that are not one’s own to set are dropped', async () => {
  const { as } = await world()
  const forged = { name: 'Bobby', profile: 'admin', super: true, companyId: 2, allTicket: 'enabled', queueIds: [2] }
  const { data } = await as('bob')
    .users({ id: 3 })
    .put(forged as never)
  expect(data).toMatchObject({ name: 'Bobby', profile: 'user', super: false, companyId: 1, allTicket: 'desabled' })
  expect(data?.queues.map(({ id }) => id)).toEqual([1])
})

test('how long a message can be taken back is each person’s own choice among four', async () => {
  const { as } = await world()
  const bob = as('bob').users({ id: 3 })
  expect((await as('bob').auth.me.get()).data?.undoSeconds).toBe(3)
  expect((await bob.put({ undoSeconds: 10 })).data?.undoSeconds).toBe(10)
  expect((await bob.put({ name: 'Roberto' })).data?.undoSeconds).toBe(10)
  expect((await bob.put({ undoSeconds: 4 as never })).status).toBe(422)
  expect((await as('ana').users({ id: 3 }).put({ undoSeconds: 0 })).status).toBe(403)
})
