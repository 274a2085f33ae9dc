import jsQR from 'jsqr'
import type { BrowserContext, Locator } from 'playwright'

/** Decodes a QR code from a screenshot of the element; undefined if there is none. */
export async function readQr(context: BrowserContext, shown: Locator): Promise<string | undefined> {
  const png = (await shown.screenshot()).toString('base64')
  const blank = await context.newPage()
  try {
    const { width, height, pixels } = await blank.evaluate(readPixels, png)
    return jsQR(new Uint8ClampedArray(Buffer.from(pixels, 'base64')), width, height)?.data
  } finally {
    await blank.close()
  }
}

/** Runs in the browser: decodes a PNG in base64 into RGBA pixels in base64. */
async function readPixels(png: string) {
  const picture = new Image()
  picture.src = `data:image/png;base64,${png}`
  await picture.decode()
  const { naturalWidth: width, naturalHeight: height } = picture
  const canvas = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')!
  canvas.drawImage(picture, 0, 0)
  const bytes = new Blob([canvas.getImageData(0, 0, width, height).data as Uint8ClampedArray<ArrayBuffer>])
  const address = await new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsDataURL(bytes)
  })
  return { width, height, pixels: address.slice(address.indexOf(',') + 1) }
}
