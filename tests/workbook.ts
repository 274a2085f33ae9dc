import { type Inconsistencies, type Member, zipOf } from './zip'

/** Workbooks with the parts Excel writes, for tests of files that are invalid in one place. */

const relationships = (type: string, target: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" ` +
  `Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`

const frame: Member[] = [
  {
    name: '[Content_Types].xml',
    content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  },
  { name: '_rels/.rels', content: relationships('officeDocument', 'xl/workbook.xml') },
  {
    name: 'xl/workbook.xml',
    content:
      '<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>' +
      '<sheet name="P" sheetId="1" r:id="rId1"/></sheets></workbook>',
  },
  { name: 'xl/_rels/workbook.xml.rels', content: relationships('worksheet', 'worksheets/sheet1.xml') },
]

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
/** XML of a sheet with these rows, followed by `padding` spaces. */
export function sheetXml(rows: string[][], padding = 0): Uint8Array {
  const written = rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('')
  const [head, tail] = ['<worksheet><sheetData>', '</sheetData></worksheet>']
  return Buffer.concat([Buffer.from(head + written), Buffer.alloc(padding, ' '), Buffer.from(tail)])
}

export const contactRows = [
  ['nome', 'numero'],
  ['Ana', '5511988887777'],
]

/** Workbook with one sheet; `inconsistencies` change its zip archive, `sheet` changes the sheet's entry. */
export function workbook(
  content: Uint8Array = sheetXml(contactRows),
  sheet: Partial<Member> = {},
  inconsistencies: Inconsistencies = {},
) {
  return zipOf([...frame, { name: 'xl/worksheets/sheet1.xml', content, ...sheet }], inconsistencies)
}

/** Workbook with a harmless zip directory, and a ZIP64 directory that lists a sheet of `bytes` bytes. */
export function zip64Bomb(bytes: number, through: 'count' | 'size' | 'offset' = 'size') {
  const members = [...frame, { name: 'xl/worksheets/sheet1.xml', content: sheetXml(contactRows, bytes) }]
  return workbook(undefined, {}, { zip64: { members, through } })
}
