import type { ParserSource } from '../../core/parsers/contract'

export interface SmallPictureOptions {
  /** A picture of more pixels is refused before it is decoded: a small file can claim a huge picture. */
  maxPixels: number
  /** Longest side of the small picture, in pixels. */
  side: number
  /** JPEG quality, 1 to 100. */
  quality: number
}

/** The size of a picture, and a small JPEG of it as a `data:` address. */
export interface SmallPicture {
  width: number
  height: number
  dataUrl: string
}

/** Decodes a picture and draws it small. Runs in a parser worker. Throws when it cannot be decoded. */
export async function shrinkPicture(input: ParserSource & SmallPictureOptions): Promise<SmallPicture> {
  const { maxPixels, side, quality } = input
  const open = () => new Bun.Image('bytes' in input ? input.bytes : Bun.file(input.path), { maxPixels })
  const { width, height } = await open().metadata()
  const small = open().resize(side, side, { fit: 'inside', withoutEnlargement: true })
  return { width, height, dataUrl: await small.jpeg({ quality }).dataurl() }
}
