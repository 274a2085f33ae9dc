import { csv, quotedCsv, utf8, utf8WithMark, windows } from './encode'
import type { ContactFile } from './file'

/** Exports of services for WhatsApp, shops and other systems. */
export const exports: ContactFile[] = [
  {
    name: 'Our own contacts',
    bytes: utf8WithMark("name;number;email\r\n'=Ana;5511987654321;a@x.com\r\nRui;351912345678;\r\n"),
    people: ['=Ana|5511987654321|a@x.com', 'Rui|351912345678|'],
  },
  {
    name: 'Our own refused rows, corrected',
    bytes: utf8WithMark(
      csv(
        [
          ['linha', 'nome', 'numero', 'motivo'],
          ['3', 'Rui', '11 98765-4321', 'Número inválido'],
        ],
        ';',
      ),
    ),
    people: ['Rui|5511987654321|'],
  },
  {
    name: 'Whaticket',
    bytes: utf8WithMark(
      csv(
        [
          ['name', 'number', 'email'],
          ['Ana', '5511987654321', ''],
          ['Grupo', '120363041234567890', ''],
        ],
        ';',
      ),
    ),
    people: ['Ana|5511987654321|', '-'],
  },
  {
    name: 'Whaticket family, contatos.xlsx saved as CSV',
    bytes: windows(
      csv(
        [
          ['ID', 'Nome', 'WhatsApp', 'Email', 'Tags', 'Criado em'],
          [1, 'José', '5511987654321', '', 'cliente', '01/02/2026 10:00'],
        ],
        ';',
      ),
    ),
    people: ['José|5511987654321|'],
    fields: ['Tags: cliente'],
  },
  {
    name: 'Exporter of WhatsApp groups, with signs',
    bytes: utf8WithMark(
      csv([
        [
          'Country Code',
          'Country',
          'Phone Number',
          'Formatted Phone',
          'Is My Contact',
          'Saved Name',
          'Public Name',
          'Group Name',
        ],
        ['55', 'Brazil', '11987654321', '+55 11 98765-4321', 'Yes', 'Ana', 'Aninha', 'Turma'],
        ['51', 'Peru', '987654321', '+51 987 654 321', 'No', '', 'Luz', 'Turma'],
      ]),
    ),
    people: ['Ana|5511987654321|', 'Luz|51987654321|'],
    fields: ['Group Name: Turma'],
  },
  {
    name: 'Exporter of WhatsApp groups, addresses',
    bytes: utf8(
      csv([
        ['id', 'pushname', 'isAdmin'],
        ['5511987654321@c.us', 'Ana', 'false'],
        ['51987654321@s.whatsapp.net', 'Luz', 'false'],
      ]),
    ),
    people: ['Ana|5511987654321|', 'Luz|51987654321|'],
  },
  {
    name: 'WA Contacts extension',
    bytes: utf8(
      quotedCsv([
        ['Nome Salvo', 'Telefone', 'Nome Público', 'É Administrador'],
        ['', '+55 11 98765-4321', 'Ana', 'Não'],
      ]),
    ),
    people: ['Ana|5511987654321|'],
  },
  {
    name: 'Mercado Livre',
    bytes: utf8(
      csv(
        [
          ['N.º de venda', 'Data da venda', 'Comprador', 'CPF', 'Endereço', 'CEP', 'Telefone do comprador'],
          [
            '2000001234567890',
            '1 de fevereiro de 2026',
            'Ana Dias',
            '52998224725',
            'Rua A 10',
            '01310100',
            '11 98765-4321',
          ],
        ],
        ';',
      ),
    ),
    people: ['Ana Dias|5511987654321|'],
    fields: ['CPF: 52998224725', 'CEP: 01310100'],
  },
  {
    name: 'Shopify',
    bytes: utf8(
      csv([
        [
          'Customer ID',
          'First Name',
          'Last Name',
          'Email',
          'Accepts Email Marketing',
          'Default Address Company',
          'Default Address Zip',
          'Default Address Phone',
          'Phone',
          'Total Spent',
          'Total Orders',
        ],
        ["'6543210987654", 'Ana', 'Dias', 'a@d.com', 'yes', '', '01310-100', '', '+5511987654321', '199.90', '3'],
      ]),
    ),
    people: ['Ana Dias|5511987654321|a@d.com'],
  },
  {
    name: 'WooCommerce',
    bytes: utf8(
      csv([
        [
          'order_id',
          'order_date',
          'billing_first_name',
          'billing_last_name',
          'billing_email',
          'billing_phone',
          'billing_postcode',
          'billing_cpf',
        ],
        [
          '1187654321',
          '2026-02-01 10:11:12',
          'Ana',
          'Dias',
          'a@d.com',
          '(11) 98765-4321',
          '01310-100',
          '529.982.247-25',
        ],
      ]),
    ),
    people: ['Ana Dias|5511987654321|a@d.com'],
    fields: ['order_id: 1187654321'],
  },
  {
    name: 'Nuvemshop',
    bytes: windows(
      csv(
        [
          ['Número do Pedido', 'E-mail', 'Data', 'Nome do comprador', 'CPF / CNPJ', 'Telefone', 'Código postal'],
          ['11987650001', 'a@d.com', '01/02/2026', 'Ana Dias', '52998224725', '+5511987654321', '01310100'],
        ],
        ';',
      ),
    ),
    people: ['Ana Dias|5511987654321|a@d.com'],
    fields: ['Número do Pedido: 11987650001'],
  },
  {
    name: 'Clinic, patient and responsible',
    bytes: windows(
      csv(
        [
          ['Prontuário', 'Paciente', 'Nascimento', 'Responsável', 'Celular', 'Convênio'],
          ['000123', 'João Lima', '10/05/2015', 'Maria Lima', '(11) 98765-4321', 'Unimed'],
        ],
        ';',
      ),
    ),
    people: ['João Lima|5511987654321|'],
    fields: ['Nascimento: 10/05/2015', 'Responsável: Maria Lima'],
  },
  {
    name: 'School',
    bytes: windows(
      csv(
        [
          ['MATRICULA', 'ALUNO', 'TURMA', 'TELEFONE RESPONSAVEL', 'DATA MATRICULA'],
          ['20261234567', 'José', '3A', '11987654321', '01/02/2026'],
        ],
        ';',
      ),
    ),
    people: ['José|5511987654321|'],
    fields: ['MATRICULA: 20261234567'],
  },
  {
    name: 'Internet provider, invoices',
    bytes: utf8WithMark(
      csv(
        [
          ['id_cliente', 'cliente', 'telefoneCelular', 'plano', 'vencimento', 'valor', 'linha_digitavel'],
          [
            '5512',
            'Ana',
            '11987654321',
            '500 MB',
            '2026-05-10',
            '99,90',
            '00190.50095 40144.816069 06809.350314 3 37370000000100',
          ],
        ],
        ';',
      ),
    ),
    people: ['Ana|5511987654321|'],
    fields: ['plano: 500 MB', 'vencimento: 2026-05-10', 'valor: 99,90'],
  },
  {
    name: 'Spanish shop',
    bytes: windows(
      csv(
        [
          ['Nombre y apellido', 'Teléfono', 'Correo electrónico', 'DNI', 'Fecha de nacimiento'],
          ['Íñigo Núñez', '+54 9 11 2345-6789', 'i@n.ar', '12.345.678', '01/02/1990'],
        ],
        ';',
      ),
    ),
    people: ['Íñigo Núñez|5491123456789|i@n.ar'],
    fields: ['DNI: 12.345.678'],
  },
  {
    name: 'English CRM with numbers abroad',
    bytes: utf8(
      csv([
        ['Full Name', 'Mobile', 'Company', 'Zip Code'],
        ['Ann Lee', '+1 (202) 555-0123', 'ACME', '20500'],
        ['Bob Ray', '+44 7911 123456', '', ''],
      ]),
    ),
    people: ['Ann Lee|12025550123|', 'Bob Ray|447911123456|'],
    fields: ['Zip Code: 20500'],
  },
  {
    name: 'Google Forms',
    bytes: utf8(
      csv([
        [
          'Carimbo de data/hora',
          'Qual é o seu nome completo?',
          'Qual é o seu WhatsApp (com DDD)?',
          'Aceita receber novidades?',
        ],
        ['01/02/2026 10:11:12', 'Ana Dias', '(11) 98765-4321', 'Sim'],
      ]),
    ),
    people: ['Ana Dias|5511987654321|'],
    fields: ['Aceita receber novidades?: Sim'],
  },
]
