import { csv, mac, quotedCsv, utf8, utf8WithMark, utf16WithMark, windows } from './encode'
import type { ContactFile } from './file'

const google = [
  ...['First Name', 'Middle Name', 'Last Name', 'Phonetic First Name', 'Phonetic Middle Name', 'Phonetic Last Name'],
  ...['Name Prefix', 'Name Suffix', 'Nickname', 'File As', 'Organization Name', 'Organization Title'],
  ...['Organization Department', 'Birthday', 'Notes', 'Photo', 'Labels', 'E-mail 1 - Label', 'E-mail 1 - Value'],
  ...['Phone 1 - Label', 'Phone 1 - Value', 'Phone 2 - Label', 'Phone 2 - Value', 'Address 1 - Label'],
  ...['Address 1 - Formatted', 'Address 1 - Postal Code', 'Custom Field 1 - Label', 'Custom Field 1 - Value'],
]
/** A row of Google's file with these values by heading. */
const googleRow = (values: Record<string, string>, headings = google) => headings.map((name) => values[name] ?? '')

const googleOld = [
  ...[
    'Name',
    'Given Name',
    'Additional Name',
    'Family Name',
    'Yomi Name',
    'Birthday',
    'Gender',
    'Location',
    'Group Membership',
  ],
  ...['E-mail 1 - Type', 'E-mail 1 - Value', 'Phone 1 - Type', 'Phone 1 - Value', 'Phone 2 - Type', 'Phone 2 - Value'],
]

const outlook = [
  ...[
    'Title',
    'First Name',
    'Middle Name',
    'Last Name',
    'Suffix',
    'Company',
    'Department',
    'Job Title',
    'Business Street',
  ],
  ...['Business Street 2', 'Business Street 3', 'Business City', 'Business State', 'Business Postal Code'],
  ...['Business Country/Region', 'Home Street', 'Home Street 2', 'Home Street 3', 'Home City', 'Home State'],
  ...['Home Postal Code', 'Home Country/Region', 'Other Street', 'Other City', 'Other State', 'Other Postal Code'],
  ...["Assistant's Phone", 'Business Fax', 'Business Phone', 'Business Phone 2', 'Callback', 'Car Phone'],
  ...[
    'Company Main Phone',
    'Home Fax',
    'Home Phone',
    'Home Phone 2',
    'ISDN',
    'Mobile Phone',
    'Other Fax',
    'Other Phone',
  ],
  ...['Pager', 'Primary Phone', 'Radio Phone', 'TTY/TDD Phone', 'Telex', 'Account', 'Anniversary'],
  ...["Assistant's Name", 'Billing Information', 'Birthday', 'Business Address PO Box', 'Categories', 'Children'],
  ...['Directory Server', 'E-mail Address', 'E-mail Type', 'E-mail Display Name', 'E-mail 2 Address', 'E-mail 2 Type'],
]
const outlookPt = [
  ...[
    'Nome',
    'Segundo nome',
    'Sobrenome',
    'Empresa',
    'Cargo',
    'Rua do endereço comercial',
    'CEP do endereço comercial',
  ],
  ...['Fax comercial', 'Telefone comercial', 'Telefone residencial', 'Telefone celular', 'Aniversário'],
  ...['Endereço de email', 'Tipo de email', 'Nome para exibição do email'],
]
const outlookEs = [
  ...['Nombre', 'Segundo nombre', 'Apellidos', 'Organización', 'Código postal del trabajo', 'Fax del trabajo'],
  ...['Teléfono del trabajo', 'Teléfono móvil', 'Cumpleaños', 'Dirección de correo electrónico'],
]
const outlookRow = (headings: string[], values: Record<string, string>) => headings.map((name) => values[name] ?? '')

