import { useReactFlow, useStore } from '@xyflow/react'
import { Map as MapIcon, Maximize, Minus, Network, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../../components/icon-button'
import { toastError } from '../../../../lib/toast'
import { useTranslation } from '../../../../lib/use-translation'
import { arrange } from '../editor/arrange'
import { useEditor } from '../editor/editor'
import { UndoButtons } from '../editor/undo-buttons'

interface CanvasToolsProps {
  isMapOpen: boolean
  onMap: () => void
}

/** Zoom, view of everything, tidying, the small map and the history. */
export function CanvasTools({ isMapOpen, onMap }: CanvasToolsProps) {
  const { t } = useTranslation()
  const editor = useEditor()
  const { zoomIn, zoomOut, zoomTo, fitView } = useReactFlow()
  const percent = useStore(({ transform }) => Math.round(transform[2] * 100))
  const tidy = async () => {
    editor.move(await arrange(editor.flow.peek()))
    editor.revealed.value = { id: 'all' }
  }
  const tool = (label: string, icon: ReactNode, run: () => void, pressed?: boolean) => (
    <IconButton size="sm" tooltipSide="top" label={label} pressed={pressed} onClick={run}>
      {icon}
    </IconButton>
  )
  return (
    <div className="flex items-center gap-0.5 rounded-md border border-line bg-surface p-0.5 shadow-e1">
      {tool(t('flowBuilder.zoomOut'), <Minus aria-hidden />, () => void zoomOut())}
      <button
        type="button"
        title={t('flowBuilder.actualSize')}
        onClick={() => void zoomTo(1)}
        className="h-control-sm w-12 rounded-sm text-center font-medium text-xs tabular-nums hover:bg-hover"
      >
        {percent}%
      </button>
      {tool(t('flowBuilder.zoomIn'), <Plus aria-hidden />, () => void zoomIn())}
      <Line />
      {tool(t('flowBuilder.fit'), <Maximize aria-hidden />, () => void fitView({ padding: 0.1, maxZoom: 1 }))}
      {tool(t('flowBuilder.arrange'), <Network aria-hidden />, () => void tidy().catch(toastError))}
      {tool(t('flowBuilder.map'), <MapIcon aria-hidden />, onMap, isMapOpen)}
      <Line />
      <UndoButtons size="sm" />
    </div>
  )
}

const Line = () => <span className="mx-0.5 h-4.5 w-px bg-line" />
