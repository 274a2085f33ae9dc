import { Download } from 'lucide-react'
import { Button } from '../../../components/button'
import { Menu } from '../../../components/menu'
import { fetchFile } from '../../../lib/api'
import { saveFile } from '../../../lib/save-file'
import { toastError } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { period, report } from './store'

const tables = ['agents', 'queues', 'outcomes', 'ads', 'ratings'] as const
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
  return <Menu trigger={<Button icon={<Download aria-hidden />}>{t('dashboard.export')}</Button>} entries={entries} />
}

async function exportFile(table: Table, format: 'xlsx' | 'csv', name: string) {
  try {
    const choice = table === 'ratings' ? { format } : { table, format }
    const query = new URLSearchParams(
      Object.entries({ ...period.peek(), ...choice }).map(([key, value]) => [key, String(value)]),
    )
    const file = await fetchFile(`/api/dashboard/${table === 'ratings' ? 'ratings' : 'export'}?${query}`)
    const { from, to } = report.peek()?.period ?? { from: '', to: '' }
    saveFile(`${name}-${from}-${to}.${format}`, file)
  } catch (thrown) {
    toastError(thrown)
  }
}
