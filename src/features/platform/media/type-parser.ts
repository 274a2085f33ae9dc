import { fileTypeFromBlob } from 'file-type'
import { blobOf, type ParserSource } from '../../../core/parsers/contract'

/** Returns the media type detected from a file's bytes, or null. Runs in a parser worker. */
export async function identifyMedia(source: ParserSource): Promise<string | null> {
  const blob = blobOf(source)
  const boxes = Buffer.from(await blob.slice(0, startBytes).arrayBuffer())
  return typeOfBoxes(boxes) ?? (await fileTypeFromBlob(blob))?.mime ?? null
}

/** Start of a file with boxes (ISO 14496-12, QuickTime): the first box names the brands that the file obeys. */
const startBytes = 256
/** Brands of pictures (ISO 23008-12, AV1 Image File Format), by the type of the file. */
const pictures: [mime: string, brands: string[]][] = [
  ['image/avif', ['avif', 'avis']],
  ['image/heic', ['heic', 'heix', 'heim', 'heis']],
  ['image/heic-sequence', ['hevc', 'hevx', 'hevm', 'hevs']],
]
/** Brands that say only that the file is a picture, or several. */
const anyPicture = new Set(['mif1', 'mif2', 'msf1', 'miaf', 'MiHE', 'MiHB', 'MiAB', '1pic'])
/** First boxes of old QuickTime films without brands. */
const oldQuickTime = new Set(['skip', 'pnot'])

/** The type of pictures and films for which file-type, which reads the first brand alone, names another one or none. */
function typeOfBoxes(start: Buffer): string | null {
  if (start.length < 12) return null
  const kind = start.toString('latin1', 4, 8)
  if (oldQuickTime.has(kind) && start.readUInt32BE(0) < 2 ** 20) return 'video/quicktime'
  if (kind !== 'ftyp') return null
  const [first = '', ...others] = brandsOf(start)
  const named = (brand: string) => pictures.find(([, brands]) => brands.includes(brand))?.[0]
  const all = [first, ...others]
  if (named(first)) return named(first) as string
  return anyPicture.has(first) ? (all.map(named).find((mime) => mime !== undefined) ?? null) : null
}

/** The major brand, and those that the file is compatible with. */
function brandsOf(start: Buffer): string[] {
  const end = Math.min(start.readUInt32BE(0), start.length)
  const brands = [start.toString('latin1', 8, 12)]
  for (let at = 16; at + 4 <= end; at += 4) brands.push(start.toString('latin1', at, at + 4))
  return brands
}
