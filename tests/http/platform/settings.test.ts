import { expect, test } from 'bun:test'
import { sealStoredSettings } from '../../../src/features/platform/settings/secret'
import { isEnabled, readSetting } from '../../../src/features/platform/settings/service'
import { fitsSetting, type SettingKey, settingRules } from '../../../src/shared/settings'
import { createInstallation, errorAnswer } from '../../installation'

test('GET /settings without stored rows lists the defaults that the user may read', async () => {
  const { clientAs, acme } = await createInstallation()
  const ofBob = (await clientAs('bob').settings.get()).data?.settings ?? []
  const ofAna = (await clientAs('ana').settings.get()).data?.settings ?? []
  expect(ofBob).toContainEqual({ key: 'CheckMsgIsGroup', value: 'enabled' })
  expect(ofBob.map(({ key }) => key)).not.toContain('asaas')
  expect(ofAna.map(({ key }) => key)).toContain('asaas')
  expect(ofAna.map(({ key }) => key)).not.toContain('userCreation')
  expect([await readSetting(acme, 'reopenWindowMinutes'), await isEnabled(acme, 'readReceipts')]).toEqual(['120', true])
})

test('PUT /settings/:key stores and publishes the value for the own company only', async () => {
  const { clientAs, published, acme, rival } = await createInstallation()
  const { data } = await clientAs('ana').settings({ key: 'userRating' }).put({ value: 'enabled' })
  expect(data).toEqual({ key: 'userRating', value: 'enabled' })
  expect(published).toEqual([
    {
      companyId: 1,
      entity: 'setting',
      payload: { action: 'update', setting: { key: 'userRating', value: 'enabled' } },
    },
  ] as never)
  await clientAs('ana').settings({ key: 'userRating' }).put({ value: 'disabled' })
  await clientAs('ana').settings({ key: 'userRating' }).put({ value: 'enabled' })
  expect([await readSetting(acme, 'userRating'), await readSetting(rival, 'userRating')]).toEqual([
    'enabled',
    'disabled',
  ])
  expect((await clientAs('rui').settings({ key: 'userRating' }).get()).data?.value).toBe('disabled')
})

test('PUT /settings/campaignsEnabled by a super user changes the flag of the own company too', async () => {
  const { clientAs, store } = await createInstallation()
  const root = clientAs('root')
  const flags = async () =>
    (await store.read.kysely.selectFrom('companies').select(['name', 'campaignsEnabled']).orderBy('id').execute()).map(
      ({ name, campaignsEnabled }) => `${name} ${campaignsEnabled}`,
    )
  await root.settings({ key: 'campaignsEnabled' }).put({ value: 'true' })
  const before = await flags()
  await root.settings({ key: 'campaignsEnabled' }).put({ value: 'false' })
  expect((await root.settings({ key: 'campaignsEnabled' }).get()).data?.value).toBe('false')
  expect(await flags()).toEqual(before.map((each) => each.replace('provider 1', 'provider 0')))
  expect(before).toContain('provider 1')
})

test('a secret setting of an earlier version is encrypted at the next start', async () => {
  const { acme, platform, clientAs } = await createInstallation()
  const row = { key: 'asaas', value: 'token-of-the-provider-9876' }
  await acme.transaction((tx) => tx.insert('settings', row).execute())
  await sealStoredSettings(platform)
  const stored = await acme.select('settings').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain('provider')
  expect((await clientAs('ana').settings({ key: 'asaas' }).get()).data?.value).toBe('••••9876')
  await sealStoredSettings(platform)
  expect(await acme.select('settings').selectAll().execute()).toEqual(stored)
})

test('a short secret shows nothing of itself, and an empty one ends it', async () => {
  const { clientAs } = await createInstallation()
  const put = async (value: string) => (await clientAs('ana').settings({ key: 'asaas' }).put({ value })).data?.value
  expect([await put('curto'), await put('')]).toEqual(['••••', ''])
})

test('a secret setting is stored encrypted, and returned and published masked', async () => {
  const { clientAs, published, store } = await createInstallation()
  const { data } = await clientAs('ana').settings({ key: 'asaas' }).put({ value: 'token-of-the-provider-9876' })
  expect(data?.value).toBe('••••9876')
  const readings = [
    await clientAs('ana').settings({ key: 'asaas' }).get(),
    await clientAs('ana').settings.get(),
    published,
    await store.read.kysely.selectFrom('settings').selectAll().execute(),
    await store.read.kysely.selectFrom('audit_log').selectAll().execute(),
  ]
  expect(JSON.stringify(readings)).not.toContain('provider')
  expect(await clientAs('bob').settings({ key: 'asaas' }).get()).toMatchObject(errorAnswer(403, 'ERR_NO_PERMISSION'))
})

test('a setting is refused for other users than admins, for unknown keys and for invalid values', async () => {
  const { clientAs, published, store } = await createInstallation()
  for (const name of ['bob', 'caio', 'sara'] as const)
    expect(await clientAs(name).settings({ key: 'call' }).put({ value: 'enabled' })).toMatchObject(
      errorAnswer(403, 'ERR_NO_PERMISSION'),
    )
  for (const key of ['nope', 'toString', '__proto__'])
    expect(await clientAs('ana').settings({ key }).put({ value: 'x' })).toMatchObject(
      errorAnswer(404, 'ERR_NO_SETTING_FOUND'),
    )
  for (const [key, value] of [
    ['call', 'maybe'],
    ['reopenWindowMinutes', '-1'],
    ['reopenWindowMinutes', '1e3'],
    ['asaas', 'x'.repeat(501)],
  ] as const)
    expect(await clientAs('ana').settings({ key }).put({ value })).toMatchObject(
      errorAnswer(422, 'ERR_VALIDATION', { fields: ['value'] }),
    )
  expect(await clientAs('ana').settings({ key: 'campaignsEnabled' }).put({ value: 'true' })).toMatchObject(
    errorAnswer(403, 'ERR_NO_PERMISSION'),
  )
  expect(published).toEqual([])
  expect(await store.read.kysely.selectFrom('settings').selectAll().execute()).toEqual([])
})

test.each(Object.keys(settingRules) as SettingKey[])('the default of %s is a valid value', (key) =>
  expect(fitsSetting(settingRules[key], settingRules[key].default)).toBe(true),
)
