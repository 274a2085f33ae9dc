import { useMemo } from 'react'
import { encode } from 'uqr'

interface QrCodeProps {
  text: string
  /** Text alternative. */
  label: string
  /** Available width in CSS pixels; the code uses the largest whole number of pixels per module that fits. */
  maxWidth: number
}

/**
 * QR code as one SVG path, black on white in both themes, with the four-module quiet zone of the standard. Every module
 * has the same whole number of pixels, so that cameras and screenshots can read it.
 */
export function QrCode({ text, label, maxWidth }: QrCodeProps) {
  const { size, path } = useMemo(() => draw(text), [text])
  const width = size * Math.max(2, Math.floor(maxWidth / size))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={width}
      height={width}
      shapeRendering="crispEdges"
      className="shrink-0 rounded-md bg-white"
    >
      <rect width={size} height={size} className="fill-white" />
      <path d={path} className="fill-black" />
    </svg>
  )
}

function draw(text: string) {
  const { data, size } = encode(text, { border: 4, ecc: 'L' })
  const runs: string[] = []
  for (const [y, row] of data.entries())
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue
      const from = x
      while (x < size && row[x]) x++
      runs.push(`M${from} ${y}h${x - from}v1H${from}z`)
    }
  return { size, path: runs.join('') }
}
