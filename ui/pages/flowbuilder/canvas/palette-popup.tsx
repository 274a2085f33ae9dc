import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../lib/use-translation'
import { useEditor, type WayOut } from '../editor/editor'
import { NodeChoices } from './node-choices'

/** Place of the pointer in the window, and the way out that the new node follows. */
export interface PopupPlace {
  x: number
  y: number
  from: WayOut
}

/** Palette at the place where an edge ended on the empty canvas; Escape and a press outside close it. */
export function PalettePopup({ place: { x, y, from }, onClose }: { place: PopupPlace; onClose: () => void }) {
  const { t } = useTranslation()
  const editor = useEditor()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current as HTMLDivElement
    element.showPopover()
    const { height, width } = element.getBoundingClientRect()
    element.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`
    element.style.top = `${Math.max(8, Math.min(y, innerHeight - height - 8))}px`
    element.querySelector('button')?.focus()
  }, [x, y])
  return (
    <div
      ref={box}
      popover="auto"
      role="dialog"
      aria-label={t('flowBuilder.add')}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      className="fixed m-0 max-h-[calc(100vh-16px)] overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-float"
    >
      <NodeChoices
        onChoose={(type) => {
          onClose()
          editor.openForm.value = { type, from }
        }}
      />
    </div>
  )
}
