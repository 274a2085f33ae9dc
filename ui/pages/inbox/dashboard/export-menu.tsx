import { Download } from 'lucide-react'
import type { PartsQuery } from '../../../../src/features/inbox/dashboard/part-model'
import { Button } from '../../../components/button'
import { IconButton } from '../../../components/icon-button'
import { Menu } from '../../../components/menu'
import { fetchFile } from '../../../lib/api'
import { useCan } from '../../../lib/can'
import { saveFile } from '../../../lib/save-file'
import { toastError } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { period, report } from './store'

const tables = ['agents', 'queues', 'outcomes', 'ads', 'hours', 'ratings'] as const
type Table = (typeof tables)[number]

/** The tables of the page, and the ratings with the customers' words, as workbooks and as CSV. */
export function ExportMenu() {
  const { t } = useTranslation()
  const entry = (table: Table, format: 'xlsx' | 'csv') => ({
    label: t('dashboard.exportAs', { table: t(`dashboard.table.${table}`), format: t(`dashboard.format.${format}`) }),
    separated: format === 'csv' && table === 'agents',
    onSelect: () => exportFile(table, format, t(`dashboard.file.${table}`)),
  })
  const entries = (['xlsx', 'csv'] as const).flatMap((format) => tables.map((table) => entry(table, format)))
  if (!useCan('dashboard:export')) return null
  return <Menu trigger={<Button icon={<Download aria-hidden />}>{t('dashboard.export')}</Button>} entries={entries} />
}

function exportFile(table: Table, format: Format, name: string) {
  const choice = table === 'ratings' ? { format } : { table, format }
  return saveReport(`/api/dashboard/${table === 'ratings' ? 'ratings' : 'export'}`, choice, name)
}

type Format = 'xlsx' | 'csv'

/** The chosen division of the period, in the order of its table. */
export function PartsExportMenu({ by, sort, order }: Pick<PartsQuery, 'by' | 'sort' | 'order'>) {
  const { t } = useTranslation()
  const entries = (['xlsx', 'csv'] as const).map((format) => ({
    label: t('dashboard.exportAs', { table: t(`dashboard.by.${by}`), format: t(`dashboard.format.${format}`) }),
    onSelect: () => saveReport('/api/dashboard/parts/export', { by, sort, order, format }, t('dashboard.partsFile')),
  }))
  const label = t('dashboard.exportParts')
  if (!useCan('dashboard:export')) return null
  return (
    <Menu
      trigger={
        <IconButton label={label}>
          <Download aria-hidden />
        </IconButton>
      }
      entries={entries}
    />
  )
}

/** Saves a file of the chosen period. */
async function saveReport(path: string, choice: { format: Format; by?: string; [key: string]: unknown }, name: string) {
  try {
    const query = new URLSearchParams(
      Object.entries({ ...period.peek(), ...choice }).map(([key, value]) => [key, String(value)]),
    )
    const file = await fetchFile(`${path}?${query}`)
    const { from, to } = report.peek()?.period ?? { from: '', to: '' }
    saveFile(`${[name, choice.by, from, to].filter(Boolean).join('-')}.${choice.format}`, file)
  } catch (thrown) {
    toastError(thrown)
  }
}