/** Address books of programs for mail and contacts, as CSV. */
export const addressBooks: ContactFile[] = [
  {
    name: 'Google Contacts, CSV of today, birthday before the number',
    bytes: utf8(
      csv(
        [
          google,
          googleRow({
            ...{ 'First Name': 'Maria', 'Last Name': 'Souza', Birthday: '1985-03-12', Labels: '* myContacts' },
            ...{ 'E-mail 1 - Value': 'maria@x.com ::: m@y.com', 'Phone 1 - Label': 'Work' },
            ...{
              'Phone 1 - Value': '+55 11 3333-4444',
              'Phone 2 - Label': 'Mobile',
              'Phone 2 - Value': '+55 11 98765-4321',
            },
            ...{ 'Address 1 - Postal Code': '01310-100' },
          }),
          googleRow({
            ...{ 'First Name': 'José', 'Middle Name': 'Carlos', 'Last Name': 'Lima', Birthday: '20010707' },
            ...{ 'Phone 1 - Value': '21 3222-1111 ::: 21 99876-5432' },
          }),
        ],
        ',',
        '\n',
      ),
    ),
    people: ['Maria Souza|5511987654321|maria@x.com', 'José Carlos Lima|5521998765432|'],
    fields: ['Birthday: 1985-03-12', 'Phone 1 - Value: +55 11 3333-4444'],
  },
  {
    name: 'Google Contacts in Portuguese',
    bytes: utf8(
      csv(
        [
          ['Nome', 'Sobrenome', 'Aniversário', 'E-mail 1 – Valor', 'Telefone 1 – Rótulo', 'Telefone 1 – Valor'],
          ['Márcia', 'Nóbrega', '1985-03-12', 'marcia@x.com', 'Celular', '(41) 95555-0084'],
        ],
        ',',
        '\n',
      ),
    ),
    people: ['Márcia Nóbrega|5541955550084|marcia@x.com'],
    fields: ['Aniversário: 1985-03-12'],
  },
  {
    name: 'Google Contacts, CSV until 2023',
    bytes: utf16WithMark(
      csv(
        [
          googleOld,
          [
            'Ana Conceição',
            'Ana',
            '',
            'Conceição',
            '',
            '1990-01-02',
            '',
            '',
            '* My Contacts',
            '*',
            'ana@x.com',
            'Mobile',
            '+55 31 98888-0001',
            '',
            '',
          ],
          [
            'Zé',
            'Zé',
            '',
            '',
            '',
            '',
            '',
            '',
            '* My Contacts',
            '',
            '',
            'Home',
            '(31) 3222-0002',
            'Mobile',
            '(31) 98888-0002',
          ],
        ],
        ',',
        '\n',
      ),
    ),
    people: ['Ana Conceição|5531988880001|ana@x.com', 'Zé|5531988880002|'],
  },
  {
    name: 'Outlook, CSV in Windows-1252, e-mail in column 58',
    bytes: windows(
      quotedCsv([
        outlook,
        outlookRow(outlook, {
          ...{
            'First Name': 'João',
            'Last Name': 'Antônio',
            'Business Postal Code': '01310-100',
            'Home Postal Code': '04538132',
          },
          ...{
            'Business Fax': '(11) 3000-0000',
            'Business Phone': '(11) 3111-2222',
            'Mobile Phone': '(11) 97777-1234',
          },
          ...{ Birthday: '12/3/1985', 'E-mail Address': 'joao@empresa.com.br', Company: 'Padaria São José' },
        }),
        outlookRow(outlook, { 'First Name': 'Bia', 'Business Phone': '+55 (11) 3111-3333', Birthday: '0/0/00' }),
      ]),
    ),
    people: ['João Antônio|5511977771234|joao@empresa.com.br', 'Bia|551131113333|'],
    fields: ['Company: Padaria São José', 'Business Postal Code: 01310-100'],
  },
  {
    name: 'Outlook in Portuguese',
    bytes: windows(
      csv([
        outlookPt,
        outlookRow(outlookPt, {
          ...{
            Nome: 'Otávio',
            Sobrenome: 'Brandão',
            'CEP do endereço comercial': '20040002',
            Aniversário: '01/02/1970',
          },
          ...{
            'Telefone comercial': '(21) 2222-3333',
            'Telefone celular': '(21) 96666-0001',
            'Endereço de email': 'o@b.com',
          },
        }),
      ]),
    ),
    people: ['Otávio Brandão|5521966660001|o@b.com'],
    fields: ['CEP do endereço comercial: 20040002', 'Aniversário: 01/02/1970'],
  },
  {
    name: 'Outlook in Spanish',
    bytes: windows(
      csv(
        [
          outlookEs,
          outlookRow(outlookEs, {
            ...{ Nombre: 'Íñigo', Apellidos: 'Muñoz', 'Teléfono móvil': '+34 612 345 678', Cumpleaños: '03/04/1980' },
            ...{ 'Código postal del trabajo': '28013', 'Dirección de correo electrónico': 'i@m.es' },
          }),
        ],
        ';',
      ),
    ),
    people: ['Íñigo Muñoz|34612345678|i@m.es'],
    fields: ['Código postal del trabajo: 28013'],
  },
  {
    name: 'Thunderbird',
    bytes: utf8(
      csv(
        [
          [
            'First Name',
            'Last Name',
            'Display Name',
            'Nickname',
            'Primary Email',
            'Secondary Email',
            'Screen Name',
            'Work Phone',
            'Home Phone',
            'Fax Number',
            'Pager Number',
            'Mobile Number',
            'Home ZipCode',
            'Birth Year',
          ],
          [
            'Caio',
            'Reis',
            'Caio Reis',
            '',
            'caio@reis.com',
            '',
            '',
            '',
            '(41) 3333-1111',
            '',
            '',
            '(41) 98877-6655',
            '80000-000',
            '1991',
          ],
        ],
        ',',
        '\n',
      ),
    ),
    people: ['Caio Reis|5541988776655|caio@reis.com'],
  },
  {
    name: 'Yahoo',
    bytes: utf8(
      quotedCsv([
        [
          'First',
          'Middle',
          'Last',
          'Nickname',
          'Email',
          'Category',
          'Home',
          'Work',
          'Pager',
          'Fax',
          'Mobile',
          'Other',
          'Birthday',
          'Home ZIP',
        ],
        ['Lia', '', 'Paz', '', 'lia@paz.com', '', '', '', '', '', '(51) 99123-4567', '', '01/05/1999', '90000-000'],
      ]),
    ),
    people: ['Lia Paz|5551991234567|lia@paz.com'],
  },
  {
    name: 'Apple Numbers, CSV of an address book for Mac',
    bytes: mac(
      csv(
        [
          ['Nome', 'Sobrenome', 'Celular', 'E-mail', 'Aniversário'],
          ['Conceição', 'Araújo', '11 98765-0001', 'c@a.com', '10/10/1980'],
          ['Antônio', 'Sá', '11 98765-0002', '', ''],
        ],
        ';',
        '\r',
      ),
    ),
    people: ['Conceição Araújo|5511987650001|c@a.com', 'Antônio Sá|5511987650002|'],
    fields: ['Aniversário: 10/10/1980'],
  },
  {
    name: 'HubSpot',
    bytes: utf8(
      csv([
        [
          'Record ID',
          'First Name',
          'Last Name',
          'Email',
          'Phone Number',
          'Contact owner',
          'Lead Status',
          'Create Date',
          'Associated Company',
        ],
        ['51987654321', 'Eva', 'Nunes', 'eva@n.com', '+5562998877665', 'Rui', 'New', '2026-01-02 10:11', 'ACME'],
      ]),
    ),
    people: ['Eva Nunes|5562998877665|eva@n.com'],
    fields: ['Record ID: 51987654321', 'Create Date: 2026-01-02 10:11'],
  },
  {
    name: 'Mailchimp',
    bytes: utf8(
      quotedCsv([
        [
          'Email Address',
          'First Name',
          'Last Name',
          'Phone Number',
          'Birthday',
          'Tags',
          'MEMBER_RATING',
          'OPTIN_TIME',
          'LEID',
        ],
        ['ivo@x.com', 'Ivo', 'Braz', '(71) 98111-2233', '05/12', 'vip', '2', '2024-05-06 07:08:09', '51234567890'],
      ]),
    ),
    people: ['Ivo Braz|5571981112233|ivo@x.com'],
  },
  {
    name: 'RD Station',
    bytes: utf8WithMark(
      csv([
        [
          'Email',
          'Nome',
          'Empresa',
          'Cargo',
          'Telefone',
          'Celular',
          'Estágio no funil',
          'Data da primeira conversão',
          'Total de conversões',
        ],
        ['sol@x.com', 'Sol Dias', 'Loja', 'Dona', '1133334444', '11 9 8765-1234', 'Lead', '2026-02-03', '4'],
      ]),
    ),
    people: ['Sol Dias|5511987651234|sol@x.com'],
    fields: ['Telefone: 1133334444'],
  },
]
