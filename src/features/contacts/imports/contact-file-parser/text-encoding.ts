type Bytes = Uint8Array<ArrayBufferLike>
export type Decode = (bytes: Bytes) => string

/** Bytes that are decoded at once. */
const chunkSize = 256 * 1024

/**
 * Text of a file in parts, with `\n` as the only line ending. The whole file decides the encoding, because a single
 * accent behind many pages of plain letters tells Windows-1252 from UTF-8: UTF-8, UTF-16 in both orders, also without
 * their marks, Windows-1252, Mac Roman, or the code page 850 of DOS. In a file with both UTF-8 and another encoding each
 * line has its own.
 */
export function* textOf(bytes: Bytes): Generator<string> {
  let isAfterReturn = false
  for (const part of decodedParts(bytes)) {
    const text: string = isAfterReturn ? `\r${part}` : part
    isAfterReturn = text.endsWith('\r')
    yield (isAfterReturn ? text.slice(0, -1) : text).replace(/\r{1,9}\n|\r/g, '\n')
  }
  if (isAfterReturn) yield '\n'
}

function* decodedParts(bytes: Bytes): Generator<string> {
  const unicode = unicodeOf(bytes)
  if (unicode) return yield* decodedBy(new TextDecoder(unicode), bytes)
  const facts = countUtf8(bytes)
  if (facts.invalid === 0) return yield* decodedBy(new TextDecoder('utf-8'), bytes)
  const decode = singleByteDecoder(bytes)
  const isMixed = facts.sequences >= facts.invalid
  for (let at = 0; at < bytes.length; ) {
    const end = isMixed ? endOfLine(bytes, at + chunkSize) : Math.min(bytes.length, at + chunkSize)
    yield isMixed ? decodeLines(bytes.subarray(at, end), decode) : decode(bytes.subarray(at, end))
    at = end
  }
}

function* decodedBy(decoder: TextDecoder, bytes: Bytes): Generator<string> {
  for (let at = 0; at < bytes.length; at += chunkSize)
    yield decoder.decode(bytes.subarray(at, at + chunkSize), { stream: true })
  yield decoder.decode()
}

const newline = 10

function endOfLine(bytes: Bytes, from: number): number {
  if (from >= bytes.length) return bytes.length
  const end = bytes.indexOf(newline, from)
  return end < 0 ? bytes.length : end + 1
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })

/** Each line as UTF-8 if it is valid, else by the decoder of the other encoding. */
function decodeLines(bytes: Bytes, decode: Decode): string {
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const end = endOfLine(bytes, at)
    const line = bytes.subarray(at, end)
    try {
      text += strictUtf8.decode(line)
    } catch {
      text += decode(line)
    }
    at = end
  }
  return text
}

/** UTF-16 by its mark, or by the zero bytes of plain letters, which no other encoding of texts has. */
export function unicodeOf(bytes: Bytes): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const start = bytes.subarray(0, 4096)
  const zeros = [0, 0]
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] as number) + 1
  const [even = 0, odd = 0] = zeros
  const many = start.length / 5
  if (odd > many && even === 0) return 'utf-16le'
  return even > many && odd === 0 ? 'utf-16be' : undefined
}

/** Counts the characters of several bytes that are valid UTF-8, and the bytes that belong to none. */
function countUtf8(bytes: Bytes) {
  const facts = { sequences: 0, invalid: 0 }
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number
    const length = byte < 0x80 ? 1 : sequenceLength(byte)
    const isValid = length > 1 && isSequence(bytes, at, length)
    if (isValid) facts.sequences++
    else if (length !== 1) facts.invalid++
    at += isValid ? length : 1
  }
  return facts
}

/** Bytes of a character that begins with this byte; 0 for one that begins none. */
function sequenceLength(byte: number): number {
  if (byte < 0xc2 || byte > 0xf4) return 0
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
}

function isSequence(bytes: Bytes, at: number, length: number): boolean {
  for (let next = at + 1; next < at + length; next++) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return false
  return true
}

/** Characters of the upper half of code page 850, which Excel calls "CSV (MS-DOS)" in Western Europe and Brazil. */
const dos =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

const byLabel =
  (label: string): Decode =>
  (bytes) =>
    new TextDecoder(label).decode(bytes)
const decodeDos: Decode = (bytes) => {
  let text = ''
  for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : dos[byte - 0x80]
  return text
}

/** Encodings of one byte for each character, the most frequent first. */
const singleByte: Decode[] = [byLabel('windows-1252'), byLabel('macintosh'), decodeDos]

/** Letters with marks of the languages of customers; anything else within a word speaks against an encoding. */
const letter = /[áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑßåÅøØæÆ]/
const upper = 0x80

/** Marks that open a quotation or a sentence. */
const opening = /[“‘«¿¡]/
const startsWord = (character: string) =>
  opening.test(character) || (letter.test(character) && character === character.toUpperCase())

/**
 * The encoding in which the bytes above 127 that stand within words are letters. A byte between a space or separator and
 * a capital is a mark or a capital, never a small letter: "Zé" in typographic quotation marks tells Windows-1252.
 */
export function singleByteDecoder(bytes: Bytes): Decode {
  const { inWords, beforeCapitals } = countUpper(bytes)
  const scores = singleByte.map((decode) => {
    const scoreOf = (at: number) => {
      const character = decode(Uint8Array.of(at + upper))
      return (inWords[at] ?? 0) * fitsWord(character) + (beforeCapitals[at] ?? 0) * (startsWord(character) ? 1 : -1)
    }
    return Array.from(inWords.keys(), scoreOf).reduce((sum, score) => sum + score, 0)
  })
  return singleByte[scores.indexOf(Math.max(...scores))] as Decode
}

const fitsWord = (character: string) => (letter.test(character) ? 1 : character === '’' ? 0.5 : -1)

/** How often each byte above 127 begins a word with a capital behind it, and how often it stands beside a letter otherwise. */
function countUpper(bytes: Bytes) {
  const [inWords, beforeCapitals] = [new Uint32Array(upper), new Uint32Array(upper)]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte < upper) continue
    const [before, after] = [bytes[at - 1] ?? 0, bytes[at + 1] ?? 0]
    const counts = isCapital(after) && before < upper && !isLetter(before) ? beforeCapitals : inWords
    if (counts === beforeCapitals || isLetter(before) || isLetter(after))
      counts[byte - upper] = (counts[byte - upper] as number) + 1
  }
  return { inWords, beforeCapitals }
}

const isCapital = (byte: number) => byte >= 0x41 && byte <= 0x5a
const isLetter = (byte: number) => isCapital(byte) || (byte >= 0x61 && byte <= 0x7a)
