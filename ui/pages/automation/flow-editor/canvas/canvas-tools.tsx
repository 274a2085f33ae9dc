import { useReactFlow } from '@xyflow/react'
import { Map as MapIcon, Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { IconButton } from '../../../../components/icon-button'
import { useTranslation } from '../../../../lib/use-translation'

interface CanvasToolsProps {
  isMapOpen: boolean
  onMap: () => void
}

/** Zoom, view of everything and the small map. */
export function CanvasTools({ isMapOpen, onMap }: CanvasToolsProps) {
  const { t } = useTranslation()
  const { zoomIn, zoomOut, fitView } = useReactFlow()
  return (
    <div className="flex gap-0.5 rounded-md border border-line bg-raised p-0.5">
      <IconButton size="sm" tooltipSide="top" label={t('flowBuilder.zoomOut')} onClick={() => void zoomOut()}>
        <ZoomOut aria-hidden />
      </IconButton>
      <IconButton size="sm" tooltipSide="top" label={t('flowBuilder.zoomIn')} onClick={() => void zoomIn()}>
        <ZoomIn aria-hidden />
      </IconButton>
      <IconButton
        size="sm"
        tooltipSide="top"
        label={t('flowBuilder.fit')}
        onClick={() => void fitView({ padding: 0.1, maxZoom: 1 })}
      >
        <Maximize aria-hidden />
      </IconButton>
      <IconButton size="sm" tooltipSide="top" label={t('flowBuilder.map')} pressed={isMapOpen} onClick={onMap}>
        <MapIcon aria-hidden />
      </IconButton>
    </div>
  )
}
