import { csv, mac, msDos, quotedCsv, utf8, utf8WithMark, utf16, utf16BigEndian, utf16WithMark, windows } from './encode'
import type { ContactFile } from './file'

const people = [
  ['Nome', 'Telefone', 'E-mail', 'Plano'],
  ['José Antônio', '(11) 98765-4321', 'jose@x.com', 'Ouro'],
  ['Conceição', '(21) 98765-4321', '', 'Prata'],
]
const read = ['José Antônio|5511987654321|jose@x.com', 'Conceição|5521987654321|']
const plan = ['Plano: Ouro']

/** Many plain rows in front of the first accent. */
const manyPlain = Array.from({ length: 9000 }, (_, at) => [
  `Cliente ${at}`,
  `11 9${String(80_000_000 + at)}`,
  '',
  'Bronze',
])
const lateAccent = [people[0] as string[], ...manyPlain, ...people.slice(1)]
const readLate = [...manyPlain.slice(0, 999).map(([name, number]) => `${name}|55${number?.replace(' ', '')}|`)]

/** Texts with columns: encodings, line endings, separators, and what stands above the table. */
export const texts: ContactFile[] = [
  { name: 'Excel, CSV UTF-8', bytes: utf8WithMark(csv(people, ';')), people: read, fields: plan },
  { name: 'LibreOffice, CSV UTF-8 without mark', bytes: utf8(csv(people, ',', '\n')), people: read, fields: plan },
  { name: 'Excel, CSV in Windows-1252', bytes: windows(csv(people, ';')), people: read, fields: plan },
  { name: 'Excel, CSV (Macintosh)', bytes: mac(csv(people, ';', '\r')), people: read, fields: plan },
  { name: 'Excel, CSV (MS-DOS)', bytes: msDos(csv(people, ';')), people: read, fields: plan },
  { name: 'Excel, Unicode text', bytes: utf16WithMark(csv(people, '\t')), people: read, fields: plan },
  { name: 'UTF-16 without mark', bytes: utf16(csv(people, '\t')), people: read, fields: plan },
  { name: 'UTF-16 big endian', bytes: utf16BigEndian(csv(people, ';')), people: read, fields: plan },
  { name: 'Separator |', bytes: utf8(csv(people, '|', '\n')), people: read, fields: plan },
  { name: 'Tabs', bytes: utf8(csv(people, '\t', '\n')), people: read, fields: plan },
  {
    name: 'Quotes around each cell, spaces behind commas',
    bytes: utf8(quotedCsv(people).replaceAll('","', '", "')),
    people: read,
  },
  { name: 'A line sep=;', bytes: utf8(`sep=;\r\n${csv(people, ';')}`), people: read, fields: plan },
  { name: 'A line sep=, in UTF-16', bytes: utf16WithMark(`sep=,\r\n${csv(people, ',')}`), people: read },
  {
    name: 'A title above a file with commas',
    bytes: utf8(`Lista de clientes\n${csv(people, ',', '\n')}`),
    people: read,
  },
  {
    name: 'Titles with an empty line below',
    bytes: utf8(`Lista;;;\nGerado em 01/02/2026;;;\n;;;\n${csv(people, ';', '\n')}`),
    people: read,
  },
  { name: 'Carriage returns alone', bytes: utf8(csv(people, ';', '\r')), people: read },
  {
    name: 'Line breaks within quotes',
    bytes: utf8(
      csv(
        [
          ['nome', 'obs', 'fone'],
          ['Ana', 'linha 1\nlinha 2', '11987654321'],
        ],
        ';',
      ),
    ),
    people: ['Ana|5511987654321|'],
    fields: ['obs: linha 1 linha 2'],
  },
  {
    name: 'A quote that is not closed costs its row',
    bytes: utf8(
      'nome;fone;obs\nAna;11987654321;"alta\nRui;11987654322;"dois\nlados"\n"Bia;11987654323\nZé;11987654324;\n',
    ),
    people: ['-', 'Rui|5511987654322|', '-', 'Zé|5511987654324|'],
    fields: ['obs: dois lados'],
  },
  {
    name: 'A quote that is not closed in a file with quotes around each cell',
    bytes: utf8(
      '"nome";"fone"\r\n"Ana;"11987654321"\r\n"Rui";"11987654322"\r\n"Zé;11987654323"\r\n"Bia";"11987654324"',
    ),
    people: ['-', 'Rui|5511987654322|', 'Zé|5511987654323|', 'Bia|5511987654324|'],
  },
  { name: 'First accent behind 9,000 rows in Windows-1252', bytes: windows(csv(lateAccent, ';')), people: readLate },
  {
    name: 'UTF-8 with some lines of another program in Windows-1252',
    bytes: new Uint8Array(Buffer.concat([utf8(csv(people, ';')), windows('João;11 98765-4322;;Ouro\r\n')])),
    people: [...read, 'João|5511987654322|'],
  },
  {
    name: 'Excel, long numbers rounded to 5,51E+12 are refused',
    bytes: windows(
      csv(
        [
          ['nome', 'numero'],
          ['Ana', '5,51199E+12'],
          ['Rui', '5,51E+12'],
          ['Bia', '5511987654321'],
        ],
        ';',
      ),
    ),
    people: ['-', '-', 'Bia|5511987654321|'],
  },
  {
    name: 'Formulas that keep the digits',
    bytes: windows(
      csv(
        [
          ['Nome', 'Celular'],
          ['Ana', '="11987654321"'],
          ['Rui', "'21987654321"],
        ],
        ';',
      ),
    ),
    people: ['Ana|5511987654321|', 'Rui|5521987654321|'],
  },
  {
    name: 'Bad e-mails cost the cell only',
    bytes: utf8(
      csv(
        [
          ['nome', 'fone', 'email'],
          ['Ana', '11987654321', 'rui@'],
          ['Rui', '21987654321', 'n/a'],
          ['Bia', '51987654321', 'b@x.com, c@x.com'],
        ],
        ';',
      ),
    ),
    people: ['Ana|5511987654321|', 'Rui|5521987654321|', 'Bia|5551987654321|b@x.com'],
    fields: ['email: c@x.com'],
  },
  {
    name: 'Several numbers in a cell',
    bytes: utf8(
      csv(
        [
          ['Cliente', 'Telefones'],
          ['Ana', '(11) 3333-4444 / (11) 98765-4321'],
          ['Rui', '21 98765-4321 / 97777-6666'],
          ['Bia', '11 3333-4444; 11 3333-5555'],
        ],
        ',',
      ),
    ),
    people: ['Ana|5511987654321|', 'Rui|5521987654321|', 'Bia|551133334444|'],
    fields: ['Telefones: (11) 3333-4444'],
  },
  {
    name: 'A day, a postal code and a document in the column of the number are refused',
    bytes: utf8(
      csv(
        [
          ['nome', 'telefone'],
          ['Ana', '12/10/1990'],
          ['Rui', '01310-100'],
          ['Bia', '529.982.247-25'],
          ['Leo', '52998224725'],
          ['Eva', '11222333000181'],
          ['Ivo', '11 98765-4321'],
        ],
        ';',
      ),
    ),
    people: ['-', '-', '-', '-', '-', 'Ivo|5511987654321|'],
  },
  {
    name: 'Numbers alone, one per line',
    bytes: utf8('11987654321\n21 98765-4321\n+351 912 345 678\n'),
    people: ['5511987654321|5511987654321|', '5521987654321|5521987654321|', '351912345678|351912345678|'],
  },
  {
    name: 'SQL client, NULL for nothing',
    bytes: utf8(
      csv(
        [
          ['id', 'customer_name', 'phone_number', 'email', 'created_at'],
          [1, 'Ana', '5511987654321', 'NULL', '2026-01-02 03:04:05'],
        ],
        ',',
        '\n',
      ),
    ),
    people: ['Ana|5511987654321|'],
    fields: ['created_at: 2026-01-02 03:04:05'],
  },
  {
    name: 'pandas to_csv',
    bytes: utf8(
      csv(
        [
          ['', 'nome', 'telefone', 'nascimento'],
          [0, 'Ana', '11987654321.0', '1990-10-12'],
          [1, 'Rui', 'nan', '1988-02-01'],
        ],
        ',',
        '\n',
      ),
    ),
    people: ['Ana|5511987654321|', '-'],
    fields: ['nascimento: 1990-10-12'],
  },
]
