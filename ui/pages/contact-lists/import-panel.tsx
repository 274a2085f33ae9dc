import { CircleStop, Download, TableProperties } from 'lucide-react'
import type { ContactImport } from '../../../src/features/contact-imports/model'
import { Alert } from '../../components/alert'
import { Button } from '../../components/button'
import { ProgressBar } from '../../components/progress-bar'
import { errorText } from '../../lib/toast'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import { cancelImport, downloadErrors, imports } from './imports-store'

/** State of the last import into the list: columns to choose, progress, or the result with its refused rows. */
export function ImportPanel({ listId, onMapping }: { listId: number; onMapping: (made: ContactImport) => void }) {
  const { t } = useTranslation()
  const last = useValue(imports)[0]
  if (last?.contactListId !== listId) return null
  const named = {
    file: last.fileName || t(`contactLists.sources.${last.source}`),
    interpolation: { escapeValue: false },
  }
  return (
    <section aria-label={t('contactLists.lastImport')} className="mb-4 rounded-lg border border-line bg-surface p-4">
      {last.state === 'mapping' && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 basis-60 wrap-anywhere">{t('contactLists.waitsForColumns', named)}</p>
          <CancelButton id={last.id} />
          <Button size="sm" variant="primary" icon={<TableProperties aria-hidden />} onClick={() => onMapping(last)}>
            {t('contactLists.chooseColumns')}
          </Button>
        </div>
      )}
      {last.state === 'running' && <RunningImport last={last} />}
      {last.state === 'failed' && (
        <Alert tone="danger">
          {t('contactLists.importFailed', named)} {errorText({ code: last.reason, detail: {} })}
        </Alert>
      )}
      {(last.state === 'done' || last.state === 'cancelled') && (
        <p className="mb-1 font-medium wrap-anywhere">
          {t(last.state === 'done' ? 'contactLists.importDone' : 'contactLists.importCancelled', named)}
        </p>
      )}
      {last.state !== 'mapping' && <Figures last={last} />}
    </section>
  )
}

function RunningImport({ last }: { last: ContactImport }) {
  const { t } = useTranslation()
  const { id, handled, total } = last
  const text =
    total === null
      ? t('contactLists.importBegins', { count: handled })
      : t('contactLists.importProgress', { done: handled, total })
  return (
    <div className="mb-1 flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <ProgressBar text={text} share={total ? handled / total : 0} />
      </div>
      <CancelButton id={id} />
    </div>
  )
}

function CancelButton({ id }: { id: number }) {
  const { t } = useTranslation()
  return (
    <Button size="sm" icon={<CircleStop aria-hidden />} onClick={() => void cancelImport(id)}>
      {t('common.cancel')}
    </Button>
  )
}

/** Numbers of rows by outcome, and the file of the refused ones. */
function Figures({ last }: { last: ContactImport }) {
  const { t } = useTranslation()
  const { id, state, added, known, repeated, invalid, optedOut } = last
  const refused = known + repeated + invalid
  const figures = [
    t('contactLists.added', { count: added }),
    ...(known > 0 ? [t('contactLists.known', { count: known })] : []),
    ...(repeated > 0 ? [t('contactLists.repeated', { count: repeated })] : []),
    ...(invalid > 0 ? [t('contactLists.invalidRows', { count: invalid })] : []),
  ]
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="min-w-0 flex-1 basis-60 text-sm tabular-nums">
        <p className="text-muted">{figures.join(' · ')}</p>
        {optedOut > 0 && <p className="text-warn">{t('contactLists.optedOutRows', { count: optedOut })}</p>}
      </div>
      {refused > 0 && state !== 'running' && (
        <Button size="sm" icon={<Download aria-hidden />} onClick={() => void downloadErrors(id)}>
          {t('contactLists.downloadErrors')}
        </Button>
      )}
    </div>
  )
}
