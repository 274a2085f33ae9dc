import { zipOf } from './zip'

/** Documents of LibreOffice Calc (.ods), with the parts that it writes for a table. */

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A text, a number with the text that its format shows, or a day. */
export type OdsCell = string | number | { day: string } | null

function cell(value: OdsCell): string {
  if (value === null || value === '') return '<table:table-cell/>'
  if (typeof value === 'string')
    return `<table:table-cell office:value-type="string" calcext:value-type="string"><text:p>${escaped(value)}</text:p></table:table-cell>`
  if (typeof value === 'number')
    return `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${value >= 1e12 ? value.toExponential(5).replace('.', ',').toUpperCase() : value}</text:p></table:table-cell>`
  return `<table:table-cell office:value-type="date" office:date-value="${value.day}"><text:p>${value.day.slice(8)}/${value.day.slice(5, 7)}</text:p></table:table-cell>`
}

const row = (cells: OdsCell[]) =>
  `<table:table-row table:style-name="ro1">${cells.map(cell).join('')}<table:table-cell table:number-columns-repeated="16380"/></table:table-row>`
const rest =
  '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
const table = (name: string, rows: OdsCell[][]) =>
  `<table:table table:name="${escaped(name)}">${rows.map(row).join('')}${rest}</table:table>`

/** XML of a document with these sheets. */
export const openDocumentXml = (...sheets: (OdsCell[][] | [name: string, rows: OdsCell[][]])[]) =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet>${sheets
      .map((sheet, at) => {
        const [name, rows] =
          typeof sheet[0] === 'string' ? (sheet as [string, OdsCell[][]]) : [`Planilha${at + 1}`, sheet as OdsCell[][]]
        return table(name, rows)
      })
      .join('')}</office:spreadsheet></office:body></office:document-content>`,
  )

/** A document with this content. */
export const openDocument = (
  content: Uint8Array = openDocumentXml([
    ['nome', 'numero'],
    ['Ana', '5511988887777'],
  ]),
) =>
  zipOf([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', method: 0 },
    { name: 'content.xml', content },
    { name: 'META-INF/manifest.xml', content: '<manifest:manifest xmlns:manifest="m"/>' },
  ])
