import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../../lib/use-translation'
import { useEditor, type WayOut } from '../editor/editor'
import { NodeChoices } from './node-choices'

/** Place of the pointer in the window, and the way out that the new node follows. */
export interface PopupPlace {
  x: number
  y: number
  from: WayOut
}

/**
 * Palette at the place where an edge ended on the empty canvas; Escape and a press outside close it. Opens after the events
 * of that release: the browser would take its click for a press outside.
 */
export function PalettePopup({ place: { x, y, from }, onClose }: { place: PopupPlace; onClose: () => void }) {
  const { t } = useTranslation()
  const editor = useEditor()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => showAt(box.current as HTMLDivElement, x, y))
    return () => cancelAnimationFrame(frame)
  }, [x, y])
  return (
    <div
      ref={box}
      popover="auto"
      role="dialog"
      aria-label={t('flowBuilder.add')}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      className="fixed m-0 max-h-[calc(100vh-16px)] overflow-y-auto rounded-lg border border-line bg-raised p-1 text-ink shadow-e2"
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

/** Shows the palette within the window, and moves the focus to its first kind. */
function showAt(element: HTMLDivElement, x: number, y: number) {
  element.showPopover()
  const { height, width } = element.getBoundingClientRect()
  element.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`
  element.style.top = `${Math.max(8, Math.min(y, innerHeight - height - 8))}px`
  element.querySelector('button')?.focus()
}
