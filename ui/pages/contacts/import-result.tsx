import { Copy, Download } from 'lucide-react'
import { csvCell } from '../../../src/shared/csv'
import { Alert } from '../../components/alert'
import { Button } from '../../components/button'
import { ScrollArea } from '../../components/scroll-area'
import { copyText } from '../../lib/copy-text'
import { csvFile, saveFile } from '../../lib/save-file'
import { errorText } from '../../lib/toast'
import { useTranslation } from '../../lib/use-translation'
import type { ImportStage, RejectedRow } from './import-run'

/** Result of an import: numbers, and every rejected row with its reason. */
export function ImportResult({ result }: { result: Extract<ImportStage, { at: 'done' }> }) {
  const { t } = useTranslation()
  const { created, filled, same, rejected, failure, left } = result
  return (
    <div className="flex flex-col gap-3">
      {failure && (
        <Alert tone="danger">
          {errorText(failure)} {t('contacts.importLeft', { count: left })}
        </Alert>
      )}
      <div role="status">
        <ul className="flex flex-col gap-1">
          <li>{t('contacts.importCreated', { count: created })}</li>
          {filled > 0 && <li>{t('contacts.importFilled', { count: filled })}</li>}
          {same > 0 && <li>{t('contacts.importSame', { count: same })}</li>}
          {rejected.length > 0 && <li>{t('contacts.importRejected', { count: rejected.length })}</li>}
        </ul>
      </div>
      {rejected.length > 0 && <RejectedRows rejected={rejected} />}
    </div>
  )
}

function RejectedRows({ rejected }: { rejected: RejectedRow[] }) {
  const { t } = useTranslation()
  const lines = () =>
    [[t('contacts.row'), t('contacts.number'), t('contacts.reason')]]
      .concat(rejected.map(({ row, number, error }) => [String(row), number, t(`contacts.fault.${error}`)]))
      .map((cells) => cells.map(csvCell).join(';'))
      .join('\r\n')
  const copy = () => copyText(lines().replaceAll(';', '\t'))
  return (
    <>
      <ScrollArea label={t('contacts.rejected')} className="max-h-72">
        <table className="w-full text-sm">
          <thead className="sticky top-0 border-line border-b bg-raised text-left text-faint">
            <tr>
              <th className="px-3 py-1.5 font-medium">{t('contacts.row')}</th>
              <th className="px-3 py-1.5 font-medium">{t('contacts.number')}</th>
              <th className="px-3 py-1.5 font-medium">{t('contacts.reason')}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rejected.map(({ row, number, error }) => (
              <tr key={row} className="[content-visibility:auto]">
                <td className="px-3 py-1.5 text-faint tabular-nums">{row}</td>
                <td className="max-w-40 truncate px-3 py-1.5 tabular-nums">{number || '—'}</td>
                <td className="px-3 py-1.5">{t(`contacts.fault.${error}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={<Copy aria-hidden />} onClick={copy}>
          {t('contacts.copyRejected')}
        </Button>
        <Button
          size="sm"
          icon={<Download aria-hidden />}
          onClick={() => saveFile(t('contacts.rejectedFile'), csvFile(lines()))}
        >
          {t('contacts.downloadRejected')}
        </Button>
      </div>
    </>
  )
}
