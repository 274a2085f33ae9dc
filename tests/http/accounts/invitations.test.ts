import { expect, test } from 'bun:test'
import type { CreatedInvitation } from '../../../src/features/accounts/invitations/model'
import { companies, createInstallation, emailOf, errorAnswer, people } from '../../installation'
import { LoginClient } from '../../login-client'
import { storedBytes } from '../../stored-rows'

const password = 'nove violoncelos'
const person = { name: 'Nina Reis', email: 'nina@acme.test', password }
const tokenIn = (link: string) => link.split('#')[1] as string

async function createInvitations(options: Parameters<typeof createInstallation>[0] = {}) {
  const installation = await createInstallation(options)
  const { clientAs, clientWithHeaders } = installation
  const invite = async (input: object = {}, name: 'ana' | 'rui' = 'ana') => {
    const answer = await clientAs(name).invitations.post({ profile: 'user', ...input } as { profile: 'user' })
    expect([answer.status, answer.error?.value]).toEqual([200, undefined])
    const created = answer.data as CreatedInvitation
    return { ...created, token: tokenIn(created.link) }
  }
  const publicClient = () => clientWithHeaders().auth.invitation
  const show = (token: string) => publicClient().post({ token })
  const accept = (token: string, change: Partial<typeof person> = {}) =>
    publicClient().accept.post({ token, ...person, ...change })
  return { ...installation, invite, show, accept }
}

const invalid = errorAnswer(404, 'ERR_INVITATION_INVALID')

test('an invitation link creates one user with its rights, signs the user in, and is stored only as a hash', async () => {
  const { app, acme, store, published, invite, show, accept } = await createInvitations()
  const { token, link, mailed, invitation } = await invite({ profile: 'supervisor', queueIds: [2, 1, 2] })
  expect([link, mailed]).toEqual([`http://localhost:3000/invite#${token}`, false])
  expect(invitation).toMatchObject({ email: null, profile: 'supervisor', invitedBy: 'Ana' })
  expect((await storedBytes(store)).includes(token)).toBe(false)
  expect((await show(token)).data).toEqual({
    ...{ company: 'acme', invitedBy: 'Ana', name: '', email: null },
    passwordMin: 5,
  })
  const browser = new LoginClient(app)
  const { status, body } = await browser.request('POST', '/auth/invitation/accept', { token, ...person })
  expect([status, body.user]).toMatchObject([200, { name: 'Nina Reis', email: person.email, profile: 'supervisor' }])
  expect((await browser.me()).body).toMatchObject({ queues: [{ id: 1 }, { id: 2 }], company: { id: companies.acme } })
  expect((await browser.refresh()).status).toBe(200)
  expect(published.filter(({ entity }) => entity === 'user')).toMatchObject([{ payload: { action: 'create' } }])
  expect(await accept(token, { email: 'outra@acme.test' })).toMatchObject(invalid)
  expect(await show(token)).toMatchObject(invalid)
  const lines = await acme.select('audit_log').select(['action', 'entity', 'actorName', 'name']).orderBy('id').execute()
  expect(lines).toEqual([
    { action: 'create', entity: 'invitation', actorName: 'Ana', name: `${invitation.id}` },
    { action: 'accept', entity: 'invitation', actorName: 'invitation', name: `${invitation.id}` },
    { action: 'create', entity: 'user', actorName: 'invitation', name: 'Nina Reis' },
    { action: 'login', entity: 'session', actorName: 'Nina Reis', name: 'Nina Reis' },
  ])
})

test('an invitation with an address is mailed once with its link, and only that address can use it', async () => {
  const { mails, jobs, invite, show, accept, clientAs } = await createInvitations()
  const { token, link, mailed } = await invite({ name: 'Nina', email: 'NINA@acme.test' })
  await jobs.settle()
  expect(mailed).toBe(true)
  expect(mails).toMatchObject([{ to: 'nina@acme.test', subject: 'Convite para a equipe de acme' }])
  expect(mails[0]?.text).toContain(`\n    ${link}\n`)
  expect((await show(token)).data).toMatchObject({ name: 'Nina', email: 'nina@acme.test' })
  expect((await accept(token, { email: 'other@acme.test' })).data).toMatchObject({ user: { email: 'nina@acme.test' } })
  expect((await clientAs('ana').invitations.get()).data).toEqual({ invitations: [] })
})

test('a mail after a rotation of the root key brings a link that works', async () => {
  const { mails, jobs, store, invite, show } = await createInvitations()
  await invite({ name: 'Nina', email: 'nina@acme.test' })
  await store.write(({ kysely }) =>
    kysely.updateTable('invitations').set({ tokenHash: 'of a link by the earlier key' }).execute(),
  )
  await jobs.settle()
  const link = /http:\S+#\S+/.exec(mails[0]?.text ?? '')?.[0] ?? ''
  expect((await show(tokenIn(link))).data).toMatchObject({ name: 'Nina' })
})

test('an invitation without a mail server returns the link and sends no mail', async () => {
  const { mails, jobs, invite } = await createInvitations({ mail: false })
  expect(await invite({ email: person.email })).toMatchObject({ mailed: false })
  await jobs.settle()
  expect(mails).toEqual([])
})

