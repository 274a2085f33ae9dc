import { signal } from '@preact/signals-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { keys, readStored, writeStored } from '../../../../lib/storage'
import { useTranslation } from '../../../../lib/use-translation'
import { useValue } from '../../../../lib/use-value'

const minWidth = 320
const maxWidth = 480
const step = 10
const clampWidth = (width: number) => Math.min(maxWidth, Math.max(minWidth, Math.round(width)))

/** Width of the list in px, stored on this device. */
export const listWidth = signal(clampWidth(Number(readStored(keys.listWidth)) || 360))

function setWidth(width: number) {
  listWidth.value = clampWidth(width)
  writeStored(keys.listWidth, String(listWidth.peek()))
}

/** Splitter between list and ticket, moved by dragging or arrow keys. */
export function ListResizer() {
  const { t } = useTranslation()
  const width = useValue(listWidth)
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault()
    const offset = event.clientX - listWidth.peek()
    const separator = event.currentTarget
    separator.setPointerCapture(event.pointerId)
    separator.onpointermove = ({ clientX }) => setWidth(clientX - offset)
    separator.onpointerup = separator.onpointercancel = () => {
      separator.onpointermove = null
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
      aria-valuemin={minWidth}
      aria-valuemax={maxWidth}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
      className="-mx-1 relative z-10 hidden w-2 shrink-0 cursor-col-resize touch-none after:absolute after:inset-y-0 after:left-1/2 after:w-px after:bg-line hover:after:bg-accent focus-visible:outline-none focus-visible:after:bg-accent @3xl/tickets:block"
    />
  )
}
