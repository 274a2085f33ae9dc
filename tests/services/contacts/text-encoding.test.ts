import { expect, test } from 'bun:test'
import { textOf } from '../../../src/features/contacts/imports/contact-file-parser/text-encoding'
import { mac, msDos, utf8, windows } from '../../contact-files/encode'

/** Encoding of short files, in which few characters tell it. */

const read = (bytes: Uint8Array) => [...textOf(bytes)].join('')

test.each([
  ['typographic quotation marks', 'nome;fone\n“Zé”;11988880051\n', [windows, mac, utf8]],
  ['quotation marks of the French', 'nome;fone\n«Zé»;11988880051\n', [windows, mac, utf8]],
  ['a capital with a mark at the beginning', 'nome\nÉrica\nÂngela\n', [windows, mac, msDos, utf8]],
  ['capitals alone', 'NOME\nJOÃO CONCEIÇÃO\nÉRICA\n', [windows, mac, msDos, utf8]],
  ['small letters', 'nome\njoão conceição\n', [windows, mac, msDos, utf8]],
  ['Spanish signs', 'nombre\n¿Qué? ¡Hola! María Peña\n', [windows, mac, utf8]],
] as const)('%s', (_, text, encodings) => {
  for (const encode of encodings) expect(read(encode(text))).toBe(text)
})
