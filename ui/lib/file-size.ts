import { locale } from './language'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** File size in the user's language, such as `1,4 MB`. */
export function fileSize(bytes: number): string {
  const unitIndex = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024)))
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: units[unitIndex],
    unitDisplay: unitIndex === 0 ? 'long' : 'short',
    maximumFractionDigits: unitIndex > 1 ? 1 : 0,
  }).format(bytes / 1024 ** unitIndex)
}
