import { FileSpreadsheet, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../src/shared/errors'
import { Alert } from '../../components/alert'
import { Button } from '../../components/button'
import { Dialog } from '../../components/dialog'
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
      {stage.at === 'choose' && <ChooseFile failure={stage.failure} onFile={run.read} />}
      {stage.at === 'reading' && <Progress text={t('contacts.importReading')} share={stage.share} />}
      {stage.at === 'ready' && <Preview file={stage.file} rows={stage.rows} />}
      {stage.at === 'storing' && (
        <Progress
          text={t('contacts.importStoring', { done: stage.done, total: stage.total })}
          share={stage.done / stage.total}
        />
      )}
      {stage.at === 'done' && <ImportResult result={stage} />}
    </Dialog>
  )
}

function ChooseFile({ failure, onFile }: { failure: AppError | null; onFile: (file: File) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  return (
    <div className="flex flex-col gap-4">
      {failure && <Alert tone="danger">{errorText(failure)}</Alert>}
      <ul className="flex list-disc flex-col gap-1 pl-5 text-muted">
        <li>{t('contacts.importColumns')}</li>
        <li>{t('contacts.importBad')}</li>
        <li>{t('contacts.importKnown')}</li>
        <li>{t('contacts.importLimits')}</li>
      </ul>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file here is a shortcut; the button does the same. */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const [file] = event.dataTransfer.files
          if (file) onFile(file)
        }}
        className={`flex flex-col items-center gap-3 rounded-lg border border-dashed p-6 text-center ${over ? 'border-accent bg-accent-soft' : 'border-edge'}`}
      >
        <FileSpreadsheet aria-hidden className="size-8 text-muted" />
        <input
          ref={input}
          type="file"
          accept=".xlsx"
          aria-label={t('contacts.importChoose')}
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => target.files?.[0] && onFile(target.files[0])}
        />
        <Button data-autofocus variant="primary" icon={<Upload aria-hidden />} onClick={() => input.current?.click()}>
          {t('contacts.importChoose')}
        </Button>
        <p className="text-faint text-sm">{t('contacts.importDrop')}</p>
      </div>
    </div>
  )
}

function Progress({ text, share }: { text: string; share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div className="flex flex-col gap-2 py-4">
      <p role="status" className="tabular-nums">
        {text}
      </p>
      <div
        role="progressbar"
        aria-label={text}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 overflow-hidden rounded-full bg-sunken dark:bg-hover"
      >
        <div className="h-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}

const previewRows = 5

/** First rows of the file, so that a wrong column is noticed before the import. */
function Preview({ file, rows }: { file: string; rows: SheetRow[] }) {
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
      <p className="text-muted">{t('contacts.importBad')}</p>
    </div>
  )
}
