import { useEffect } from 'react'
import { Alert } from '../../../components/alert'
import { useTranslation } from '../../../lib/use-translation'
import type { FlowDocument } from '../editor/document'
import { useEditor } from '../editor/editor'
import { useNodeName } from './node-name'
import { TryComposer } from './try-composer'
import { TryHead } from './try-head'
import { TryLog } from './try-log'
import { TryValues } from './try-values'
import { TryWaiting } from './try-waiting'
import { type FlowTrial, useFlowTrial } from './use-flow-trial'

/** Conversation with the draft as it is on screen. It sends and stores nothing. */
export function TryPanel({ document }: { document: FlowDocument }) {
  const { t } = useTranslation()
  const trial = useFlowTrial(document.id)
  useLitPath(trial)
  if (!trial.graph || !trial.state)
    return (
      <div className="p-3">
        <Alert tone="danger">{t('flowTrial.unreadable', { place: trial.fault ?? '' })}</Alert>
      </div>
    )
  return <Conversation trial={trial} />
}

function Conversation({ trial }: { trial: FlowTrial }) {
  const { t } = useTranslation()
  const nameOf = useNodeName()
  return (
    <div className="flex h-full min-h-0 flex-col">
      <TryHead trial={trial} />
      <TryLog trial={trial} nameOf={nameOf} />
      {trial.isChanged && (
        <div className="px-3 pb-2">
          <Alert tone="info">{t('flowTrial.changed')}</Alert>
        </div>
      )}
      <div className="flex max-h-1/2 shrink-0 flex-col overflow-y-auto border-line border-t">
        <TryWaiting trial={trial} />
        <TryComposer trial={trial} />
        <TryValues trial={trial} />
      </div>
    </div>
  )
}

/** Marks the path of the trial on the canvas while the panel is open. */
function useLitPath({ path }: FlowTrial) {
  const editor = useEditor()
  useEffect(() => {
    editor.highlight.value = path
  }, [editor, path])
  useEffect(
    () => () => {
      editor.highlight.value = null
    },
    [editor],
  )
}
