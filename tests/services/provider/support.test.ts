import { expect, test } from 'bun:test'
import { treaty } from '@elysiajs/eden'
import { createUser } from '../../../src/features/accounts/users/service'
import { summarize } from '../../../src/features/provider/support/visits'
import { companies, createInstallation, errorAnswer, password, people } from '../../installation'
import { makeJobsDue } from '../../make-jobs-due'

const reason = 'A conexão não sobe'

/** Support login of the provider in acme. */
async function openSupport(minutes?: number) {
  const installation = await createInstallation()
  const { data, error } = await installation
    .clientAs('root')
    .companies({ id: companies.acme })
    .support.post({ reason, minutes })
  if (!data) throw new Error(JSON.stringify(error?.value))
  const headers = { authorization: `Bearer ${data.token}` }
  const supportClient = treaty(installation.app, { parseDate: false, headers }).api
  const auditLines = () =>
    installation.acme.select('audit_log').select(['action', 'entity', 'name', 'actorName']).orderBy('id').execute()
  return { ...installation, ...data, supportClient, auditLines }
}

test('the provider cannot read a company without a grant', async () => {
  const { clientAs, insertTicket } = await createInstallation()
  const { id } = await insertTicket()
  expect(await clientAs('root').tickets({ id }).get()).toMatchObject(errorAnswer(404, 'ERR_NO_TICKET_FOUND'))
})

test('the provider acts as an admin with a grant, which all users see and whose name is in the audit log', async () => {
  const { clientAs, supportClient, auditLines, user, grant, insertTicket, published } = await openSupport()
  expect(user).toMatchObject({ name: 'Root (suporte)', profile: 'admin', super: false, companyId: companies.acme })
  const { id } = await insertTicket()
  expect((await supportClient.tickets({ id }).get()).status).toBe(200)
  expect((await supportClient.settings({ key: 'call' }).put({ value: 'enabled' })).status).toBe(200)
  expect((await clientAs('bob').support.get()).data?.grants).toEqual([grant])
  expect(published.find(({ entity }) => entity === 'support')).toMatchObject({
    companyId: companies.acme,
    payload: { action: 'start', grant: { name: 'Root (suporte)', reason } },
  })
  expect(await auditLines()).toEqual([
    { action: 'start', entity: 'support', name: 'Root (suporte)', actorName: 'Root (suporte)' },
    { action: 'ask', entity: 'support', name: 'PUT /api/settings/call', actorName: 'Root (suporte)' },
    { action: 'update', entity: 'setting', name: 'call', actorName: 'Root (suporte)' },
  ])
})

test('the support user is not listed, not counted against the plan, cannot log in and is not a super user', async () => {
  const { clientAs, supportClient, acme, clientWithHeaders } = await openSupport()
  const names = (await clientAs('ana').users.list.get()).data?.users.map(({ name }) => name)
  expect(names).toEqual(['Ana', 'Bob', 'Caio', 'Sara'])
  expect(await supportClient.plans.all.get()).toMatchObject(errorAnswer(403, 'ERR_NO_PERMISSION'))
  const known = await acme.select('users').select('passwordHash').where('id', '=', 1).executeTakeFirstOrThrow()
  const { email } = await acme.transaction((tx) =>
    tx.update('users').set(known).where('support', '=', 1).returning('email').executeTakeFirstOrThrow(),
  )
  const login = await clientWithHeaders({ origin: 'http://localhost:3000' }).auth.login.post({ email, password })
  expect(login).toMatchObject(errorAnswer(401, 'ERR_INVALID_CREDENTIALS'))
})

test('an admin ends a grant at once; agents cannot', async () => {
  const { clientAs, supportClient, grant, auditLines, published } = await openSupport()
  const { id } = grant
  expect(await clientAs('bob').support({ id }).delete()).toMatchObject(errorAnswer(403, 'ERR_NO_PERMISSION'))
  expect((await supportClient.auth.me.get()).status).toBe(200)
  expect((await clientAs('ana').support({ id }).delete()).status).toBe(200)
  expect(await supportClient.auth.me.get()).toMatchObject(errorAnswer(403, 'ERR_SESSION_EXPIRED'))
  expect((await clientAs('bob').support.get()).data?.grants).toEqual([])
  expect(published.at(-1)).toMatchObject({ entity: 'support', payload: { action: 'end', grant: { id } } })
  expect((await auditLines()).at(-1)).toMatchObject({ action: 'end', entity: 'support', actorName: 'Ana' })
  expect(await clientAs('ana').support({ id }).delete()).toMatchObject(errorAnswer(404, 'ERR_NO_SUPPORT_FOUND'))
})

test('a new grant ends the earlier one', async () => {
  const { clientAs, supportClient, grant } = await openSupport()
  const again = await clientAs('root').companies({ id: companies.acme }).support.post({ reason: 'De novo' })
  expect((await clientAs('bob').support.get()).data?.grants.map(({ id }) => id)).toEqual([again.data?.grant.id ?? 0])
  expect(again.data?.grant.userId).toBe(grant.userId)
  expect(await supportClient.auth.me.get()).toMatchObject(errorAnswer(403, 'ERR_SESSION_EXPIRED'))
})

