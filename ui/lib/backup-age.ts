import i18n from 'i18next'

const hourMs = 3_600_000

/** Age in hours, or in days from the second one on. */
export function backupAge(at: string): string {
  const hours = Math.max(0, Math.floor((Date.now() - Date.parse(at)) / hourMs))
  if (hours === 0) return i18n.t('backups.age.now')
  const days = Math.floor(hours / 24)
  return days < 2 ? i18n.t('backups.age.hours', { count: hours }) : i18n.t('backups.age.days', { count: days })
}
