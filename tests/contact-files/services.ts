import { csv, utf8, utf16WithMark } from './encode'
import type { ContactFile } from './file'

/** Files of advertising, sales and payment services, and tables that were saved twice. */
export const services: ContactFile[] = [
  {
    name: 'Meta, answers to a form in UTF-16',
    bytes: utf16WithMark(
      csv(
        [
          ['id', 'created_time', 'ad_id', 'platform', 'full_name', 'phone_number', 'email'],
          [
            'l:1234567890123456',
            '2026-11-02T10:11:12-03:00',
            'ag:120212345678',
            'ig',
            'Ana Dias',
            'p:+51987654321',
            '',
          ],
        ],
        '\t',
      ),
    ),
    people: ['Ana Dias|51987654321|'],
  },
  {
    name: 'Google Ads, answers to a form',
    bytes: utf8(
      'Lead ID,User Email,Full Name,User Phone,Postal Code\n8723648712368716,,Ana Dias,+5511987654321,01310100\n',
    ),
    people: ['Ana Dias|5511987654321|'],
    fields: ['Lead ID: 8723648712368716', 'Postal Code: 01310100'],
  },
  {
    name: 'Pipedrive in Portuguese',
    bytes: utf8(
      'Pessoa - Nome,Pessoa - Telefone - Trabalho,Pessoa - Telefone - Celular\nAna Dias,1133334444,"11987654321, 11987654322"\n',
    ),
    people: ['Ana Dias|5511987654321|'],
  },
  {
    name: 'Hotmart, calling and area code in columns of their own',
    bytes: utf8(
      'Transação;Nome;DDI;DDD;Tel;CPF\nHP1;Ana Dias;55;11;98765-4321;52998224725\nHP2;Rui;55;;(21) 98765-4321;\n',
    ),
    people: ['Ana Dias|5511987654321|', 'Rui|5521987654321|'],
    fields: ['CPF: 52998224725'],
  },
  {
    name: 'Two numbers with an area code in front of each',
    bytes: utf8('Nome;DDD1;Telefone1;DDD2;Telefone2\nAna;11;3333-4444;21;98765-4321\n'),
    people: ['Ana|5521987654321|'],
    fields: ['Telefone1: 3333-4444'],
  },
  {
    name: 'Two numbers with an area code behind each',
    bytes: utf8('Nome;Celular;DDD;Fone 2;DDD 2\nAna;98765-4321;21;3333-4444;11\n'),
    people: ['Ana|5521987654321|'],
  },
  {
    name: 'Area code of the mobile number under a heading of both words',
    bytes: utf8('Nome;DDD Cel;Celular;DDD Fixo;Fixo\nAna;21;987654321;11;33334444\n'),
    people: ['Ana|5521987654321|'],
  },
  {
    name: 'Area code and number in one cell under "DDD/Telefone"',
    bytes: utf8('Nome;DDD/Telefone\nAna;(21) 98765-4321\nRui;(11) 98765-4321\n'),
    people: ['Ana|5521987654321|', 'Rui|5511987654321|'],
  },
  {
    name: 'Countries by name',
    bytes: utf8(
      'Nome;País;Celular\nAna;Peru;51987654321\nRui;Portugal;912345678\nZé;Reino Unido;07911123456\nBia;+51 (Perú);987654321\nLu;Brasil;11987654321\n',
    ),
    people: ['Ana|51987654321|', 'Rui|351912345678|', 'Zé|447911123456|', 'Bia|51987654321|', 'Lu|5511987654321|'],
  },
  {
    name: 'An extension behind a number whose calling code has a column of its own',
    bytes: utf8('Nome;DDI;Telefone\nAna;43;664 122602 ramal 12\nRui;43;0664 1226020\n'),
    people: ['-', 'Rui|436641226020|'],
  },
  {
    name: 'Two numbers in two lines of a cell',
    bytes: utf8('Nome;Telefone\nAna;"(11) 3333-4444\n(11) 98765-4321"\nRui;"21 98765-4321\r\n"\n'),
    people: ['Ana|5511987654321|', 'Rui|5521987654321|'],
    fields: ['Telefone: (11) 3333-4444'],
  },
  {
    name: 'Excel, CSV with commas saved again: each row is one quoted cell',
    bytes: utf8('"Nome,Telefone"\r\n"Ana Dias,11987654321"\r\n"Rui,21987654321"\r\n'),
    people: ['Ana Dias|5511987654321|', 'Rui|5521987654321|'],
  },
  {
    name: 'Excel, CSV with quotes saved again: some rows are one quoted cell',
    bytes: utf8('Nome,Telefone,Obs\r\n"Ana Dias,11987654321,""a, b"""\r\nRui,21987654321,\r\n'),
    people: ['Ana Dias|5511987654321|', 'Rui|5521987654321|'],
    fields: ['Obs: a, b'],
  },
  {
    name: 'German address book',
    bytes: utf8('Vorname;Nachname;Handy;PLZ\nAna;Dias;+49 1512 3456789;10115\n'),
    people: ['Ana Dias|4915123456789|'],
    fields: ['PLZ: 10115'],
  },
]
