import { expect, test } from 'bun:test'
import { checkKeys } from '../../../src/core/keys/check-keys'
import { CompanySealer, companyKeyPlace } from '../../../src/core/keys/company-keys'
import { createMissingKeys } from '../../../src/core/keys/create-missing-keys'
import { rotateCompanyKey } from '../../../src/core/keys/rotate'
import { resealCompany, sealedColumns } from '../../../src/core/keys/sealed-columns'
import { Secrets } from '../../../src/core/secrets'
import type { Store } from '../../../src/core/storage/db'
import type { CompanyId } from '../../../src/core/storage/schema'
import { hashOf, tokenOf } from '../../../src/features/accounts/invitations/token'
import { codeOf } from '../../../src/features/accounts/password-reset/code'
import { beginSecondFactor } from '../../../src/features/accounts/users/second-factor/second-factor'
import { getWebhook } from '../../../src/features/api/webhooks/read'
import { createWebhook } from '../../../src/features/api/webhooks/service'
import { changeSetting } from '../../../src/features/platform/settings/service'
import { deleteCompany } from '../../../src/features/provider/companies/delete'
import { companies, createInstallation } from '../../installation'
import { sqliteTest } from '../../postgres-databases'

const sealedKeyOf = ({ read }: Store, companyId: number) =>
  read.kysely
    .selectFrom('company_keys')
    .select('sealed')
    .where('companyId', '=', companyId as CompanyId)
    .executeTakeFirst()

async function createKeyed() {
  const installation = await createInstallation()
  const { platform, scopeOf, store, ports } = installation
  const run = (text: string) => store.write(async (tx) => tx.run(text, []))
  await run('delete from second_factors') // of the fixtures; they are not sealed
  await changeSetting(scopeOf('ana'), platform, 'asaas', 'aact_prod_flautim')
  await beginSecondFactor(scopeOf('bob'))
  const { id } = await createWebhook(scopeOf('ana'), { name: 'Um', url: 'https://example.com/', events: ['ticket.*'] })
  await createWebhook(scopeOf('rui'), { name: 'Dois', url: 'https://example.com/', events: ['ticket.*'] })
  const keyOf = (companyId: number) => sealedKeyOf(store, companyId)
  const sealerOf = async (companyId: number) =>
    new CompanySealer(ports.secrets.open((await keyOf(companyId))!.sealed, companyKeyPlace(companyId)))
  const reseal = (...[companyId, from, to]: [number, Parameters<typeof resealCompany>[2], Secrets | null]) =>
    store.write((tx) => resealCompany(tx, companyId, from, to))
  return { ...installation, run, read: store.read, reseal, secrets: ports.secrets, webhookId: id, keyOf, sealerOf }
}

test('secrets are sealed with the key of their company, and neither the root key nor another company opens them', async () => {
  const { read, reseal, secrets, sealerOf } = await createKeyed()
  expect(await checkKeys(read, secrets)).toEqual({ companies: 3, values: 4, unreadable: [] })
  expect((await reseal(companies.acme, secrets, null)).unreadable).toHaveLength(3)
  expect((await reseal(companies.acme, await sealerOf(companies.rival), null)).unreadable).toHaveLength(3)
})

test('values that an earlier version sealed with the root key are sealed with a new key of the company', async () => {
  const { run, read, reseal, secrets, sealerOf, store } = await createKeyed()
  for (const companyId of [companies.acme, companies.rival])
    expect((await reseal(companyId, await sealerOf(companyId), secrets)).unreadable).toEqual([])
  await run('delete from company_keys')
  expect(await reseal(companies.acme, secrets, null)).toEqual({ values: 3, unreadable: [] })
  expect(await createMissingKeys(store, secrets)).toBe(3)
  expect(await createMissingKeys(store, secrets)).toBe(0)
  expect(await checkKeys(read, secrets)).toEqual({ companies: 3, values: 4, unreadable: [] })
})

test('a new key of a company opens all its secrets, and the old one none', async () => {
  const { read, reseal, secrets, sealerOf, store, scopeOf, webhookId } = await createKeyed()
  const shown = (await getWebhook(scopeOf('ana'), webhookId)).secret
  const old = await sealerOf(companies.acme)
  expect(await rotateCompanyKey(store, secrets, companies.acme as CompanyId)).toEqual({ values: 3, unreadable: [] })
  expect(await rotateCompanyKey(store, secrets, 99 as CompanyId)).toBeNull()
  expect(await checkKeys(read, secrets)).toEqual({ companies: 3, values: 4, unreadable: [] })
  expect((await reseal(companies.acme, old, null)).unreadable).toHaveLength(3)
  expect(shown).toMatch(/^••••\w{4}$/)
})

test('an earlier root key makes no one-time secrets of its successor, while stored hashes stay valid', () => {
  const [earlier, next] = [new Secrets('the first root key'), new Secrets('the next root key')]
  next.replaceHashingKey(earlier.hashingKey)
  const row = { id: 7, createdAt: '2026-11-24T12:00:00.000Z' }
  expect(hashOf(next, 'a token')).toBe(hashOf(earlier, 'a token'))
  expect(tokenOf(next, row)).not.toBe(tokenOf(earlier, row))
  expect(codeOf(next, row)).not.toBe(codeOf(earlier, row))
})

test('a damaged value stays and is named by the check', async () => {
  const { acme, read, secrets, store } = await createKeyed()
  const damaged = { secretSealed: new Uint8Array([1, 2]) }
  await acme.transaction((tx) => tx.update('webhooks').set(damaged).execute())
  expect(await rotateCompanyKey(store, secrets, companies.acme as CompanyId)).toMatchObject({
    unreadable: ['webhooks.secretSealed'],
  })
  expect((await checkKeys(read, secrets)).unreadable).toEqual(['webhooks.secretSealed'])
})

test('the key of a company is undone with the transaction that created it', async () => {
  const { scopeOf, store, ports } = await createInstallation()
  const failing = scopeOf('ana').transaction(async (scope) => {
    await scope.sealer()
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  const sealed = (await scopeOf('ana').sealer()).seal('segredo', 'a place')
  const row = await sealedKeyOf(store, 1)
  const key = ports.secrets.open((row as { sealed: Uint8Array }).sealed, companyKeyPlace(1))
  expect(new CompanySealer(key).open(sealed, 'a place').toString()).toBe('segredo')
})

test('deleting a company deletes its key', async () => {
  const { scopeOf, platform, keyOf } = await createKeyed()
  expect(await keyOf(companies.rival)).toBeDefined()
  await deleteCompany(scopeOf('root'), platform, companies.rival)
  expect(await keyOf(companies.rival)).toBeUndefined()
})

sqliteTest('every column with bytes is sealed, or known to hold no secret', async () => {
  const { sqlite } = (await createKeyed()).store.raw.statements
  const columns = sqlite
    .query(`select m.name as "table", c.name as "column" from sqlite_schema m, pragma_table_info(m.name) c
      where m.type = 'table' and m.name not like 'message_search%' and m.name not like 'contacts_fts%'
        and m.name not like 'sqlite_%' and (lower(c.type) = 'blob' or c.name like '%sealed%')`)
    .all() as { table: string; column: string }[]
  const open = ['messages.proto', 'campaign_parts.proto', 'wa_inbox.hash', 'company_keys.sealed', 'passkeys.publicKey']
  const sealed = sealedColumns.filter(({ form }) => form === 'bytes').map(({ table, column }) => `${table}.${column}`)
  expect(columns.map(({ table, column }) => `${table}.${column}`).sort()).toEqual([...open, ...sealed].sort())
})
