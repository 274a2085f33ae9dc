import { expect, test } from 'bun:test'
import { companies, createInstallation, errorAnswer } from '../../installation'
import { LoginClient } from '../../login-client'

const bakery = { name: 'Padaria Pão Doce', adminName: 'Dona Inês', email: 'ines@padaria.test', planId: 1 }
const password = 'nove violoncelos azuis'
const tokenOf = (link: string) => link.split('#')[1] ?? ''

test('a company without a password gets a link, by which its first admin chooses one and is signed in', async () => {
  const { clientAs, clientWithHeaders, mails, jobs, app, published } = await createInstallation()
  const root = clientAs('root')
  const { data: made } = await root.companies.post(bakery)
  expect(made).toMatchObject({ name: bakery.name, isInvited: true, invitation: { mailed: true } })
  expect(JSON.stringify(published)).not.toContain(tokenOf(made!.invitation!.link))
  await jobs.settle()
  expect(mails).toMatchObject([{ to: bakery.email }])
  expect(mails[0]!.text).toContain(made!.invitation!.link)

  const visitor = clientWithHeaders({ origin: 'http://localhost:3000' })
  const token = tokenOf(made!.invitation!.link)
  expect((await visitor.auth.invitation.post({ token })).data).toMatchObject({
    company: bakery.name,
    email: bakery.email,
  })
  const accepted = await visitor.auth.invitation.accept.post({ token, name: 'Inês Prado', password })
  expect(accepted.data?.user).toMatchObject({ profile: 'admin', name: 'Inês Prado', companyId: made!.id })
  const told = published.filter(({ entity }) => entity === 'tenant').at(-1)
  expect(told).toMatchObject({ companyId: companies.provider, payload: { action: 'reload' } })
  const login = { email: bakery.email, password }
  expect((await new LoginClient(app).request('POST', '/auth/login', login)).status).toBe(200)
  expect((await root.companies({ id: made!.id }).get()).data?.isInvited).toBe(false)
  const again = await root.companies({ id: made!.id }).invitation.post()
  expect(again).toMatchObject(errorAnswer(404, 'ERR_NO_INVITATION_FOUND'))
})

test('a new link for the first admin ends the earlier one; an admin of another company makes none', async () => {
  const { clientAs, clientWithHeaders } = await createInstallation()
  const { data: made } = await clientAs('root').companies.post(bakery)
  const again = (await clientAs('root').companies({ id: made!.id }).invitation.post()).data
  const visitor = clientWithHeaders({ origin: 'http://localhost:3000' })
  const show = async (link: string) => (await visitor.auth.invitation.post({ token: tokenOf(link) })).status
  expect([await show(made!.invitation!.link), await show(again!.link)]).toEqual([404, 200])
  expect((await clientAs('ana').companies({ id: made!.id }).invitation.post()).status).toBe(403)
})

test('a company with a password has its admin at once, and no invitation', async () => {
  const { clientAs, mails, jobs } = await createInstallation()
  const { data: made } = await clientAs('root').companies.post({ ...bakery, password })
  await jobs.settle()
  expect([made?.isInvited, made?.invitation, mails]).toEqual([false, undefined, []])
})

test('another address of the company ends the link that was sent to the former one', async () => {
  const { clientAs, clientWithHeaders, mails, jobs } = await createInstallation()
  const root = clientAs('root')
  const { data: made } = await root.companies.post(bakery)
  const company = root.companies({ id: made!.id })
  await company.put({ phone: '11 3333-4444' })
  const visitor = clientWithHeaders({ origin: 'http://localhost:3000' })
  const show = (link: string) => visitor.auth.invitation.post({ token: tokenOf(link) })
  expect((await show(made!.invitation!.link)).status).toBe(200)
  await company.put({ email: 'ines.prado@padaria.test' })
  expect((await show(made!.invitation!.link)).status).toBe(404)
  const { data: again } = await company.invitation.post()
  expect((await show(again!.link)).data).toMatchObject({ email: 'ines.prado@padaria.test' })
  await jobs.settle()
  expect(mails.at(-1)?.to).toBe('ines.prado@padaria.test')
})
