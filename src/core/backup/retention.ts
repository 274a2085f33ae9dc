import { type StoredBackup, timeOfBackup } from './places/place'

/** Number of days, weeks and months of which the newest backup is kept. */
export interface Retention {
  days: number
  weeks: number
  months: number
}

const dayMs = 24 * 3_600_000

/** Names of the periods (UTC) in which a time is: day, week that begins on Monday, month. */
function periodsOf(time: number) {
  const date = new Date(time).toISOString()
  const sinceMonday = (new Date(time).getUTCDay() + 6) % 7
  const monday = new Date(time - sinceMonday * dayMs).toISOString()
  return { days: date.slice(0, 10), weeks: monday.slice(0, 10), months: date.slice(0, 7) }
}

/**
 * Backups that the rule does not keep. The newest backup of a period stands for it, and the newest of all is always
 * kept. Periods without a backup do not count, so that a pause deletes nothing.
 * @param backups complete ones, the newest first
 */
export function expiredBackups(backups: StoredBackup[], rule: Retention): StoredBackup[] {
  const kept = new Set(backups.slice(0, 1))
  for (const period of ['days', 'weeks', 'months'] as const) {
    const newestOf = new Map<string, StoredBackup>()
    for (const backup of backups) {
      const name = periodsOf(timeOfBackup(backup.id) ?? 0)[period]
      if (!newestOf.has(name)) newestOf.set(name, backup)
    }
    for (const backup of [...newestOf.values()].slice(0, rule[period])) kept.add(backup)
  }
  return backups.filter((backup) => !kept.has(backup))
}

export const totalSize = (backups: StoredBackup[]) => backups.reduce((sum, { size }) => sum + size, 0)

/**
 * Oldest backups without which the others and `more` bytes fit the quota; never the newest.
 * @param quota in bytes; 0 for none
 */
export function backupsBeyond(quota: number, backups: StoredBackup[], more = 0): StoredBackup[] {
  if (quota === 0) return []
  let total = totalSize(backups) + more
  const beyond: StoredBackup[] = []
  for (const backup of backups.slice(1).reverse()) {
    if (total <= quota) break
    total -= backup.size
    beyond.push(backup)
  }
  return beyond
}
