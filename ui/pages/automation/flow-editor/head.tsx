import { useState } from 'react'
import { isError } from '../../../../src/shared/flow/lints'
import { Button } from '../../../components/button'
import { flowToastMs, toastSuccess, toastWarning } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { FailedCasesDialog } from './cases/failed-cases-dialog'
import type { FlowDocument } from './editor/document'
import { EditorsNote } from './editors/editors-note'
import { PublishDialog } from './versions/publish-dialog'

interface HeadProps {
  document: FlowDocument
  onSave: () => void
  /** Shows the errors that stop a publication. */
  onErrors: () => void
}

/** Title, state and actions of the flow. */
export function Head({ document, onSave, onErrors }: HeadProps) {
  const { t } = useTranslation()
  const row = useValue(document.row)
  const busy = useValue(document.isBusy)
  const isChanged = useValue(document.editor.isChanged)
  const [isPublishing, setPublishing] = useState(false)
  /** Note of the last publication, if it was refused. */
  const [note, setNote] = useState('')
  const ask = () => {
    if (!document.editor.lints.peek().some(isError)) return setPublishing(true)
    toastWarning(t('errors.ERR_FLOW_INVALID'))
    onErrors()
  }
  const publish = async (text: string, acceptFailures = false) => {
    setNote(text)
    if (!(await document.publish(text, acceptFailures))) return
    setNote('')
    toastSuccess(t('flowBuilder.published', { version: document.row.peek().version ?? 0 }), flowToastMs)
  }
  const version = row.version ?? 0
  const state =
    row.version === null
      ? t('flowBuilder.neverPublished')
      : row.hasChanges
        ? t('flowBuilder.unpublishedChanges', { version })
        : t('flowBuilder.publishedVersion', { version })
  const saving = isChanged ? `${t('flowBuilder.unsaved')} · ${t('flowBuilder.reminder')}` : t('flowBuilder.allSaved')
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-surface px-4 py-2">
      <div className="min-w-0 flex-1 basis-full sm:basis-60">
        <h1 className="truncate font-semibold text-lg">{t('flowBuilder.title')}</h1>
        <p className="text-muted text-sm sm:truncate">
          {row.name} · {state} · <span role="status">{saving}</span>
        </p>
      </div>
      <EditorsNote flowId={document.id} />
      <Button busy={busy} onClick={onSave}>
        {t('flowBuilder.save')}
      </Button>
      <Button variant="primary" busy={busy} onClick={ask}>
        {t('flowBuilder.publish')}
      </Button>
      {isPublishing && <PublishDialog note={note} onPublish={publish} onClose={() => setPublishing(false)} />}
      <FailedCasesDialog document={document} onPublish={() => void publish(note, true)} />
    </div>
  )
}
