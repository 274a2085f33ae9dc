import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../../lib/use-translation'
import { useEditor, type WayOut } from '../editor/editor'
import { BlockMenu } from './block-menu'
import { addBlock } from './new-block'

/** Place of the menu in the window, and the way out that the new block follows. */
export interface PopupPlace {
  x: number
  y: number
  from?: WayOut
}

/**
 * Block menu in a popover, such as where an edge ended on the empty canvas; Escape and a press outside close it. Opens
 * after the events of that release: the browser would take its click for a press outside.
 */
export function BlockPopup({ place: { x, y, from }, onClose }: { place: PopupPlace; onClose: () => void }) {
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
      className="fixed m-0 max-h-120 w-80 max-w-[calc(100vw-16px)] rounded-lg border border-line bg-raised p-0 text-ink shadow-e2 open:flex"
    >
      <BlockMenu
        onChoose={(type) => {
          onClose()
          addBlock(editor, type, from)
        }}
      />
    </div>
  )
}

/** Shows the menu within the window, and moves the focus to its search. */
function showAt(element: HTMLDivElement, x: number, y: number) {
  element.showPopover()
  element.style.maxHeight = `${Math.min(480, innerHeight - 16)}px`
  const { height, width } = element.getBoundingClientRect()
  element.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`
  element.style.top = `${Math.max(8, Math.min(y, innerHeight - height - 8))}px`
  element.querySelector('input')?.focus()
}
