/** Quality of the JPEG, from 0 to 1. */
const quality = 0.7

/**
 * The picture as a JPEG of quality 0.7 when that is smaller; otherwise the same file. A PNG stays a PNG, because it may
 * be transparent, unless only the JPEG is within `maxBytes`.
 */
export async function shrinkPicture(file: File, maxBytes: number): Promise<File> {
  if (!/^image\/(png|jpeg)$/.test(file.type)) return file
  if (file.type === 'image/png' && file.size <= maxBytes) return file
  const jpeg = await toJpeg(file).catch(() => null) // A broken picture is left to the server's check.
  if (!jpeg || jpeg.size >= file.size) return file
  return new File([jpeg], file.name.replace(/\.\w{1,10}$/, '.jpg'), { type: 'image/jpeg' })
}

async function toJpeg(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  const { width, height } = picture
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0)
  picture.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality })
}
