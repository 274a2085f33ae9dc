const widest = 320
const tallest = 360
const narrowest = 120

/** CSS size of a picture from its dimensions, so that the layout does not shift when it loads. */
export function pictureSize({ width = 4, height = 3 }: { width?: number; height?: number }) {
  const scale = Math.min(1, widest / width, tallest / height)
  const hasSize = width > 4
  const displayWidth = hasSize ? Math.max(narrowest, Math.round(width * scale)) : widest
  return {
    width: displayWidth,
    aspectRatio: `${width} / ${Math.min(height, (tallest * width) / displayWidth)}`,
    maxWidth: '100%',
  }
}
