import { storedZip } from '../../../core/parsers/stored-zip'

const rows = [
  ['nome', 'numero', 'email'],
  ['Maria Souza', '5511987654321', 'maria@exemplo.com.br'],
  ['José Lima', '5521912345678', ''],
]

/** Cells are texts, so that numbers keep all digits and nothing is read as a formula. */
const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
const sheet = rows.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('')

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const main = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const relationship = (type: string, target: string) =>
  `${head}<Relationships xmlns="${packaged}/relationships">` +
  `<Relationship Id="rId1" Type="${office}/${type}" Target="${target}"/></Relationships>`

const members: Record<string, string> = {
  '[Content_Types].xml':
    `${head}<Types xmlns="${packaged}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${main}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${main}.worksheet+xml"/></Types>`,
  '_rels/.rels': relationship('officeDocument', 'xl/workbook.xml'),
  'xl/workbook.xml':
    `${head}<workbook xmlns="${spreadsheet}" xmlns:r="${office}"><sheets>` +
    '<sheet name="Contatos" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': relationship('worksheet', 'worksheets/sheet1.xml'),
  'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${spreadsheet}"><sheetData>${sheet}</sheetData></worksheet>`,
}

/** GET /contact-lists/sample: a workbook with the columns of an import and two people. */
export function downloadSample(): Response {
  const written = new Map(Object.entries(members).map(([name, text]) => [name, new TextEncoder().encode(text)]))
  return new Response(storedZip(written), {
    headers: {
      'content-type': `${main}.sheet`,
      'content-disposition': 'attachment; filename="lista-de-contatos.xlsx"',
      'x-content-type-options': 'nosniff',
    },
  })
}
