/** Side of a sticker in px, as WhatsApp shows it. */
const side = 512
/** Quality of the WebP file; stickers stay below 100 kB. */
const quality = 0.8

/** Fits a picture into a square WebP file with transparent borders. Returns null for a file that is no picture. */
export async function makeSticker(picture: File): Promise<File | null> {
  const bitmap = await createImageBitmap(picture).catch(() => null)
  if (!bitmap) return null
  const scale = Math.min(side / bitmap.width, side / bitmap.height)
  const [width, height] = [bitmap.width * scale, bitmap.height * scale]
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  canvas.getContext('2d')?.drawImage(bitmap, (side - width) / 2, (side - height) / 2, width, height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', quality))
  // A browser that cannot write WebP writes PNG instead.
  return blob?.type === 'image/webp' ? new File([blob], 'sticker.webp', { type: blob.type }) : null
}