test('a revoked, an expired and a guessed link, and that of an admin without the right, are answered alike', async () => {
  const { acme, invite, show, accept, clientAs } = await createInvitations()
  const revoked = await invite()
  expect((await clientAs('ana').invitations({ id: revoked.invitation.id }).delete()).status).toBe(200)
  const expired = await invite()
  await acme.transaction((tx) => tx.update('invitations').set({ expiresAt: '2020-01-01T00:00:00.000Z' }).execute())
  const ofFormerAdmin = await invite()
  const expectInvalid = async (token: string) => {
    expect(await show(token)).toMatchObject(invalid)
    expect(await accept(token)).toMatchObject(invalid)
  }
  for (const token of [revoked.token, expired.token, 'guessed']) await expectInvalid(token)
  await acme.transaction((tx) => tx.update('users').set({ profile: 'user' }).where('id', '=', people.ana.id).execute())
  await expectInvalid(ofFormerAdmin.token)
  expect(await acme.select('users').select('id').where('email', '=', person.email).execute()).toEqual([])
})

test('the invitation of a disabled and of an expired company is refused and stays', async () => {
  const { store, acme, invite, accept } = await createInvitations()
  const { token } = await invite()
  const change = (values: { status?: 0 | 1; dueDate?: string }) =>
    store.write(({ kysely }) => kysely.updateTable('companies').set(values).where('name', '=', 'acme').execute())
  await change({ status: 0 })
  expect(await accept(token)).toMatchObject(errorAnswer(403, 'ERR_COMPANY_DISABLED'))
  await change({ status: 1, dueDate: '2020-01-01' })
  expect(await accept(token)).toMatchObject(errorAnswer(402, 'ERR_SUBSCRIPTION_EXPIRED'))
  await change({ dueDate: '2099-12-31' })
  expect(await acme.select('users').select('id').where('email', '=', person.email).execute()).toEqual([])
  expect((await accept(token)).status).toBe(200)
})

test('a full plan, a weak password and a taken address are refused at acceptance, and the link stays valid', async () => {
  const { store, invite, accept } = await createInvitations()
  const { token } = await invite()
  await store.write(({ kysely }) => kysely.updateTable('plans').set({ users: 4 }).execute())
  expect(await accept(token)).toMatchObject(errorAnswer(403, 'ERR_PLAN_LIMIT', { limit: 4 }))
  await store.write(({ kysely }) => kysely.updateTable('plans').set({ users: 5 }).execute())
  expect(await accept(token, { password: 'nina reis' })).toMatchObject(errorAnswer(400, 'ERR_WEAK_PASSWORD'))
  expect(await accept(token, { email: emailOf('rui') })).toMatchObject(errorAnswer(409, 'ERR_EMAIL_TAKEN'))
  expect((await accept(token)).status).toBe(200)
})

test('two requests with one link at the same time create one user', async () => {
  const { acme, invite, accept } = await createInvitations()
  const { token } = await invite()
  const emails = ['uma@acme.test', 'outra@acme.test']
  const statuses = (await Promise.all(emails.map((email) => accept(token, { email })))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 404])
  expect((await acme.select('users').select('id').where('email', 'in', emails).execute()).length).toBe(1)
})

test('an invitation to an address that has a user of another company is created like any other', async () => {
  const { invite } = await createInvitations()
  const [known, unknown] = [await invite({ email: emailOf('rui') }), await invite({ email: 'livre@acme.test' })]
  const shape = ({ mailed, invitation: { queues, profile, name } }: typeof known) => ({ mailed, queues, profile, name })
  expect(shape(known)).toEqual(shape(unknown))
})

test('answers that an address is taken are limited per company, over invitations that its admin replaces', async () => {
  const { invite, accept, clientAs } = await createInvitations()
  const answers: (number | undefined)[] = []
  for (let round = 0; round < 4; round++) {
    const { token, invitation } = await invite()
    for (let n = 0; n < 9; n++) answers.push((await accept(token, { email: emailOf('rui') })).status)
    await clientAs('ana').invitations({ id: invitation.id }).delete()
  }
  expect(answers.filter((status) => status === 409)).toHaveLength(30)
  expect(answers.filter((status) => status === 429)).toHaveLength(6)
  expect((await accept((await invite()).token)).status).toBe(429) // a free address is not recognised either
  const rui = await invite({}, 'rui')
  expect((await accept(rui.token, { email: emailOf('ana') })).status).toBe(409)
})

test('attempts with one link are limited, and so are the mails of a company', async () => {
  const { invite, accept, clientAs } = await createInvitations({ clock: () => 0 })
  const { token } = await invite()
  for (let n = 0; n < 10; n++) expect((await accept(token, { email: emailOf('rui') })).status).toBe(409)
  expect(await accept(token)).toMatchObject(errorAnswer(429, 'ERR_RATE_LIMIT', { retryAfter: 360 }))
  for (let n = 0; n < 20; n++) await invite({ email: `pessoa${n}@acme.test` })
  const answer = await clientAs('ana').invitations.post({ profile: 'user', email: person.email })
  expect(answer).toMatchObject(errorAnswer(429, 'ERR_RATE_LIMIT', { retryAfter: 180 }))
  await invite() // a link without an address is not mailed
})

test('a queue deleted meanwhile is left out, and a deleted admin takes the invitations along', async () => {
  const { acme, invite, show, accept, clientAs, platform } = await createInvitations()
  const { token } = await invite({ queueIds: [1, 2] })
  await platform.transaction((tx) => tx.tenant(acme.companyId).delete('queues').where('id', '=', 2).execute())
  expect((await accept(token)).data?.user.queues.map(({ id }) => id)).toEqual([1])
  const later = await invite({}, 'rui')
  expect((await clientAs('root').invitations.get()).data).toEqual({ invitations: [] })
  await platform.transaction((tx) => tx.db.deleteFrom('users').where('id', '=', people.rui.id).execute())
  expect(await show(later.token)).toMatchObject(invalid)
})
