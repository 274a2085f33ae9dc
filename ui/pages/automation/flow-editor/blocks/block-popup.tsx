import { type Dispatch, type SetStateAction, useEffect, useRef } from 'react'
import { useTranslation } from '../../../../lib/use-translation'
import { useEditor, type WayOut } from '../editor/editor'
import { BlockMenu } from './block-menu'
import { addBlock } from './new-block'

/** Place of the menu in the window, and the way out that the new block follows. */
export interface PopupPlace {
  /** Key of the popup, another one at each opening. */
  id: string
  x: number
  y: number
  from?: WayOut
}

/**
 * Function that closes the popup of a place, unless it was opened anew meanwhile: the browser tells of a closed popover
 * after the keys that follow Escape.
 */
export const closePopup = (set: Dispatch<SetStateAction<PopupPlace | null>>, place: PopupPlace) => () =>
  set((now) => (now === place ? null : now))

/**
 * Block menu in a popover, such as where an edge ended on the empty canvas; Escape and a press outside close it. Opens
 * after the events of that release: the browser would take its click for a press outside.
 */
export function BlockPopup({ place, onClose }: { place: PopupPlace; onClose: () => void }) {
  const { from } = place
  const { t } = useTranslation()
  const editor = useEditor()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const frame = requestAnimationFrame(() => showAt(box.current as HTMLDivElement, place))
    return () => cancelAnimationFrame(frame)
  }, [place])
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
function showAt(element: HTMLDivElement, { x, y }: PopupPlace) {
  element.showPopover()
  element.style.maxHeight = `${Math.min(480, innerHeight - 16)}px`
  const { height, width } = element.getBoundingClientRect()
  element.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`
  element.style.top = `${Math.max(8, Math.min(y, innerHeight - height - 8))}px`
  element.querySelector('input')?.focus()
}
