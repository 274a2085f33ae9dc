import { expect, test } from 'bun:test'
import { assemble } from '../../../src/assemble'
import { readConfig } from '../../../src/config'
import type { CompanyId } from '../../../src/core/storage/schema'
import { login } from '../../../src/features/accounts/auth/login/login'
import { checkPassword, PasswordHasher } from '../../../src/features/accounts/users/passwords/passwords'
import { companies, createInstallation, emailOf, password } from '../../installation'

const { platform } = await createInstallation()
const person = { companyId: companies.acme as CompanyId, email: 'maria@acme.test', name: 'Maria Souza' }

test('hashes of a serving process are argon2id with 19 MiB and two passes', async () => {
  const { passwords } = assemble(readConfig({}), platform.ports.store, platform.ports.secrets, false).services.ports
  const hash = await passwords.hash('whatever it is')
  expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
  expect(passwords.needsRehash(hash)).toBe(false)
  expect([await passwords.verify('whatever it is', hash), await passwords.verify('other', hash)]).toEqual([true, false])
})

test('an unknown user also costs one hash comparison, which never matches', async () => {
  expect(await platform.ports.passwords.verify('anything', undefined)).toBe(false)
})

test.each(['123456', 'PASSWORD', 'senha123', 'qwerty', 'flamengo', 'maria@acme.test', 'MARIA', 'Maria Souza'])(
  'the password %s is refused',
  (weak) => expect(checkPassword(platform, weak, person)).rejects.toThrow('ERR_WEAK_PASSWORD'),
)

test('a super user needs twelve characters, others five', async () => {
  const above = { ...person, super: true }
  await expect(checkPassword(platform, 'k9#mVq2!xZp', above)).rejects.toThrow('ERR_WEAK_PASSWORD')
  await checkPassword(platform, 'k9#mVq2!xZpw', above)
  await checkPassword(platform, 'k9#mV', person)
})

test('a hash of another cost is replaced at the next login', async () => {
  const { auth, ports, store } = await createInstallation()
  const old = await Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 64, timeCost: 1 })
  await store.write(({ kysely }) =>
    kysely.updateTable('users').set({ passwordHash: old }).where('id', '=', 3).execute(),
  )
  await login(auth, { email: emailOf('bob'), password }, { ip: '1.1.1.1', userAgent: '' })
  const row = await store.read.kysely
    .selectFrom('users')
    .select('passwordHash')
    .where('id', '=', 3)
    .executeTakeFirstOrThrow()
  expect(ports.passwords.needsRehash(row.passwordHash)).toBe(false)
})

test('a password changed while the old one is rehashed stays changed', async () => {
  const { auth, ports, store } = await createInstallation()
  const old = await Bun.password.hash(password, { algorithm: 'argon2id', memoryCost: 64, timeCost: 1 })
  const change = (passwordHash: string) =>
    store.write(({ kysely }) => kysely.updateTable('users').set({ passwordHash }).where('id', '=', 3).execute())
  await change(old)
  const hash = ports.passwords.hash.bind(ports.passwords)
  ports.passwords.hash = async (text) => {
    await change('the new one')
    return hash(text)
  }
  await login(auth, { email: emailOf('bob'), password }, { ip: '1.1.1.1', userAgent: '' })
  const bob = store.read.kysely.selectFrom('users').select('passwordHash').where('id', '=', 3)
  expect(await bob.executeTakeFirst()).toEqual({ passwordHash: 'the new one' })
})

test('comparisons beyond the queue limit are refused and queued ones complete', async () => {
  const passwords = new PasswordHasher({ memoryCost: 8, timeCost: 1 })
  const cheap = await passwords.hash('x')
  const networks = ['9.9.9.1', '9.9.9.2', '9.9.9.3']
  const flood = networks.map((network) => Array.from({ length: 150 }, () => passwords.verify('x', cheap, network)))
  const newcomer = passwords.verify('x', cheap, '8.8.8.8')
  const outcomes = await Promise.all(flood.map((each) => Promise.allSettled(each)))
  const done = outcomes.map((each) => each.filter(({ status }) => status === 'fulfilled').length)
  expect(done).toEqual([50, 50, 1])
  expect(await newcomer).toBe(true)
})
