import { useMemo } from 'react'
import { encode } from 'uqr'

/**
 * A QR code as one SVG path: black on white in both themes, with the four-module quiet zone the standard asks for, on
 * whole pixels, so that cameras and screen shots can read it. `label` is its text alternative.
 */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
      style={{ background: '#fff' }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
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
