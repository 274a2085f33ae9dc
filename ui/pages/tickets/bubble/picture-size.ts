const widest = 320
const tallest = 360
const narrowest = 120

/** CSS size of a picture from its dimensions, so that the layout does not shift when it loads. */
export function frame({ width = 4, height = 3 }: { width?: number; height?: number }) {
  const scale = Math.min(1, widest / width, tallest / height)
  const known = width > 4
  const shown = known ? Math.max(narrowest, Math.round(width * scale)) : widest
  return { width: shown, aspectRatio: `${width} / ${Math.min(height, (tallest * width) / shown)}`, maxWidth: '100%' }
}
