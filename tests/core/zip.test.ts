import { expect, test } from 'bun:test'
import { BadZip, unpackZip } from '../../src/core/parsers/zip'
import { sheetXml, workbook, zip64Bomb } from '../workbook'
import { zipOf } from '../zip'

const megabyte = 2 ** 20
const limits = { bytes: 20 * megabyte, members: 100 }
/** Upper bound in bytes of the chunks that the inflater returns. */
const piece = 128 * 1024

async function refusal(bytes: Uint8Array<ArrayBuffer>): Promise<BadZip> {
  const error = await unpackZip(bytes, limits).catch((error) => error)
  expect(error).toBeInstanceOf(BadZip)
  return error
}

test('unpackZip returns the members by name', async () => {
  const members = await unpackZip(
    zipOf([
      { name: 'a', content: 'one' },
      { name: 'b', content: 'two', method: 0 },
    ]),
    limits,
  )
  expect([...members].map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
    ['a', 'one'],
    ['b', 'two'],
  ])
})

test.each([
  ['60 MB', () => workbook(sheetXml([], 60 * megabyte)), 'tooLarge', 0],
  ['ZIP64 with 60 MB behind it', () => zip64Bomb(60 * megabyte), 'broken', 0],
  ['60 MB stated as 100 bytes', () => workbook(sheetXml([], 60 * megabyte), { size: 100 }), 'broken', piece],
  ['60 MB stated as 1 MB', () => workbook(sheetXml([], 60 * megabyte), { size: megabyte }), 'broken', megabyte + piece],
  ['less than the stated size', () => workbook(sheetXml([], 100), { size: 1000 }), 'broken', piece],
])('a file with %s is refused before more bytes are inflated than it states', async (_, bytes, reason, most) => {
  const error = await refusal(bytes())
  expect(error.reason).toBe(reason as BadZip['reason'])
  expect(error.inflated).toBeLessThanOrEqual(most)
})

test('duplicate names, a wrong checksum and data beyond the file are refused', async () => {
  const twice = zipOf([
    { name: 'a', content: 'one' },
    { name: 'a', content: 'two' },
  ])
  const spoilt = zipOf([{ name: 'a', content: 'one', method: 0 }])
  spoilt[31] = 0x58
  const cut = zipOf([{ name: 'a', content: 'one', method: 0 }]).slice()
  new DataView(cut.buffer).setUint32(cut.length - 22 - 46 - 1 + 42, cut.length - 1, true)
  for (const bytes of [twice, spoilt, cut]) expect((await refusal(bytes)).reason).toBe('broken')
})
