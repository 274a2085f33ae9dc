import { writeXlsx } from 'hucre/xlsx'
import { oldWorkbook } from '../old-workbook'
import { type OdsCell, openDocument, openDocumentXml } from '../open-document'
import { sheetXml, workbook } from '../workbook'
import type { ContactFile } from './file'
import { styledWorkbook } from './styled-workbook'

type Cell = string | number | Date | null
const xlsx = async (...sheets: [name: string, rows: Cell[][]][]) =>
  new Uint8Array(await writeXlsx({ sheets: sheets.map(([name, rows]) => ({ name, rows })) }))
const ods = (...sheets: [string, OdsCell[][]][]) => openDocument(openDocumentXml(...sheets))

/** Spreadsheets of programs and systems. */
export const workbooks: ContactFile[] = [
  {
    name: 'Excel, read-me sheet first and people in the second',
    bytes: xlsx(
      ['Leia-me', [['Instruções de uso'], ['Preencha a outra aba']]],
      [
        'Clientes',
        [
          ['Nome', 'Telefone', 'Plano'],
          ['Ana', '(11) 98765-4321', 'Ouro'],
          ['Rui', 5_521_998_877_665, 'Prata'],
        ],
      ],
    ),
    people: ['Ana|5511987654321|', 'Rui|5521998877665|'],
    fields: ['Plano: Ouro'],
  },
  {
    name: 'Excel, title and date above the headings',
    bytes: xlsx([
      'Plan1',
      [
        ['Relatório de clientes'],
        ['Emitido em 01/02/2026', null, 'por Sistema X'],
        [null],
        ['Código', 'Razão Social', 'CNPJ', 'Fone', 'Cidade'],
        [10_001, 'Padaria São José Ltda', '12.345.678/0001-95', '(11) 3333-4444', 'São Paulo'],
        [10_002, 'Bar do Léo', '11.222.333/0001-81', '(11) 97777-8888', 'Santos'],
      ],
    ]),
    people: ['Padaria São José Ltda|551133334444|', 'Bar do Léo|5511977778888|'],
    fields: ['CNPJ: 12.345.678/0001-95', 'Código: 10001'],
  },
  {
    name: 'Excel, CPF without signs before the number, both of eleven digits',
    bytes: xlsx([
      'Plan1',
      [
        ['CPF', 'Nome do cliente', 'Celular', 'Nº do pedido'],
        [52_998_224_725, 'Lia Dias', 11_987_654_321, 11_912_345_678],
        [11_144_477_735, 'Leo Paz', 21_987_654_321, 11_912_345_679],
      ],
    ]),
    people: ['Lia Dias|5511987654321|', 'Leo Paz|5521987654321|'],
    fields: ['CPF: 52998224725', 'Nº do pedido: 11912345678'],
  },
  {
    name: 'Excel, days and postal codes with formats',
    bytes: styledWorkbook([
      ['Nome', 'Nascimento', 'CEP', 'WhatsApp'],
      ['Ana', { value: 31_120, style: 'date' }, { value: 1_310_100, style: 'postalCode' }, 5_511_987_654_321],
    ]),
    people: ['Ana|5511987654321|'],
    fields: ['Nascimento: 14/03/1985', 'CEP: 01310100'],
  },
  {
    name: 'Excel, area code in a column of its own',
    bytes: xlsx([
      'Plan1',
      [
        ['Cliente', 'DDD', 'Telefone'],
        ['Eva', 11, '98765-4321'],
        ['Ivo', 21, 33_334_444],
        ['Bia', 51, 987_651_234],
      ],
    ]),
    people: ['Eva|5511987654321|', 'Ivo|552133334444|', 'Bia|5551987651234|'],
  },
  {
    name: 'Excel without headings, number behind day and postal code',
    bytes: xlsx([
      'Plan1',
      [
        ['12/10/1990', '01310-100', 'Ana Souza', '11987654321', 'ana@x.com'],
        ['01/02/1988', '20040-002', 'Bia Reis', '21987654321', ''],
      ],
    ]),
    people: ['Ana Souza|5511987654321|ana@x.com', 'Bia Reis|5521987654321|'],
    fields: ['Coluna B: 01310-100'],
  },
  {
    name: 'Excel, unknown heading of the name',
    bytes: workbook(
      sheetXml([
        ['Razão social', 'Telefone'],
        ['Fulano de Tal', '5511977008001'],
      ]),
    ),
    people: ['Fulano de Tal|5511977008001|'],
  },
  {
    name: 'Excel, unknown headings of both',
    bytes: workbook(
      sheetXml([
        ['Quem compra', 'Ligar para'],
        ['Fulano de Tal', '11 97700-8001'],
        ['Beltrana Sá', '11 97700-8002'],
      ]),
    ),
    people: ['Fulano de Tal|5511977008001|', 'Beltrana Sá|5511977008002|'],
  },
  {
    name: 'Excel 97, .xls of an old system',
    bytes: oldWorkbook([
      ['COD', 'NOME', 'DT_NASC', 'TEL_CEL', 'E_MAIL'],
      [7, 'MARIA', '01/01/1970', 11_987_654_321, 'm@x.com'],
    ]),
    people: ['MARIA|5511987654321|m@x.com'],
    fields: ['DT_NASC: 01/01/1970'],
  },
  {
    name: 'Excel 98 for Macintosh, .xls with days counted from 1904',
    bytes: oldWorkbook(
      [
        ['Nome', 'Telefone', 'Nascimento'],
        ['Maria', '11 98765-4321', 31_778],
      ],
      [],
      true,
    ),
    people: ['Maria|5511987654321|'],
    fields: ['Nascimento: 02/01/1991'],
  },
  {
    name: 'LibreOffice, .ods with numbers and days',
    bytes: ods([
      'Planilha1',
      [
        ['Nome', 'Celular', 'Vencimento', 'Valor'],
        ['José Lima', 5_511_987_654_321, { day: '2026-05-10' }, 99.9],
        ['Ana', '(21) 98888-7777', null, null],
      ],
    ]),
    people: ['José Lima|5511987654321|', 'Ana|5521988887777|'],
    fields: ['Vencimento: 10/05/2026'],
  },
  {
    name: 'LibreOffice, .ods with an empty first sheet',
    bytes: ods(
      ['Capa', []],
      [
        'Contatos',
        [
          ['contato', 'fone'],
          ['Bia & Cia', '11 3333-4444'],
        ],
      ],
    ),
    people: ['Bia & Cia|551133334444|'],
  },
  {
    name: 'pandas, index and decimals',
    bytes: xlsx([
      'Sheet1',
      [
        ['Unnamed: 0', 'nome', 'telefone'],
        [0, 'Ana', 11_987_654_321],
        [1, 'Rui', '21987654321.0'],
      ],
    ]),
    people: ['Ana|5511987654321|', 'Rui|5521987654321|'],
  },
  {
    name: 'Number of the house beside the telephone',
    bytes: xlsx([
      'Plan1',
      [
        ['Nome', 'Rua', 'Número', 'Contato'],
        ['Ana', 'Rua A', 1234, '11 98765-4321'],
        ['Rui', 'Rua B', 56, '21 98765-4321'],
      ],
    ]),
    people: ['Ana|5511987654321|', 'Rui|5521987654321|'],
    fields: ['Número: 1234'],
  },
  {
    name: 'Two columns of numbers, the mobile one last',
    bytes: xlsx([
      'Plan1',
      [
        ['Nome', 'Telefone fixo', 'Celular'],
        ['Ana', '11 3333-4444', '11 98765-4321'],
        ['Rui', '21 2222-3333', ''],
      ],
    ]),
    people: ['Ana|5511987654321|', 'Rui|552122223333|'],
    fields: ['Telefone fixo: 11 3333-4444'],
  },
  {
    name: 'The column of WhatsApp counts before the others',
    bytes: xlsx([
      'Plan1',
      [
        ['Empresa', 'Responsável', 'Telefone', 'WhatsApp'],
        ['Loja', 'Ana', '11 98765-4321', '11 3333-4444'],
      ],
    ]),
    people: ['Ana|551133334444|'],
    fields: ['Telefone: 11 98765-4321', 'Empresa: Loja'],
  },
  {
    name: 'A total below the table, and a repeated heading',
    bytes: xlsx([
      'Plan1',
      [
        ['nome', 'fone'],
        ['Ana', '11987654321'],
        ['nome', 'fone'],
        ['Rui', '21987654321'],
        ['Total', 2],
      ],
    ]),
    people: ['Ana|5511987654321|', 'Rui|5521987654321|', '-'],
  },
]
