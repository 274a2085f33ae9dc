import { expect, test } from 'bun:test'
import { identifyMedia } from '../../../src/features/platform/media/type-parser'
import { withEnding } from '../../../src/shared/file-names'

/** A box of ISO 14496-12 and QuickTime. */
function box(type: string, body: Uint8Array = new Uint8Array()): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const branded = (...[first, ...others]: string[]) =>
  Buffer.concat([
    box('ftyp', Buffer.from(`${first}\0\0\0\0${others.join('')}`, 'latin1')),
    box('mdat', Buffer.alloc(64)),
  ])
const movie = box('moov', box('mvhd', Buffer.alloc(100)))
const tiff = (start: string) => Buffer.concat([Buffer.from(start, 'hex'), Buffer.alloc(200)])

/** Files that browsers cannot show or phones do not play, by their first bytes, as their programs write them. */
test.each<[program: string, bytes: Buffer, ending: string]>([
  ['iPhone, picture', branded('heic', 'mif1', 'heic'), 'heic'],
  ['Android, picture with a neutral brand first', branded('mif1', 'mif1', 'heic'), 'heic'],
  ['camera, picture in 10 bits', branded('heix', 'mif1', 'heix'), 'heic'],
  ['picture in several layers', branded('heim', 'mif1'), 'heic'],
  ['burst of pictures', branded('hevc', 'msf1'), 'heics'],
  ['AVIF', branded('avif', 'mif1', 'miaf'), 'avif'],
  ['AVIF with a neutral brand first', branded('mif1', 'avif', 'miaf'), 'avif'],
  ['moving AVIF', branded('avis', 'avif'), 'avif'],
  ['iPhone, film', branded('qt  ', 'qt  '), 'mov'],
  ['old QuickTime film', Buffer.concat([movie, box('mdat', Buffer.alloc(64))]), 'mov'],
  ['QuickTime film of a camera', Buffer.concat([box('wide'), box('mdat', Buffer.alloc(200)), movie]), 'mov'],
  ['QuickTime film with a preview', Buffer.concat([box('pnot', Buffer.alloc(12)), movie]), 'mov'],
  ['QuickTime film with room in front', Buffer.concat([box('skip', Buffer.alloc(16)), movie]), 'mov'],
  ['scanner, TIFF', tiff('49492a0008000000'), 'tif'],
  ['Macintosh, TIFF', tiff('4d4d002a00000008'), 'tif'],
  ['TIFF of more than 4 GB', tiff('49492b00080000001000000000000000'), 'tif'],
])('%s: the type is found by the bytes, and the name gets its ending', async (_, bytes, ending) => {
  const mime = await identifyMedia({ bytes: new Uint8Array(bytes) })
  for (const wrong of ['arquivo.jpg', 'arquivo.mp4', 'arquivo'])
    expect(withEnding(wrong, mime ?? '')).toBe(`arquivo.${ending}`)
})

test.each([
  ['a film of a phone', branded('isom', 'mp42'), 'video/mp4'],
  ['a start of eight bytes', Buffer.from('\0\0\0\x08ftyp', 'latin1'), null],
  ['a text that begins like a box', Buffer.from('    skip me, please, this is no film'), null],
])('%s is not taken for one of them', async (_, bytes, mime) => {
  expect(await identifyMedia({ bytes: new Uint8Array(bytes) })).toBe(mime)
})
