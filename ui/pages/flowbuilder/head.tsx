import { useEffect } from 'react'
import { Button } from '../../components/button'
import { toastError, toastSuccess } from '../../lib/toast'
import { useTranslation } from '../../lib/use-translation'
import { useValue } from '../../lib/use-value'
import type { FlowDocument } from './editor/document'

/** Title, state and actions of the flow. */
export function Head({ document, onSave }: { document: FlowDocument; onSave: () => void }) {
  const { t } = useTranslation()
  const row = useValue(document.row)
  const busy = useValue(document.isBusy)
  const failure = useValue(document.failure)
  useEffect(() => {
    if (failure) toastError(failure)
  }, [failure])
  const publish = async () => {
    if (await document.publish(''))
      toastSuccess(t('flowBuilder.published', { version: document.row.peek().version ?? 0 }))
  }
  const version = row.version ?? 0
  const state =
    row.version === null
      ? t('flowBuilder.neverPublished')
      : row.hasChanges
        ? t('flowBuilder.unpublishedChanges', { version })
        : t('flowBuilder.publishedVersion', { version })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-surface px-4 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <h1 className="truncate font-semibold text-lg">{t('flowBuilder.title')}</h1>
        <p className="text-muted text-sm sm:truncate">
          {row.name} · {state} · {t('flowBuilder.reminder')}
        </p>
      </div>
      <Button busy={busy} onClick={onSave}>
        {t('flowBuilder.save')}
      </Button>
      <Button variant="primary" busy={busy} onClick={publish}>
        {t('flowBuilder.publish')}
      </Button>
    </div>
  )
}
