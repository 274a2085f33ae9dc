import { expect, test } from 'bun:test'
import { createInstallation, errorAnswer, type Name, password } from '../../installation'

/** Installation in which the provider and a company may set their minimum length. */
async function createWithMinimum(minimums: { provider?: string; company?: string }) {
  const installation = await createInstallation({ clock: () => 0 })
  const put = (name: Name, key: string, value: string) => installation.clientAs(name).settings({ key }).put({ value })
  if (minimums.company) expect((await put('ana', 'passwordMinLength', minimums.company)).status).toBe(200)
  if (minimums.provider) expect((await put('root', 'providerPasswordMinLength', minimums.provider)).status).toBe(200)
  const change = (name: Name, id: number, text: string) =>
    installation.clientAs(name).users({ id }).put({ password: text, currentPassword: password })
  return { ...installation, put, change }
}

const tooShort = (min: number) => errorAnswer(400, 'ERR_WEAK_PASSWORD', { min })

test('a company raises the minimum length of its own new passwords only', async () => {
  const { change, clientAs } = await createWithMinimum({ company: '10' })
  expect(await change('ana', 3, 'k9#mVq2!x')).toMatchObject(tooShort(10))
  expect(await change('bob', 3, 'k9#mVq2!x')).toMatchObject(tooShort(10))
  expect((await change('bob', 3, 'k9#mVq2!xZ')).status).toBe(200)
  expect((await change('rui', 5, 'k9#mV')).status).toBe(200)
  expect((await clientAs('ana').auth.me.get()).data?.company.passwordMin).toBe(10)
  expect((await clientAs('rui').auth.me.get()).data?.company.passwordMin).toBe(5)
})

test('the minimum length of the provider holds in all companies and at sign-up', async () => {
  const { change, clientAs, clientWithHeaders } = await createWithMinimum({ company: '8', provider: '9' })
  const person = { name: 'Zé Lima', email: 'ze@acme.test', profile: 'user' as const }
  expect(await clientAs('ana').users.post({ ...person, password: 'k9#mVq2!' })).toMatchObject(tooShort(9))
  expect(await change('rui', 5, 'k9#mVq2!')).toMatchObject(tooShort(9))
  const company = { name: 'Padaria', email: 'dono@padaria.test', phone: '11999998888', planId: 1 }
  const visitor = clientWithHeaders()
  expect(await visitor.companies.cadastro.post({ ...company, password: 'k9#mVq2!' })).toMatchObject(tooShort(9))
  expect((await visitor.system.get()).data?.passwordMin).toBe(9)
  expect((await clientAs('ana').auth.me.get()).data?.company.passwordMin).toBe(9)
})

test('the minimum length of a company cannot be below the provider’s, above 32 or below 5', async () => {
  const { put } = await createWithMinimum({ provider: '9' })
  expect(await put('ana', 'passwordMinLength', '8')).toMatchObject(
    errorAnswer(422, 'ERR_VALIDATION', { fields: ['value'], min: 9 }),
  )
  expect((await put('ana', 'passwordMinLength', '9')).status).toBe(200)
  for (const value of ['4', '33', '-6', '8.5', ''])
    expect((await put('root', 'providerPasswordMinLength', value)).status).toBe(422)
  expect((await put('ana', 'providerPasswordMinLength', '5')).status).toBe(403)
  expect((await put('sara', 'passwordMinLength', '12')).status).toBe(403)
})

test('a super user needs twelve characters where the company requires fewer, and more where it requires more', async () => {
  const { change, put } = await createWithMinimum({})
  expect(await change('root', 6, 'k9#mVq2!xZp')).toMatchObject(tooShort(12))
  await put('root', 'passwordMinLength', '14')
  expect(await change('root', 6, 'k9#mVq2!xZpwy')).toMatchObject(tooShort(14))
  expect((await change('root', 6, 'k9#mVq2!xZpwyt')).status).toBe(200)
})

test('a password that was set under a shorter minimum still opens the account', async () => {
  const { clientWithHeaders, put } = await createWithMinimum({})
  await put('root', 'providerPasswordMinLength', '32')
  expect((await clientWithHeaders().auth.login.post({ email: 'bob@acme.test', password })).status).toBe(200)
})
