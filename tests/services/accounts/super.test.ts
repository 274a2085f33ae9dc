import { expect, test } from 'bun:test'
import { TenantDb } from '../../../src/core/storage/tenant'
import { createUser } from '../../../src/features/accounts/users/service'
import { createInstallation, errorAnswer, people } from '../../installation'
import { LoginClient } from '../../login-client'

/** Super users: the provider's staff, each with an own login. */

const password = 'nove violoncelos'

/** User Eva of the provider who is no super user yet. */
async function createColleague() {
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

test('a super user promotes another, who logs in with a new password and must enrol a second factor', async () => {
  const { above, id, lines, clientWithHeaders, eva, published, app } = await createColleague()
  const browser = new LoginClient(app)
  await browser.request('POST', '/auth/login', { email: eva.email, password: eva.password })
  expect((await browser.me()).status).toBe(200)
  expect((await above.put({ super: true, password })).data).toMatchObject({ id, super: true, profile: 'admin' })
  expect(published.map(({ entity, payload }) => [entity, payload.action])).toEqual([['user', 'update']])
  const line = (await lines()).find(({ action }) => action === 'update')
  expect(line).toMatchObject({ entity: 'user', name: 'Eva', actorId: people.root.id })
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
] as const)('a promotion with %p is refused', async (body, status, code) => {
  const { above, image, lines, published } = await createColleague()
  const before = await image()
  expect(await above.put(body)).toMatchObject(errorAnswer(status, code))
  expect([await image(), await lines(), published]).toEqual([before, [], []])
})

test('admins cannot promote, and users of other companies cannot be promoted', async () => {
  const { clientAs, image, id, published } = await createColleague()
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

test('the last super user can be neither demoted nor deleted; with two, one can', async () => {
  const { clientAs, above, id, image, lines } = await createColleague()
  const [root, no] = [clientAs('root').users({ id: people.root.id }), errorAnswer(409, 'ERR_LAST_SUPER')]
  await clientAs('root').users({ id }).put({ profile: 'admin' })
  const before = await image()
  expect(await root.super.put({ super: false })).toMatchObject(no)
  expect(await root.delete()).toMatchObject(no)
  expect(await image()).toEqual(before)
  await above.put({ super: true, password })
  const both = await Promise.all([above.put({ super: false }), root.super.put({ super: false })])
  // The second request is refused: its user is the last one, or no super user any more.
  expect([
    [200, 403],
    [200, 409],
  ]).toContainEqual(both.map(({ status }) => status).sort())
  const supers = (await image()).filter((person) => person.super === 1)
  expect(supers.length).toBe(1)
  // Audit lines of Eva: promoted, made an admin, and demoted unless Root was.
  expect((await lines()).length).toBe(supers[0]?.id === id ? 2 : 3)
})

test('a change to the current value writes no audit line', async () => {
  const { above, image, lines, published } = await createColleague()
  const before = await image()
  expect((await above.put({ super: false })).data).toMatchObject({ super: false, profile: 'user' })
  expect([await image(), await lines(), published]).toEqual([before, [], []])
})
