import type { Platform, Scope, Viewer } from '../../../core/scope'
import { inTexts, type ListParameter, listOf } from '../../../core/storage/expressions'
import { hot, type TenantDb } from '../../../core/storage/tenant'
import type { Profile } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import {
  fitsSetting,
  hasRole,
  isSettingKey,
  type SettingKey,
  type SettingRule,
  settingRules,
  settingValue,
} from '../../../shared/settings'
import { type Auditor, recordAuditEntry } from '../audit/record'
import { enqueueRecompute } from '../hours/enqueue-recompute'
import { storeCampaignsSetting } from './campaigns-setting'
import { storeInstallationSetting } from './installation-setting'
import { assertMacroIdsExist } from './macros-setting'
import type { Setting } from './model'
import { maskOf, sealSetting } from './secret'

type Person = { profile: Profile; super: boolean }
const ruleOf = (key: SettingKey): SettingRule => settingRules[key]
const companyKeys = (Object.keys(settingRules) as SettingKey[]).filter((key) => !ruleOf(key).installation)

const oneSetting = hot<{ key: string }>()((db, p) => db.select('settings').select('value').where('key', '=', p('key')))
const allSettings = hot<{}>()((db) => db.select('settings').select(['key', 'value']))

/** Returns a company's value of a setting, or its default. */
export const readSetting = async (db: TenantDb, key: SettingKey): Promise<string> =>
  valueOrDefault(key, (await db.first(oneSetting, { key }))?.value)

const listedSettings = hot<{ keys: ListParameter }>()((db, p) =>
  db
    .select('settings')
    .select(['key', 'value'])
    .where('key', 'in', inTexts(p('keys'))),
)

/** As `readSetting` for several settings, by key. */
export async function readSettingValues<K extends SettingKey>(db: TenantDb, keys: K[]): Promise<Record<K, string>> {
  const stored = new Map((await db.run(listedSettings, { keys: listOf(keys) })).map(({ key, value }) => [key, value]))
  return Object.fromEntries(keys.map((key) => [key, valueOrDefault(key, stored.get(key))])) as Record<K, string>
}

/** Returns the stored value of a setting, or its default. */
export const valueOrDefault = (key: SettingKey, stored: string | null | undefined): string =>
  stored ?? settingRules[key].default

/** Returns true when an on/off setting is on. */
export const isEnabled = async (db: TenantDb, key: SettingKey) => (await readSetting(db, key)) === 'enabled'

/** Returns the value of a setting of the whole installation, or its default. */
export async function readInstallationSetting(platform: Platform, key: SettingKey): Promise<string> {
  const row = await platform.db.selectFrom('installation').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value ?? settingRules[key].default
}

/** The settings that this user may read, or the one of `key`. @throws ERR_NO_SETTING_FOUND, ERR_NO_PERMISSION */
export async function listSettings(scope: Scope, platform: Platform, person: Person, key?: string) {
  const settings = key ? [await getSetting(scope, platform, key)] : await readSettings(scope.db, person)
  return { settings, hasMore: false }
}

/** Returns the company's settings that this user may read, secrets masked. */
export async function readSettings(db: TenantDb, person: Person): Promise<Setting[]> {
  const stored = new Map((await db.run(allSettings, {})).map(({ key, value }) => [key, value]))
  return companyKeys
    .filter((key) => hasRole(person, ruleOf(key).read))
    .map((key) => masked(key, stored.get(key) ?? settingRules[key].default))
}

/** Returns one setting. @throws ERR_NO_SETTING_FOUND for an unknown key, ERR_NO_PERMISSION */
export async function getSetting(scope: Scope, platform: Platform, key: string): Promise<Setting> {
  const settingKey = assertKnownKey(key, scope.viewer, 'read')
  if (ruleOf(settingKey).installation) return masked(settingKey, await readInstallationSetting(platform, settingKey))
  return masked(settingKey, await readSetting(scope.db, settingKey))
}

/**
 * Changes one setting; a secret that comes back as its mask stays. @throws ERR_NO_SETTING_FOUND, ERR_NO_PERMISSION,
 * ERR_VALIDATION for an invalid value, ERR_NO_TAG_FOUND and ERR_NO_QUEUE_FOUND for macros
 */
