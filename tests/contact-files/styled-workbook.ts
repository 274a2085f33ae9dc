import { type Member, zipOf } from '../zip'

interface StyledCell {
  value: number
  style: 'date' | 'postalCode'
}
type Cell = string | number | StyledCell

const relationships = (targets: [type: string, target: string][]) =>
  `<Relationships>${targets
    .map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="http://x/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

/** Styles 1 and 2: Excel's format 14 for days, and a postal code. */
const styles =
  '<styleSheet><numFmts count="1"><numFmt numFmtId="164" formatCode="00000\\-000"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>'

function cell(value: Cell): string {
  if (typeof value === 'string') return `<c t="inlineStr"><is><t>${value}</t></is></c>`
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  return `<c s="${value.style === 'date' ? 1 : 2}"><v>${value.value}</v></c>`
}

/** Workbook of Excel whose cells have formats. */
export function styledWorkbook(rows: Cell[][]): Uint8Array<ArrayBuffer> {
  const sheet = rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('')
  const members: Member[] = [
    {
      name: 'xl/workbook.xml',
      content: '<workbook><sheets><sheet name="P" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships([
        ['worksheet', 'worksheets/sheet1.xml'],
        ['styles', 'styles.xml'],
      ]),
    },
    { name: 'xl/styles.xml', content: styles },
    { name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData>${sheet}</sheetData></worksheet>` },
  ]
  return zipOf(members)
}
