import { useEffect, useState } from 'react'
import { limits } from '../../../../../src/shared/limits'
import { fileSize } from '../../../../lib/file-size'
import { useTranslation } from '../../../../lib/use-translation'

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/** Accepts files dragged anywhere onto the window for the ticket on screen. */
export function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    // Each element under the pointer sends enter and leave events; counting them prevents flicker.
    let depth = 0
    const enter = (event: DragEvent) => {
      if (carriesFiles(event) && ++depth === 1) setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (carriesFiles(event) && --depth <= 0) end()
    }
    const hover = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault()
    }
    const end = () => {
      depth = 0
      setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return
      event.preventDefault()
      end()
      onFiles([...(event.dataTransfer?.files ?? [])])
    }
    const handlers = { dragenter: enter, dragleave: leave, dragover: hover, drop } as const
    for (const [name, handler] of Object.entries(handlers)) window.addEventListener(name as 'drop', handler)
    return () => {
      for (const [name, handler] of Object.entries(handlers)) window.removeEventListener(name as 'drop', handler)
    }
  }, [onFiles])
  if (!isOver) return null
  return (
    <div className="pointer-events-none fixed inset-0 z-40 flex items-center justify-center bg-scrim p-6">
      <div className="rounded-lg border-2 border-accent border-dashed bg-raised px-10 py-8 text-center">
        <p className="font-semibold text-lg">{t('tickets.dropHere')}</p>
        <p className="mt-1 text-muted">
          {t('tickets.dropHint', { count: limits.filesPerMessage, size: fileSize(limits.media) })}
        </p>
      </div>
    </div>
  )
}