test('a grant expires: its login at the minute, its row by a job', async () => {
  const { clientAs, supportClient, grant, acme, auth, jobs, auditLines, store } = await openSupport(10)
  expect(Date.parse(grant.expiresAt) - Date.parse(grant.startedAt)).toBe(10 * 60_000)
  const past = new Date(Date.now() - 1000).toISOString()
  await acme.transaction(async (tx) => {
    await tx.update('tokens').set({ expiresAt: past }).where('userId', '=', grant.userId).execute()
  })
  await makeJobsDue(store)
  await auth.refreshRights(grant.userId as never)
  await auth.refreshRights(companies.acme as never)
  expect(await supportClient.auth.me.get()).toMatchObject(errorAnswer(403, 'ERR_SESSION_EXPIRED'))
  await jobs.settle()
  expect((await clientAs('ana').support.get()).data?.grants).toEqual([])
  expect((await auditLines()).at(-1)).toMatchObject({ action: 'end', actorName: 'job' })
})

test('a grant ends when its super user loses that right or is deleted', async () => {
  const { clientAs, supportClient, scopeOf, platform, auditLines } = await openSupport()
  const eva = { name: 'Eva', email: 'eva@provider.test', password: 'oito violinos', profile: 'user' as const }
  const { id } = await createUser(scopeOf('root'), platform, eva)
  await clientAs('root').users({ id }).super.put({ super: true, password: 'nove violoncelos' })
  expect((await supportClient.tickets.get({ query: {} })).status).toBe(200)
  await clientAs('root').users({ id: people.root.id }).super.put({ super: false })
  expect((await supportClient.tickets.get({ query: {} })).status).toBe(403)
  expect((await auditLines()).at(-1)).toMatchObject({ action: 'end', actorName: 'support' })
})

test('a support visit may not create users, tokens, webhooks and integrations, which would outlive it', async () => {
  const { supportClient, acme, insertConnection } = await openSupport()
  const { id } = await insertConnection('acme')
  const eva = { name: 'Eva', email: 'eva@acme.test', password: 'oito violinos', profile: 'admin' as const }
  const refused = errorAnswer(403, 'ERR_SUPPORT_VISIT')
  expect(await supportClient.users.post(eva)).toMatchObject(refused)
  expect(await supportClient.users({ id: people.ana.id }).put({ password: 'oito violinos' })).toMatchObject(refused)
  expect(await supportClient.users({ id: people.ana.id }).delete()).toMatchObject(refused)
  expect(await supportClient.whatsapp({ id }).token.get()).toMatchObject(refused)
  expect(
    await supportClient.webhooks.post({ name: 'Fora', url: 'https://example.com', events: ['ticket.created'] }),
  ).toMatchObject({
    status: 403,
  })
  const program = { type: 'webhook' as const, name: 'Fora', urlN8N: 'https://example.com/' }
  expect(await supportClient.queueIntegration.post(program)).toMatchObject(refused)
  expect(await acme.select('users').select('id').where('email', '=', eva.email).execute()).toEqual([])
})

test('a support visit lists what it made, to its super user and to the admins of the company, and to no other', async () => {
  const { clientAs, supportClient, insertTicket, grant, user } = await openSupport()
  const { id: ticketId } = await insertTicket()
  await clientAs('ana').settings({ key: 'call' }).put({ value: 'enabled' })
  await supportClient.settings({ key: 'call' }).put({ value: 'disabled' })
  for (const _ of [1, 2]) await supportClient['ticket-notes'].post({ ticketId, note: 'Visto pelo suporte' })
  expect((await supportClient.users({ id: people.ana.id }).delete()).status).toBe(403)
  await supportClient.support({ id: grant.id }).delete()
  const { data: report } = await clientAs('ana').support({ id: grant.id }).get()
  expect(report?.changes.map(({ entity, name, actorId }) => [entity, name, actorId])).toEqual([
    ['setting', 'call', user.id],
    ['permission', 'DELETE /api/users/:id', user.id],
  ])
  expect(report?.requests).toEqual([{ method: 'POST', path: '/api/ticket-notes', count: 2 }])
  expect(report?.visit.endedAt).not.toBeNull()
  const own = await clientAs('root').companies({ id: companies.acme }).support.get()
  expect(own.data).toEqual({ report })
  expect((await clientAs('root').companies({ id: companies.rival }).support.get()).data).toEqual({ report: null })
  expect((await clientAs('ana').support.visits.get()).data?.visits.map(({ id }) => id)).toEqual([grant.id])
  expect((await clientAs('rui').support.visits.get()).data?.visits).toEqual([])
  expect(await clientAs('rui').support({ id: grant.id }).get()).toMatchObject(errorAnswer(404, 'ERR_NO_SUPPORT_FOUND'))
  expect(await clientAs('bob').support({ id: grant.id }).get()).toMatchObject(errorAnswer(403, 'ERR_NO_PERMISSION'))
})

