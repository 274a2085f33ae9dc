import type { ParserSource } from '../../../core/parsers/contract'
import type { PictureKind } from './model'

/** Most pixels of an uploaded picture, because a small file can claim huge dimensions. */
const maxPixels = 16_000_000
/** A square icon may miss a line or two, as exports of drawing programs do. */
const squareTolerance = 0.02

/** Sides of the icons that browsers and systems ask for; a logo has one picture of at most this width. */
const sidesOf: Record<PictureKind, readonly number[]> = { icon: [32, 180, 192, 512], logo: [480] }
const logoHeight = 120

/** One drawn PNG; `side` is the longest side in pixels. */
export interface DrawnPicture {
  side: number
  png: Uint8Array
}
/** `faulty` names what is wrong with the uploaded picture. */
export type DrawnPictures = { pictures: DrawnPicture[] } | { faulty: 'unreadable' | 'notSquare' }

/** Draws the PNGs of a logo or an icon. Runs in a parser worker, which never keeps the uploaded bytes. */
export async function drawLookPictures(input: ParserSource & { kind: PictureKind }): Promise<DrawnPictures> {
  const open = () => new Bun.Image('bytes' in input ? input.bytes : Bun.file(input.path), { maxPixels })
  const size = await open()
    .metadata()
    .catch(() => null)
  if (!size) return { faulty: 'unreadable' }
  const ratio = size.width / size.height
  if (input.kind === 'icon' && Math.abs(ratio - 1) > squareTolerance) return { faulty: 'notSquare' }
  const pictures: DrawnPicture[] = []
  for (const side of sidesOf[input.kind]) {
    const image = input.kind === 'icon' ? open().resize(side, side, { fit: 'fill' }) : fitted(open(), side)
    const png = await image
      .png()
      .bytes()
      .catch(() => null)
    if (!png) return { faulty: 'unreadable' }
    pictures.push({ side, png })
  }
  return { pictures }
}

const fitted = (image: Bun.Image, width: number) =>
  image.resize(width, logoHeight, { fit: 'inside', withoutEnlargement: true })
