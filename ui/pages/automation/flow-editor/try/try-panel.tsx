import { useEffect } from 'react'
import { Alert } from '../../../../components/alert'
import { SkeletonRows } from '../../../../components/skeleton'
import { useTranslation } from '../../../../lib/use-translation'
import { KeepCase } from '../cases/keep-case'
import type { FlowDocument } from '../editor/document'
import { useEditor } from '../editor/editor'
import { useNodeName } from '../names/node-name'
import { TryComposer } from './try-composer'
import { TryHead } from './try-head'
import { TryLog } from './try-log'
import { TryValues } from './try-values'
import { TryWaiting } from './try-waiting'
import { type FlowTrial, useFlowTrial } from './use-flow-trial'
import { type TrialHours, useOpeningHours } from './use-opening-hours'

/** Conversation with the draft as it is on screen. It sends and stores nothing. */
export function TryPanel({ document }: { document: FlowDocument }) {
  const hours = useOpeningHours()
  return hours ? <Trial document={document} hours={hours} /> : <SkeletonRows rows={4} avatar={false} />
}

function Trial({ document, hours }: { document: FlowDocument; hours: TrialHours }) {
  const { t } = useTranslation()
  const trial = useFlowTrial(document.id, hours)
  useLitPath(trial)
  if (!trial.graph || !trial.state)
    return (
      <div className="p-3">
        <Alert tone="danger">{t('flowTrial.unreadable', { place: trial.fault ?? '' })}</Alert>
      </div>
    )
  return <Conversation trial={trial} document={document} />
}

function Conversation({ trial, document }: { trial: FlowTrial; document: FlowDocument }) {
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
        <Keep trial={trial} document={document} />
        <TryWaiting trial={trial} />
        <TryComposer trial={trial} />
        <TryValues trial={trial} />
      </div>
    </div>
  )
}

/** Keeps the conversation as a test case of the draft, which is saved first. */
function Keep({ trial: { state }, document }: { trial: FlowTrial; document: FlowDocument }) {
  const recording = state?.recording
  if (!recording || recording.answers.length === 0) return null
  const name = recording.answers.map((messages) => messages.map(({ text, file }) => text || file).join(' ')).join(' → ')
  const prepare = async () => !document.editor.isChanged.peek() || document.save()
  return (
    <div className="p-3 pb-0">
      <KeepCase flowId={document.id} name={name} source={{ recording }} prepare={prepare} />
    </div>
  )
}

/** Marks the path of the trial on the canvas while the panel is open, and keeps the current node in view. */
function useLitPath({ path }: FlowTrial) {
  const editor = useEditor()
  const current = path?.current
  useEffect(() => {
    if (current) editor.revealed.value = { id: current }
  }, [editor, current])
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
