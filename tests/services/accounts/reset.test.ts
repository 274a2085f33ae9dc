import { expect, test } from 'bun:test'
import { resetPassword } from '../../../src/features/accounts/auth/setup/reset'
import { createInstallation, emailOf } from '../../installation'
import { LoginClient } from '../../login-client'

test('the reset command sets a password that works and ends every login', async () => {
  const { platform, app } = await createInstallation()
  const old = new LoginClient(app)
  await old.login('bob')
  await resetPassword(platform, ` ${emailOf('bob').toUpperCase()}`, 'something else now')
  expect((await old.me()).status).toBe(403)
  expect((await old.refresh()).status).toBe(401)
  expect((await new LoginClient(app).login('bob')).status).toBe(401)
  expect((await new LoginClient(app).login('bob', 'something else now')).status).toBe(200)
})

test.each([
  ['nobody@acme.test', 'something else now', 'ERR_USER_DONT_EXISTS'],
  [emailOf('bob'), '123456', 'ERR_WEAK_PASSWORD'],
  [emailOf('bob'), 'abc', 'ERR_WEAK_PASSWORD'],
  [emailOf('root'), 'eleven-char', 'ERR_WEAK_PASSWORD'],
])('%s with %s is refused and ends no login', async (email, password, code) => {
  const { platform, clientAs } = await createInstallation()
  expect(resetPassword(platform, email, password)).rejects.toThrow(code)
  expect((await clientAs('bob').auth.me.get()).status).toBe(200)
})
