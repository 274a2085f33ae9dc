import { CircleDot } from 'lucide-react'
import { useState } from 'react'
import { isError } from '../../../../src/shared/flow/lints'
import { startId } from '../../../../src/shared/flow/node'
import { Badge } from '../../../components/badge'
import { Button } from '../../../components/button'
import { classes } from '../../../lib/classes'
import { flowToastMs, toastSuccess, toastWarning } from '../../../lib/toast'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'
import { FailedCasesDialog } from './cases/failed-cases-dialog'
import type { FlowDocument } from './editor/document'
import { EditorsNote } from './editors/editors-note'
import { PanelButtons } from './flow-panels'
import { StartsLine } from './starts/starts-line'
import { isNeverStarted, type Starts } from './starts/use-starts'
import { PublishDialog } from './versions/publish-dialog'

interface HeadProps {
  document: FlowDocument
  onSave: () => void
  /** Shows the errors that stop a publication. */
  onErrors: () => void
  starts: Starts
  panelId: string | null
  onPanel: (id: string | null) => void
}

/** Title, state and actions of the flow. */
export function Head({ document, onSave, onErrors, starts, panelId, onPanel }: HeadProps) {
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
    const rows = await starts.reload()
    if (!rows || !isNeverStarted(rows)) return
    toastWarning(t('flowBuilder.publishedUnstarted'))
    document.editor.select([startId])
  }
  const version = row.version ?? 0
  const state =
    row.version === null
      ? t('flowBuilder.neverPublished')
      : row.hasChanges
        ? t('flowBuilder.unpublishedChanges', { version })
        : t('flowBuilder.publishedVersion', { version })
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line border-b bg-surface px-4 py-2">
      <div className="min-w-0 flex-1 basis-full sm:basis-60">
        <div className="flex items-center gap-2">
          <h1 className="min-w-0 truncate font-semibold text-lg">{row.name}</h1>
          <Badge tone={row.version === null ? 'neutral' : row.hasChanges ? 'warn' : 'good'}>{state}</Badge>
        </div>
        <p className="text-muted text-xs sm:truncate">
          {t('flowBuilder.title')} · <StartsLine starts={starts} />
        </p>
      </div>
      <p
        role="status"
        className={classes('flex items-center gap-2 text-warn text-xs', isChanged ? 'max-md:sr-only' : 'sr-only')}
      >
        {isChanged && <CircleDot aria-hidden className="size-4 shrink-0" />}
        {isChanged ? `${t('flowBuilder.unsaved')} · ${t('flowBuilder.reminder')}` : t('flowBuilder.allSaved')}
      </p>
      <EditorsNote flowId={document.id} />
      <PanelButtons openId={panelId} onOpen={onPanel} />
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
