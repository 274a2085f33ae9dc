import type { BackupRules } from '../../../core/backup/backup-order'
import type { Handle } from '../../../core/storage/db'
import { usualZone } from '../../../core/time'
import { type SettingKey, settingRules } from '../../../shared/settings'

const megabyte = 1_000_000
const keys = ['backupTime', 'backupDays', 'backupWeeks', 'backupMonths', 'backupQuota', 'backupLocalQuota'] as const

/** Rules of the provider for backups: daily time with its zone, retention, quotas. */
export interface Rules extends BackupRules {
  /** `hh:mm` */
  time: string
  timeZone: string
}

/** Reads the rules. The zone is that of the first super user's company. */
export async function readRules({ kysely }: Pick<Handle, 'kysely'>): Promise<Rules> {
  const rows = await kysely.selectFrom('installation').select(['key', 'value']).where('key', 'in', keys).execute()
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const storedOrDefault = (key: SettingKey) => stored.get(key) ?? settingRules[key].default
  const numberOf = (key: SettingKey) => Number(storedOrDefault(key))
  const company = await kysely
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.companyId')
    .select('companies.timeZone')
    .where('users.super', '=', 1)
    .orderBy('users.id')
    .limit(1)
    .executeTakeFirst()
  return {
    time: storedOrDefault('backupTime'),
    timeZone: company?.timeZone ?? usualZone,
    retention: { days: numberOf('backupDays'), weeks: numberOf('backupWeeks'), months: numberOf('backupMonths') },
    quota: numberOf('backupQuota') * megabyte,
    localQuota: numberOf('backupLocalQuota') * megabyte,
  }
}
