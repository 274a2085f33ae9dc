import { signal } from '@preact/signals-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { keys, readStored, writeStored } from '../../../lib/storage'
import { useTranslation } from '../../../lib/use-translation'
import { useValue } from '../../../lib/use-value'

const narrowest = 320
const widest = 380
const step = 10
const limited = (width: number) => Math.min(widest, Math.max(narrowest, Math.round(width)))

/** Width of the list in px, stored on this device. */
export const listWidth = signal(limited(Number(readStored(keys.listWidth)) || 348))

function setWidth(width: number) {
  listWidth.value = limited(width)
  writeStored(keys.listWidth, String(listWidth.peek()))
}

/** Splitter between list and ticket, moved by dragging or arrow keys. */
export function ListResizer() {
  const { t } = useTranslation()
  const width = useValue(listWidth)
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    const from = event.clientX - listWidth.peek()
    const line = event.currentTarget
    line.setPointerCapture(event.pointerId)
    line.onpointermove = ({ clientX }) => setWidth(clientX - from)
    line.onpointerup = line.onpointercancel = () => {
      line.onpointermove = null
    }
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') setWidth(width - step)
    if (key === 'ArrowRight') setWidth(width + step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable splitter is not an hr.
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('tickets.resize')}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
      className="-mx-1 relative z-10 hidden w-2 shrink-0 cursor-col-resize touch-none after:absolute after:inset-y-0 after:left-1/2 after:w-px after:bg-line hover:after:bg-accent focus-visible:outline-none focus-visible:after:bg-accent @3xl/tickets:block"
    />
  )
}
