import { CircleStop, Download, TableProperties, X } from 'lucide-react'
import type { ContactImport } from '../../src/features/contacts/imports/model'
import { Alert } from '../components/alert'
import { Button } from '../components/button'
import { IconButton } from '../components/icon-button'
import { ProgressBar } from '../components/progress-bar'
import { errorText } from '../lib/toast'
import { useTranslation } from '../lib/use-translation'
import type { ImportStore } from './import-store'

interface ImportPanelProps {
  store: ImportStore
  last: ContactImport
  onMapping: (made: ContactImport) => void
  /** Hides the result; missing where it stays. */
  onDismiss?: () => void
}

/** State of the last import: columns to choose, progress, or the result with its refused rows and cells. */
export function ImportPanel({ store, last, onMapping, onDismiss }: ImportPanelProps) {
  const { t } = useTranslation()
  const named = {
    file: last.fileName || t(`contactImport.sources.${last.source}`),
    interpolation: { escapeValue: false },
  }
  const isEnded = last.state === 'done' || last.state === 'cancelled' || last.state === 'failed'
  return (
    <section
      aria-label={t('contactImport.last')}
      className="relative mb-4 rounded-lg border border-line bg-surface p-4"
    >
      {isEnded && onDismiss && (
        <IconButton label={t('common.close')} onClick={onDismiss} className="absolute! top-2 right-2">
          <X aria-hidden />
        </IconButton>
      )}
      {last.state === 'mapping' && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="min-w-0 flex-1 basis-60 wrap-anywhere">{t('contactImport.waits', named)}</p>
          <CancelButton store={store} id={last.id} />
          <Button size="sm" variant="primary" icon={<TableProperties aria-hidden />} onClick={() => onMapping(last)}>
            {t('contactImport.checkTitle')}
          </Button>
        </div>
      )}
      {last.state === 'running' && <RunningImport store={store} last={last} />}
      {last.state === 'failed' && (
        <Alert tone="danger">
          {t('contactImport.failed', named)} {errorText({ code: last.reason, detail: {} })}
        </Alert>
      )}
      {(last.state === 'done' || last.state === 'cancelled') && (
        <p className="mr-10 mb-1 font-medium wrap-anywhere">
          {t(last.state === 'done' ? 'contactImport.done' : 'contactImport.cancelled', named)}
        </p>
      )}
      {last.state !== 'mapping' && <Figures store={store} last={last} />}
    </section>
  )
}

function RunningImport({ store, last }: { store: ImportStore; last: ContactImport }) {
  const { t } = useTranslation()
  const { id, handled, total } = last
  const text =
    total === null
      ? t('contactImport.begins', { count: handled })
      : t('contactImport.progress', { done: handled, total })
  return (
    <div className="mb-1 flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <ProgressBar text={text} share={total ? handled / total : 0} />
      </div>
      <CancelButton store={store} id={id} />
    </div>
  )
}

function CancelButton({ store, id }: { store: ImportStore; id: number }) {
  const { t } = useTranslation()
  return (
    <Button size="sm" icon={<CircleStop aria-hidden />} onClick={() => void store.cancel(id)}>
      {t('common.cancel')}
    </Button>
  )
}

/** Numbers of rows by outcome, and the file of the refused ones. */
function Figures({ store, last }: { store: ImportStore; last: ContactImport }) {
  const { t } = useTranslation()
  const { id, state, contactListId, added, filled, known, repeated, invalid, leftOut, optedOut } = last
  const refused = (contactListId === null ? 0 : known + repeated) + invalid + leftOut
  const figures = [
    t('contactImport.added', { count: added }),
    ...(filled > 0 ? [t('contactImport.filled', { count: filled })] : []),
    ...(known > 0 ? [t(contactListId === null ? 'contactImport.same' : 'contactImport.known', { count: known })] : []),
    ...(repeated > 0 ? [t('contactImport.repeated', { count: repeated })] : []),
    ...(invalid > 0 ? [t('contactImport.invalidRows', { count: invalid })] : []),
    ...(leftOut > 0 ? [t('contactImport.leftOutCells', { count: leftOut })] : []),
  ]
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="min-w-0 flex-1 basis-60 text-sm tabular-nums">
        <p className="text-muted">{figures.join(' · ')}</p>
        {optedOut > 0 && <p className="text-warn">{t('contactImport.optedOutRows', { count: optedOut })}</p>}
      </div>
      {refused > 0 && state !== 'running' && (
        <Button size="sm" icon={<Download aria-hidden />} onClick={() => void store.downloadErrors(id)}>
          {t('contactImport.downloadErrors')}
        </Button>
      )}
    </div>
  )
}
