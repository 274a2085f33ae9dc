import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react'

const maxZoom = 5
interface View {
  zoom: number
  x: number
  y: number
}
const start: View = { zoom: 1, x: 0, y: 0 }
const clampZoom = (zoom: number) => Math.min(maxZoom, Math.max(1, zoom))

/** Zooms around the centre; resets the position at zoom 1. */
function zoomed(view: View, by: number): View {
  const zoom = clampZoom(view.zoom * by)
  if (zoom === 1) return start
  const share = zoom / view.zoom
  return { zoom, x: view.x * share, y: view.y * share }
}

/** Zoom and pan by wheel, pinch, double click and drag; returns the style of the content. */
export function useZoom() {
  const [view, setView] = useState(start)
  const element = useRef<HTMLDivElement>(null)
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const zoomBy = (by: number) => setView((now) => zoomed(now, by))

  useEffect(() => {
    // React registers wheel listeners as passive, which cannot prevent the page from zooming.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      setView((now) => zoomed(now, Math.exp(-event.deltaY / 300)))
    }
    const surface = element.current
    surface?.addEventListener('wheel', onWheel, { passive: false })
    return () => surface?.removeEventListener('wheel', onWheel)
  }, [])

  const spread = () => {
    const [a, b] = [...fingers.current.values()]
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0
  }
  const end = ({ pointerId }: PointerEvent) => void fingers.current.delete(pointerId)
  const surface = {
    ref: element,
    onDoubleClick: () => setView((now) => (now.zoom > 1 ? start : zoomed(now, 2.5))),
    onPointerDown({ pointerId, clientX: x, clientY: y }: PointerEvent) {
      fingers.current.set(pointerId, { x, y })
    },
    onPointerMove({ pointerId, clientX: x, clientY: y }: PointerEvent) {
      const from = fingers.current.get(pointerId)
      if (!from) return
      const before = spread()
      fingers.current.set(pointerId, { x, y })
      if (before > 0) setView((now) => zoomed(now, spread() / before))
      else setView((now) => (now.zoom > 1 ? { ...now, x: now.x + x - from.x, y: now.y + y - from.y } : now))
    },
    onPointerUp: end,
    onPointerCancel: end,
    onPointerLeave: end,
  }
  const style: CSSProperties = {
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})`,
    cursor: view.zoom > 1 ? 'grab' : 'zoom-in',
  }
  return { zoom: view.zoom, style, surface, zoomBy, reset: () => setView(start) }
}
