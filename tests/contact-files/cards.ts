import { mac, utf8, utf16WithMark, windows } from './encode'
import type { ContactFile } from './file'

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`
const card = (version: string, ...rest: string[]) => lines('BEGIN:VCARD', `VERSION:${version}`, ...rest, 'END:VCARD')
const quotedPrintable = (text: string, encoding: BufferEncoding = 'utf8') =>
  [...Buffer.from(text, encoding)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
/** A picture in base64, folded as telephones do. */
const photo = [
  `PHOTO;ENCODING=b;TYPE=JPEG:${'/9j/4AAQSkZJRgABAQAA'.repeat(3)}`,
  ...Array<string>(40).fill(` ${'A'.repeat(74)}`),
]

/** Files of address cards. */
export const cards: ContactFile[] = [
  {
    name: 'iCloud, vCard 3.0 with pictures and groups',
    bytes: utf8(
      card(
        '3.0',
        'PRODID:-//Apple Inc.//iCloud Web Address Book 2117B3//EN',
        'N:Lima;José;;;',
        'FN:José Lima',
        'ORG:Padaria;',
        ...photo,
        'item1.TEL;type=pref:(11) 98765-4321',
        'item1.X-ABLabel:_$!<Mobile>!$_',
        'BDAY;value=date:1985-03-12',
        'EMAIL;type=INTERNET;type=pref:jose@x.com',
      ) +
        card('3.0', 'N:;;;;', 'FN:Família', 'X-ADDRESSBOOKSERVER-KIND:group', 'X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:1') +
        card(
          '3.0',
          'N:Sá;Ana;;;',
          'FN:Ana Sá',
          'TEL;type=HOME;type=VOICE:1133334444',
          'TEL;type=CELL;type=VOICE:+55 11 91234-5678',
          'TEL;type=WORK;type=FAX:11 3000-0000',
        ),
    ),
    people: ['José Lima|5511987654321|jose@x.com', 'Ana Sá|5511912345678|'],
    fields: ['Empresa: Padaria', 'Aniversário: 1985-03-12', 'Número: 1133334444'],
  },
  {
    name: 'Android, vCard 2.1 in quoted-printable over two lines',
    bytes: utf8(
      card(
        '2.1',
        `N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:${quotedPrintable('Conceição')};${quotedPrintable('Antônia')};;;`,
        `FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:${quotedPrintable('Antônia ')}=`,
        quotedPrintable('Conceição'),
        'TEL;CELL;PREF:021999990000',
        'TEL;HOME:02122223333',
        'EMAIL;HOME:a@c.com',
      ),
    ),
    people: ['Antônia Conceição|5521999990000|a@c.com'],
  },
  {
    name: 'Old Nokia, vCard 2.1 in ISO-8859-1',
    bytes: windows(
      card(
        '2.1',
        `N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:${quotedPrintable('Araújo', 'latin1')};${quotedPrintable('José', 'latin1')}`,
        'TEL;CELL:+5511977770001',
      ) + card('2.1', 'N:Gonçalves;Inês', 'TEL;VOICE:+5511977770002'),
    ),
    people: ['José Araújo|5511977770001|', 'Inês Gonçalves|5511977770002|'],
  },
  {
    name: 'Google, vCard 3.0',
    bytes: utf8(
      card(
        '3.0',
        'FN:Bia Reis',
        'N:Reis;Bia;;;',
        'item1.EMAIL;TYPE=INTERNET:bia@x.com',
        'item1.X-ABLabel:',
        'TEL;TYPE=CELL:+55 (51) 99888-7766',
        'CATEGORIES:myContacts',
        'NOTE:Prefere\\, à tarde\\; sem falta',
      ),
    ),
    people: ['Bia Reis|5551998887766|bia@x.com'],
    fields: ['Observações: Prefere, à tarde; sem falta'],
  },
  {
    name: 'WhatsApp, shared contact with waid',
    bytes: utf8(
      card(
        '3.0',
        'N:;Zé da Feira;;;',
        'FN:Zé da Feira',
        'item1.TEL;waid=5511955554444:+55 11 95555-4444',
        'item1.X-ABLabel:Celular',
      ),
    ),
    people: ['Zé da Feira|5511955554444|'],
  },
  {
    name: 'Fastmail, vCard 4.0 with telephone addresses and an extension',
    bytes: utf8(
      card(
        '4.0',
        'FN;TYPE=x:Ivo Paz',
        'TEL;VALUE=uri;PREF=1;TYPE="voice,cell":tel:+55-21-99999-0001',
        'TEL;VALUE=uri;TYPE=work:tel:+55-21-3333-0000;ext=12',
        'EMAIL;PREF=1:ivo@paz.com',
        'ADR;TYPE=home:;;Rua A, 10;Rio;RJ;20040-002;Brasil',
      ),
    ),
    people: ['Ivo Paz|5521999990001|ivo@paz.com'],
    fields: ['Endereço: Rua A, 10, Rio, RJ, 20040-002, Brasil'],
  },
  {
    name: 'Outlook for Mac, vCard in UTF-16',
    bytes: utf16WithMark(card('3.0', 'N:Brandão;Otávio;;;', 'FN:Otávio Brandão', 'TEL;TYPE=CELL:11 96666-0003')),
    people: ['Otávio Brandão|5511966660003|'],
  },
  {
    name: 'Mac OS 9, vCard in Mac Roman with carriage returns',
    bytes: mac(card('2.1', 'N:Conceição;João', 'FN:João Conceição', 'TEL;CELL:11 96666-0004').replaceAll('\r\n', '\r')),
    people: ['João Conceição|5511966660004|'],
  },
  {
    name: 'A card without a name takes the company, one without a number is refused',
    bytes: utf8(
      card('3.0', 'N:;;;;', 'FN:', 'ORG:Oficina do Léo;', 'TEL:11 3344-5566') +
        card('3.0', 'FN:Só e-mail', 'EMAIL:so@x.com'),
    ),
    people: ['Oficina do Léo|551133445566|', '-'],
  },
]
