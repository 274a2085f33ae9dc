type Bytes = Uint8Array<ArrayBuffer>

/** Characters of the upper half of DOS code page 850, at the bytes from 128. */
const dos =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´­±‗¾¶§÷¸°¨·¹³²■\u00a0'

const upperHalf = (label: string) =>
  new TextDecoder(label).decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128))

/** Encodes a text as a program with an 8-bit character set writes it. */
function singleByte(text: string, characters: string): Bytes {
  return Uint8Array.from(text, (sign) => {
    const code = sign.codePointAt(0) as number
    return code < 128 ? code : characters.indexOf(sign) + 128
  })
}

export const utf8 = (text: string): Bytes => new Uint8Array(Buffer.from(text))
export const utf8WithMark = (text: string): Bytes => utf8(`\ufeff${text}`)
export const windows = (text: string): Bytes => singleByte(text, upperHalf('windows-1252'))
export const mac = (text: string): Bytes => singleByte(text, upperHalf('macintosh'))
export const msDos = (text: string): Bytes => singleByte(text, dos)
export const utf16 = (text: string): Bytes => new Uint8Array(Buffer.from(text, 'utf16le'))
export const utf16WithMark = (text: string): Bytes => utf16(`\ufeff${text}`)
export const utf16BigEndian = (text: string): Bytes => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())

type Cell = string | number | null

const quoted = (cell: Cell, separator: string) => {
  const text = String(cell ?? '')
  return /["\r\n]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A text with separated columns, quoted where needed. */
export const csv = (rows: Cell[][], separator = ',', end = '\r\n'): string =>
  rows.map((cells) => cells.map((cell) => quoted(cell, separator)).join(separator) + end).join('')

/** The same with quotes around each cell. */
export const quotedCsv = (rows: Cell[][], separator = ',', end = '\r\n'): string =>
  rows
    .map((cells) => cells.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(separator) + end)
    .join('')
