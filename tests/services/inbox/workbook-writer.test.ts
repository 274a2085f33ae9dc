import { expect, test } from 'bun:test'
import { unpackZip } from '../../../src/core/parsers/zip'
import { writeWorkbook } from '../../../src/features/inbox/dashboard/workbook-writer'

async function textsOf(...cells: string[]): Promise<string> {
  const table = { name: 'Notas', head: ['Nome'], rows: cells.map((cell) => [cell]) }
  const workbook = await writeWorkbook({ bytes: new TextEncoder().encode(JSON.stringify(table)) })
  const members = await unpackZip(workbook, { bytes: 2 ** 20, members: 50 })
  return new TextDecoder().decode(members.get('xl/sharedStrings.xml'))
}

test('a formula in a cell of a workbook is a text', async () => {
  expect(await textsOf('=1+1')).toContain('<t>=1+1</t>')
})

test('a cell has no character that XML excludes, and at most 32,767 of the others', async () => {
  const texts = await textsOf('a\ufffeb\uffffc', 'x'.repeat(40_000))
  expect(texts).toContain('<t>a\ufffdb\ufffdc</t>')
  expect(texts).toContain(`<t>${'x'.repeat(32_767)}</t>`)
})

test('a text that looks like the code of a character is shown as it is', async () => {
  expect(await textsOf('_x0041_')).toContain('<t>_x005F_x0041_</t>')
})
