import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { InvalidDump, readDump } from '../../../src/features/provider/former-system/dump'
import { timeOf } from '../../../src/features/provider/former-system/values'
import { dumpText, ofCompanies } from '../../former-system/dump'
import { sizeOf } from '../../size'

const folder = mkdtempSync(join(tmpdir(), 'balcao-dump-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'dump.sql')

async function read(text: string | Uint8Array, table?: string) {
  writeFileSync(file, text)
  const rows = []
  for await (const { row } of readDump(file, (name) => table === undefined || name === table)) rows.push(row)
  return rows
}

test('every text comes out of a dump as it went in', async () => {
  const value = fc.oneof(
    fc.constant(null),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom('\\N', '\\.', '\t\\\n'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ id: value, body: value }), { minLength: 1, maxLength: 8 }), async (rows) => {
      expect(await read(dumpText({ Messages: rows }), 'Messages')).toEqual(rows)
    }),
    { numRuns: sizeOf({ everyday: 150, full: 3_000 }) },
  )
})

test.each([
  ['PGDMP\x01\x0e', 'custom format'],
  ['INSERT INTO public."Users" VALUES (1);\n', 'INSERT commands'],
  ['SELECT 1;\n', 'no tables'],
  ['', 'no tables'],
  ['COPY public."Users" (id, name) FROM stdin;\n1\tAna\textra\n\\.\n', '3 values for 2 columns'],
  ['COPY public."Users" (id) FROM stdin;\n1\n', 'cut off in the table Users'],
  ['COPY public."Users" (id) FROM stdin;\n1\n\\.\n', 'its end is missing'],
])('the dump %j is refused with its reason', async (text, reason) => {
  const refused = await read(text).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(InvalidDump)
  expect((refused as Error).message).toContain(reason)
})

test('a dump that is cut off anywhere is refused', async () => {
  const text = dumpText(ofCompanies())
  for (let at = 0; at < text.length - 2; at += 41) {
    expect(await read(text.slice(0, at)).catch((error: unknown) => error)).toBeInstanceOf(InvalidDump)
  }
})

test.each([
  ['2024-03-01 10:00:00-03', '2024-03-01T13:00:00.000Z'],
  ['2024-03-01 10:00:00.123456+05:30', '2024-03-01T04:30:00.123Z'],
  ['2024-03-01 10:00:00.5', '2024-03-01T10:00:00.500Z'],
  ['infinity', 'none'],
  ['2024-13-41 10:00:00', 'none'],
])('the time %s is %s', (text, time) => expect(timeOf({ at: text }, 'at', 'none')).toBe(time))
