import { FileSpreadsheet } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Alert } from '../../components/alert'
import { Button } from '../../components/button'
import { ChooseFile } from '../../components/choose-file'
import { Dialog } from '../../components/dialog'
import { ProgressBar } from '../../components/progress-bar'
import { ScrollArea } from '../../components/scroll-area'
import { errorText } from '../../lib/toast'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { ImportResult } from './import-result'
import { createImport, type SheetRow } from './import-run'

/** Import from a spreadsheet: choose a file, check the preview, import, see the result. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [run] = useState(createImport)
  const stage = useValue(run.stage)
  useEffect(() => run.stop, [run])
  const isBusy = stage.at === 'storing'
  const footer =
    stage.at === 'ready' ? (
      <>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="primary" onClick={() => void run.store(stage.rows)}>
          {t('contacts.importStart', { count: stage.rows.length })}
        </Button>
      </>
    ) : (
      <Button disabled={isBusy} onClick={onClose}>
        {stage.at === 'done' ? t('common.close') : t('common.cancel')}
      </Button>
    )
  return (
    <Dialog open onClose={() => isBusy || onClose()} title={t('contacts.importTitle')} footer={footer}>
      {stage.at === 'choose' && (
        <ChooseFile
          failure={stage.failure && <Alert tone="danger">{errorText(stage.failure)}</Alert>}
          points={[
            t('contacts.importColumns'),
            t('contacts.importBad'),
            t('contacts.importKnown'),
            t('contacts.importLimits'),
          ]}
          icon={<FileSpreadsheet aria-hidden />}
          accept=".xlsx"
          label={t('contacts.importChoose')}
          hint={t('contacts.importDrop')}
          onFile={run.read}
        />
      )}
      {stage.at === 'reading' && <ProgressBar text={t('contacts.importReading')} share={stage.share} />}
      {stage.at === 'ready' && <Preview {...stage} />}
      {stage.at === 'storing' && (
        <ProgressBar
          text={t('contacts.importStoring', { done: stage.done, total: stage.total })}
          share={stage.done / stage.total}
        />
      )}
      {stage.at === 'done' && <ImportResult result={stage} />}
    </Dialog>
  )
}

const previewRows = 5

/** First rows of the file, so that a wrong column is noticed before the import. */
function Preview({ file, rows, ignored }: { file: string; rows: SheetRow[]; ignored: string[] }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-3">
      <p>{t('contacts.importFound', { count: rows.length, file, interpolation: { escapeValue: false } })}</p>
      <ScrollArea label={t('contacts.firstRows')}>
        <table className="w-full text-sm">
          <thead className="border-line border-b text-left text-faint">
            <tr>
              <th className="px-3 py-1.5 font-medium">{t('contacts.row')}</th>
              <th className="px-3 py-1.5 font-medium">{t('contacts.name')}</th>
              <th className="px-3 py-1.5 font-medium">{t('contacts.number')}</th>
              <th className="px-3 py-1.5 font-medium">{t('contacts.email')}</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.slice(0, previewRows).map((row) => (
              <tr key={row.row}>
                <td className="px-3 py-1.5 text-faint tabular-nums">{row.row}</td>
                <td className="max-w-40 truncate px-3 py-1.5">{row.name}</td>
                <td className="max-w-40 truncate px-3 py-1.5 tabular-nums">{row.number}</td>
                <td className="max-w-40 truncate px-3 py-1.5">{row.email}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {rows.length > previewRows && (
        <p className="text-faint text-sm">{t('contacts.importRest', { count: rows.length - previewRows })}</p>
      )}
      {ignored.length > 0 && (
        <Alert tone="warn">{t('contacts.importIgnored', { columns: ignored.join(', '), count: ignored.length })}</Alert>
      )}
      <p className="text-muted">{t('contacts.importBad')}</p>
    </div>
  )
}
