import { expect, test } from 'bun:test'
import { isEnabled, readSetting } from '../../src/features/settings/service'
import { fitsSetting, type SettingKey, settingRules } from '../../src/shared/settings'
import { createInstallation, errorAnswer } from '../installation'

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

test('a secret setting is returned and published masked', async () => {
  const { clientAs, published } = await createInstallation()
  const { data } = await clientAs('ana').settings({ key: 'asaas' }).put({ value: 'token-of-the-provider-9876' })
  expect(data?.value).toBe('••••9876')
  const readings = [
    await clientAs('ana').settings({ key: 'asaas' }).get(),
    await clientAs('ana').settings.get(),
    published,
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
