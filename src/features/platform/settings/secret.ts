import type { Platform, Scope } from '../../../core/scope'
import type { Sealer } from '../../../core/secrets'
import type { CompanyId } from '../../../core/storage/schema'
import { type SettingKey, settingRules } from '../../../shared/settings'

const mark = 'sealed:'
/** Shorter secrets show nothing of themselves. */
const longEnough = 12

/** A secret setting as it is stored: `sealed:`, its last four characters, and the encrypted value in Base64 URL. */
export function sealSetting(sealer: Sealer, companyId: CompanyId, key: SettingKey, value: string): string {
  if (value === '') return ''
  const ending = value.length < longEnough ? '' : value.slice(-4)
  const sealed = Buffer.from(sealer.seal(value, `settings.${key}.${companyId}`))
  return `${mark}${Buffer.from(ending).toString('base64url')}:${sealed.toString('base64url')}`
}

/** Visible form of a stored secret: dots and its last four characters. */
export const maskOf = (stored: string) =>
  stored === '' ? '' : `••••${Buffer.from(stored.split(':')[1] ?? '', 'base64url').toString()}`

const secretKeys = Object.entries(settingRules)
  .filter(([, rule]) => 'secret' in rule)
  .map(([key]) => key)

/** Encrypts secrets that an earlier version stored in clear. Called at the start; a repeat changes nothing. */
export async function sealStoredSettings(platform: Platform) {
  const plain = await platform.db
    .selectFrom('settings')
    .select(['id', 'companyId', 'key', 'value'])
    .where('key', 'in', secretKeys)
    .where('value', '<>', '')
    .where('value', 'not like', `${mark}%`)
    .execute()
  for (const { id, companyId, key, value } of plain)
    await platform.scope(companyId, { system: 'settings' }).transaction(async (scope: Scope) => {
      const { db } = scope
      const sealed = sealSetting(await scope.sealer(), companyId, key as SettingKey, value)
      await db.update('settings').set({ value: sealed }).where('id', '=', id).where('value', '=', value).execute()
    })
}