test('an export of a visit and its download are listed by name; the link of the visit ends with it', async () => {
  const { app, clientAs, supportClient, grant, jobs, insertTicket } = await openSupport()
  const open = async (url: string) => (await app.handle(new Request(`http://localhost${url}`))).status
  const linkOf = async (client: typeof supportClient) => (await client.exports.get()).data?.exports[0]?.url ?? ''
  expect(await supportClient.exports.post()).toMatchObject({ data: { userName: 'Root (suporte)' } })
  await jobs.settle()
  const { id: ticketId } = await insertTicket()
  await supportClient['ticket-notes'].post({ ticketId, note: 'Visto pelo suporte' })
  const link = await linkOf(supportClient)
  expect(await open(link)).toBe(200)
  await supportClient.support({ id: grant.id }).delete()
  expect(await open(link)).toBe(404)
  expect(await supportClient.exports.get()).toMatchObject(errorAnswer(403, 'ERR_SESSION_EXPIRED'))
  expect(await open(await linkOf(clientAs('ana')))).toBe(200)
  const { data: report } = await clientAs('ana').support({ id: grant.id }).get()
  expect(report?.changes.map(({ action, entity, name }) => [action, entity, name])).toEqual([
    ['export', 'company', 'acme'],
    ['download', 'company', expect.stringMatching(/^empresa-\d{4}-\d\d-\d\d\.tar$/)],
  ])
  expect(report?.requests).toEqual([{ method: 'POST', path: '/api/ticket-notes', count: 1 }])
})

test('a request that is refused once hides no other request of its route from the list of a visit', () => {
  let id = 0
  const line = (action: string, entity: string, name: string, after = {}) => ({
    ...{
      id: ++id,
      at: '2026-11-24T12:00:00.000Z',
      actorId: 9,
      actorName: 'Root (suporte)',
      address: '',
      erased: false,
    },
    ...{ action, entity, entityId: null, name, before: {}, after },
  })
  const ask = line('ask', 'support', 'POST /api/chats/7/messages')
  const refused = line('refuse', 'permission', 'POST /api/chats/:id/messages')
  const other = line('refuse', 'permission', 'PUT /api/settings/:key')
  const countOf = (lines: Parameters<typeof summarize>[0]) => summarize(lines).requests.map(({ count }) => count)
  expect(countOf([ask, refused])).toEqual([])
  expect(countOf([ask, refused, ask])).toEqual([1])
  expect(countOf([ask, refused, ask, refused])).toEqual([])
  expect(countOf([ask, line('ask', 'support', 'PUT /api/settings/call'), other, ask])).toEqual([2])
})

test('every refusal of a visit has a line, also several of one minute', async () => {
  const { clientAs, supportClient, grant, store } = await openSupport()
  const { id } = people.ana
  for (const _ of [1, 2]) expect((await supportClient.users({ id }).delete()).status).toBe(403)
  expect((await supportClient.invitations.post({ profile: 'admin' })).status).toBe(403)
  await store.idle()
  const { data } = await clientAs('ana').support({ id: grant.id }).get()
  const routes = ['DELETE /api/users/:id', 'DELETE /api/users/:id', 'POST /api/invitations/']
  expect(data?.changes.map(({ name }) => name)).toEqual(routes)
  expect(data?.requests).toEqual([])
})

test('no person gets the address of a support user, and one who has it is not taken for it', async () => {
  const { clientAs, acme } = await createInstallation()
  const address = `support-${people.root.id}-${companies.acme}@support.invalid`
  const person = { name: 'Eva', password: 'secret-of-eva', profile: 'admin' as const }
  expect(await clientAs('ana').users.post({ ...person, email: address.toUpperCase() })).toMatchObject(
    errorAnswer(409, 'ERR_EMAIL_TAKEN'),
  )
  // A person who has the address since an earlier version.
  await acme.transaction(async (tx) => {
    await tx.update('users').set({ email: address }).where('id', '=', people.ana.id).execute()
  })
  const { data } = await clientAs('root').companies({ id: companies.acme }).support.post({ reason })
  expect(data?.user.id).not.toBe(people.ana.id)
})

test('a grant needs a reason, lasts at most an hour, and is refused for the own company', async () => {
  const { clientAs } = await createInstallation()
  const grant = (id: number, body: { reason: string; minutes?: number }) =>
    clientAs('root').companies({ id }).support.post(body)
  expect(await grant(1, { reason: '     ' })).toMatchObject(errorAnswer(422, 'ERR_VALIDATION'))
  expect(await grant(1, { reason, minutes: 61 })).toMatchObject(errorAnswer(422, 'ERR_VALIDATION'))
  expect(await grant(companies.provider, { reason })).toMatchObject(errorAnswer(409, 'ERR_OWN_COMPANY'))
  expect(await grant(999, { reason })).toMatchObject(errorAnswer(404, 'ERR_NO_COMPANY_FOUND'))
})