export async function changeSetting(
  scope: Scope,
  platform: Platform,
  key: string,
  given: string | boolean,
): Promise<Setting> {
  const settingKey = assertKnownKey(key, scope.viewer, 'write')
  const value = settingValue(ruleOf(settingKey), given)
  const current = ruleOf(settingKey).secret && value !== '' ? await getSetting(scope, platform, key) : undefined
  if (current?.value === value) return current
  if (!fitsSetting(ruleOf(settingKey), value)) throw new AppError('ERR_VALIDATION', { fields: ['value'] })
  if (ruleOf(settingKey).installation) return changeInstallationSetting(scope, platform, settingKey, value)
  if (settingKey === 'campaignsEnabled') return changeCampaignsSetting(scope, platform, value)
  if (settingKey === 'passwordMinLength') await refuseBelowProvider(platform, value)
  if (settingKey === 'apiSendsPerMinute') await refuseAboveProvider(platform, value)
  const updatedAt = new Date().toISOString()
  const stored = ruleOf(settingKey).secret
    ? sealSetting(await scope.sealer(), scope.companyId, settingKey, value)
    : value
  return scope.transaction(async (scope) => {
    const before = await readSetting(scope.db, settingKey)
    if (settingKey === 'macros') await assertMacroIdsExist(scope.db, before, value)
    await record(scope, settingKey, before, stored)
    await scope.db
      .insert('settings', { key: settingKey, value: stored, updatedAt })
      // The same value again keeps its time: `secondFactorRequired` counts for logins opened after it.
      .onConflict((conflict) =>
        conflict
          .columns(['companyId', 'key'])
          .doUpdateSet({ value: stored, updatedAt })
          .where('settings.value', '<>', stored),
      )
      .execute()
    const setting = masked(settingKey, stored)
    scope.publish('setting', { action: 'update', setting })
    if (settingKey === 'scheduleType') await enqueueRecompute(scope)
    if (settingKey === 'roleLimits') scope.rightsChanged()
    return setting
  })
}

/** Checks that a company's minimum length of passwords is not below the provider's. @throws ERR_VALIDATION with `min` */
async function refuseBelowProvider(platform: Platform, value: string) {
  const min = Number(await readInstallationSetting(platform, 'providerPasswordMinLength'))
  if (Number(value) < min) throw new AppError('ERR_VALIDATION', { fields: ['value'], min })
}

/** Checks that a company's limit of the messages API is within the provider's. @throws ERR_VALIDATION with `max` */
async function refuseAboveProvider(platform: Platform, value: string) {
  const max = Number(await readInstallationSetting(platform, 'apiSendsPerMinuteMax'))
  if (Number(value) > max) throw new AppError('ERR_VALIDATION', { fields: ['value'], max })
}

/** Changes the setting and the company's flag that it shows, in one transaction. */
async function changeCampaignsSetting(scope: Scope, outer: Platform, value: string): Promise<Setting> {
  const key = 'campaignsEnabled'
  const { viewer: actor, address, companyId } = scope
  await outer.transaction(async (platform) => {
    const db = platform.tenant(companyId)
    await record({ db, actor, address }, key, await readSetting(db, key), value)
    await storeCampaignsSetting(platform, companyId, value === 'true')
    const changed = { campaignsEnabled: value === 'true' ? 1 : 0, updatedAt: new Date().toISOString() } as const
    await platform.db.updateTable('companies').set(changed).where('id', '=', companyId).execute()
  })
  const setting = masked(key, value)
  scope.publish('setting', { action: 'update', setting })
  return setting
}

async function changeInstallationSetting(
  scope: Scope,
  outer: Platform,
  key: SettingKey,
  value: string,
): Promise<Setting> {
  await outer.transaction(async (platform) => {
    const { viewer: actor, address, companyId } = scope
    await record(
      { db: platform.tenant(companyId), actor, address },
      key,
      await readInstallationSetting(platform, key),
      value,
    )
    await storeInstallationSetting(platform, key, value)
  })
  return masked(key, value)
}

/** Writes the change to the audit log; secrets are masked. */
async function record(by: Auditor, key: SettingKey, before: string, after: string) {
  if (before === after) return
  const sides = { before: { value: masked(key, before).value }, after: { value: masked(key, after).value } }
  await recordAuditEntry(by, { action: 'update', entity: 'setting', entityId: null, name: key, ...sides })
}

/**
 * Returns the key if it exists and the user has the role to read or write it. @throws ERR_NO_SETTING_FOUND,
 * ERR_NO_PERMISSION
 */
function assertKnownKey(key: string, person: Viewer, act: 'read' | 'write'): SettingKey {
  if (!isSettingKey(key)) throw new AppError('ERR_NO_SETTING_FOUND')
  if (!hasRole(person, ruleOf(key)[act])) throw new AppError('ERR_NO_PERMISSION')
  return key
}

const masked = (key: SettingKey, stored: string): Setting => ({
  key,
  value: ruleOf(key).secret ? maskOf(stored) : stored,
})
