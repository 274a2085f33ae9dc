import type { ParserSource } from '../../../core/parsers/contract'

export interface SmallPictureOptions {
  /** A picture with more pixels is refused before decoding, because a small file can claim huge dimensions. */
  maxPixels: number
  /** Longest side of the small picture, in pixels. */
  side: number
  /** JPEG quality, 1 to 100. */
  quality: number
}

/** Size of the original picture in pixels, and a small JPEG as a `data:` URL. */
export interface SmallPicture {
  width: number
  height: number
  dataUrl: string
}

/** Decodes and shrinks a picture. Runs in a parser worker. Throws when it cannot be decoded. */
export async function shrinkPicture(input: ParserSource & SmallPictureOptions): Promise<SmallPicture> {
  const { maxPixels, side, quality } = input
  const open = () => new Bun.Image('bytes' in input ? input.bytes : Bun.file(input.path), { maxPixels })
  const { width, height } = await open().metadata()
  const small = open().resize(side, side, { fit: 'inside', withoutEnlargement: true })
  return { width, height, dataUrl: await small.jpeg({ quality }).dataurl() }
}
