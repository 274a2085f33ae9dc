import { expect, test } from 'bun:test'
import { TenantDb } from '../../src/core/storage/tenant'
import { createUser } from '../../src/features/users/service'
import { createInstallation, errorAnswer, people } from '../installation'
import { LoginClient } from '../login-client'

/** The provider's staff: each runs the installation with a login of their own. */

const password = 'nove violoncelos'

/** Somebody of the provider's who runs nothing yet, and their own browser. */
async function colleague() {
  const installation = await createInstallation({ clock: () => 0 })
  const root = installation.scopeOf('root')
  const eva = { name: 'Eva', email: 'eva@provider.test', password: 'oito violinos', profile: 'user' as const }
  const { id } = await createUser(root, installation.platform, eva)
  const provider = TenantDb.of(installation.store, root.companyId)
  const image = () => provider.select('users').selectAll().orderBy('id').execute()
  const lines = async () =>
    (await provider.select('audit_log').selectAll().where('entityId', '=', id).orderBy('id').execute()).slice(1)
  installation.published.length = 0
  return { ...installation, id, image, lines, above: installation.clientAs('root').users({ id }).super, eva }
}

test('one super user makes another, who signs in with a new password and enrols first', async () => {
  const { above, id, lines, clientWithHeaders, eva, published, app } = await colleague()
  const browser = new LoginClient(app)
  await browser.request('POST', '/auth/login', { email: eva.email, password: eva.password })
  expect((await browser.me()).status).toBe(200)
  expect((await above.put({ super: true, password })).data).toMatchObject({ id, super: true, profile: 'admin' })
  expect(published.map(({ entity, payload }) => [entity, payload.action])).toEqual([['user', 'update']])
  const line = (await lines())[0]
  expect(line).toMatchObject({ action: 'update', entity: 'user', name: 'Eva', actorId: people.root.id })
  expect([line?.before, line?.after].map((side) => JSON.parse(side ?? ''))).toEqual([
    { super: false, profile: 'user', password: '•••' },
    { super: true, profile: 'admin', password: '•••' },
  ])
  expect((await browser.me()).status).toBe(403)
  expect(await clientWithHeaders().auth.login.post(eva)).toMatchObject(errorAnswer(401, 'ERR_INVALID_CREDENTIALS'))
  const { data } = await clientWithHeaders().auth.login.post({ email: eva.email, password })
  expect(data).toMatchObject({ user: { super: true, mustEnrol: true } })
})

test.each([
  [{ super: true }, 400, 'ERR_WEAK_PASSWORD'],
  [{ super: true, password: 'eva@provider.test' }, 400, 'ERR_WEAK_PASSWORD'],
  [{ super: true, password: 'onze letras' }, 422, 'ERR_VALIDATION'],
] as const)('%p makes nobody more', async (body, status, code) => {
  const { above, image, lines, published } = await colleague()
  const before = await image()
  expect(await above.put(body)).toMatchObject(errorAnswer(status, code))
  expect([await image(), await lines(), published]).toEqual([before, [], []])
})

test('nobody else makes one: not an admin, not of their own people, not in another company', async () => {
  const { clientAs, image, id, published } = await colleague()
  const before = await image()
  const no = errorAnswer(403, 'ERR_NO_PERMISSION')
  for (const [name, of] of [
    ['ana', people.bob.id],
    ['ana', people.ana.id],
    ['ana', id],
    ['bob', people.bob.id],
  ] as const)
    expect(await clientAs(name).users({ id: of }).super.put({ super: true, password })).toMatchObject(no)
  const ofAnother = clientAs('root').users({ id: people.bob.id }).super
  expect(await ofAnother.put({ super: true, password })).toMatchObject(errorAnswer(404, 'ERR_NO_USER_FOUND'))
  expect([await image(), published]).toEqual([before, []])
})

test('the last one neither stops being one nor goes; with two, one may', async () => {
  const { clientAs, above, id, image, lines } = await colleague()
  const [root, no] = [clientAs('root').users({ id: people.root.id }), errorAnswer(409, 'ERR_LAST_SUPER')]
  await clientAs('root').users({ id }).put({ profile: 'admin' })
  const before = await image()
  expect(await root.super.put({ super: false })).toMatchObject(no)
  expect(await root.delete()).toMatchObject(no)
  expect(await image()).toEqual(before)
  await above.put({ super: true, password })
  const both = await Promise.all([above.put({ super: false }), root.super.put({ super: false })])
  // Who comes second is the last one, or asks for what only a super may.
  expect([
    [200, 403],
    [200, 409],
  ]).toContainEqual(both.map(({ status }) => status).sort())
  const supers = (await image()).filter((person) => person.super === 1)
  expect(supers.length).toBe(1)
  // Of the colleague: promoted, made an admin, and demoted unless the other one was.
  expect((await lines()).length).toBe(supers[0]?.id === id ? 2 : 3)
})

test('what is so already stays, and no line says that it changed', async () => {
  const { above, image, lines, published } = await colleague()
  const before = await image()
  expect((await above.put({ super: false })).data).toMatchObject({ super: false, profile: 'user' })
  expect([await image(), await lines(), published]).toEqual([before, [], []])
})
