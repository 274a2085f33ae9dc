import { deflateSync, inflateSync } from 'node:zlib'
import { proto } from '@whiskeysockets/baileys'
import { ParseFailure, type ParserName, type ParserSource } from '../../src/core/parsers/contract'
import type { ParserPool } from '../../src/core/parsers/pool'
import type { CompanyId } from '../../src/core/storage/schema'
import type { Voice } from '../../src/features/platform/media/voice-parser'
import { AppError } from '../../src/shared/errors'
import { typebotFile, whaticketFile } from '../flow-files'
import { oldWorkbook } from '../old-workbook'
import { openDocument, openDocumentXml } from '../open-document'
import { gif, jpeg, mp4, pdf, png, recording, soundFile, webp } from '../sample-files'
import { contactRows, sheetXml, workbook } from '../workbook'
import { zipOf } from '../zip'
import { createRandom, pick, type Random } from './odd-values'

const layout = { sheet: 0, heading: 1, columns: ['name', 'number'] }
const options = { layout, language: 'pt', country: 'BR' }

type Bytes = Uint8Array<ArrayBuffer>

/** A valid file, the parsers that read it, and a check of their output for a damaged one. */
interface Container {
  file: () => Bytes | Promise<Bytes>
  /** Puts the damaged bytes into a valid container. */
  wrap?: (damaged: Bytes) => Bytes
  parsers: ParserName[]
  options?: object
  /** Describes an output that no parser may return. */
  wrong?: (output: unknown) => string | null
}

/** Every kind of file that the server parses. */
export const containers: Record<string, Container> = {
  webm: { file: () => recording('webm', 1), parsers: ['voice.read', 'media.identify'], wrong: wrongVoice },
  ogg: { file: () => recording('ogg', 1), parsers: ['voice.read', 'media.identify'], wrong: wrongVoice },
  mp4: { file: mp4, parsers: ['voice.read', 'media.identify'], wrong: wrongVoice },
  'fragmented mp4 with AAC': sound('safari.mp4'),
  mp3: sound('sound.mp3'),
  wav: { file: () => soundFile('sound.wav'), parsers: ['sound.read', 'voice.read', 'media.identify'] },
  png: picture(() => png(30, 20)),
  jpeg: picture(jpeg),
  webp: picture(webp),
  gif: picture(gif),
  pdf: { file: pdf, parsers: ['media.identify'] },
  zip: {
    file: smallZip,
    parsers: ['media.identify', 'contacts.sample', 'contacts.read'],
    options,
  },
  xlsx: { file: () => workbook(), parsers: ['media.identify'] },
  'list of contacts as xlsx': { file: () => workbook(), parsers: ['contacts.sample', 'contacts.read'], options },
  'sheet of a list as xlsx': {
    file: () => new Uint8Array(sheetXml(contactRows)),
    wrap: (damaged) => workbook(damaged),
    parsers: ['contacts.read'],
    options,
  },
  'list of contacts as xls': {
    file: () => oldWorkbook(contactRows),
    parsers: ['contacts.sample', 'contacts.read'],
    options,
  },
  'list of contacts as csv': {
    file: () => new Uint8Array(Buffer.from('nome;numero\n"Ana ""A""";5511988887777\n')),
    parsers: ['contacts.sample', 'contacts.read'],
    options,
  },
  'list of contacts as a page': {
    file: () =>
      new Uint8Array(Buffer.from('<table><tr><td>nome<td>fone</tr><tr><td>A&amp;B<td x:num="5511988887777">5</table>')),
    parsers: ['contacts.sample', 'contacts.read'],
    options,
  },
  'list of contacts as ods': { file: () => openDocument(), parsers: ['contacts.sample', 'contacts.read'], options },
  'sheet of a list as ods': {
    file: () => new Uint8Array(openDocumentXml(contactRows)),
    wrap: (damaged) => openDocument(damaged),
    parsers: ['contacts.read'],
    options,
  },
  'contacts as vCards': { file: () => textBytes(vCards), parsers: ['contacts.sample', 'contacts.read'], options },
  'password-protected workbook': { file: oldOffice, parsers: ['contacts.sample', 'media.identify'], options },
  'flow of another product': { file: () => textFile(whaticketFile()), parsers: ['flow.read'] },
  'Typebot export': { file: () => textFile(typebotFile()), parsers: ['flow.read'] },
  'history of a phone': { file: history, parsers: ['history.shorten'] },
  'inflated history of a phone': {
    file: () => new Uint8Array(inflateSync(history())),
    wrap: (damaged) => new Uint8Array(deflateSync(damaged)),
    parsers: ['history.shorten'],
  },
  html: { file: htmlPage, parsers: ['page.read'] },
}

/** Bytes of a sound that is converted to a voice note, whose parsers are told its duration. */
function sound(name: string): Container {
  return {
    file: () => soundFile(name),
    parsers: ['sound.read', 'voice.read', 'voice.convert', 'media.identify'],
    options: { seconds: 2 },
  }
}

function picture(file: Container['file']): Container {
  const options = { maxPixels: 1_000_000, side: 72, quality: 60 }
  return { file, parsers: ['picture.shrink', 'media.identify'], options }
}

/** A deflated and a stored member, a folder, a comment. */
function smallZip(): Bytes {
  const members = [
    { name: 'a/', content: '', method: 0 },
    { name: 'a/b.txt', content: 'bolo de rolo '.repeat(20) },
    { name: 'a/c.bin', content: new Uint8Array(64).fill(7), method: 0 },
  ]
  return zipOf(members, { comment: 'fim' })
}

/** Start of an OLE container: Excel 95 to 2003, and workbooks with a password. */
function oldOffice(): Bytes {
  const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex')
  return new Uint8Array(Buffer.concat([signature, Buffer.alloc(1024), Buffer.from('EncryptedPackage', 'utf16le')]))
}

const textBytes = (text: string): Bytes => new Uint8Array(Buffer.from(text))
const vCards =
  'BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Lima;Jos=C3=A9;;;\r\n' +
  'item1.TEL;TYPE=CELL;waid=5511988887777:+55 11 98888-7777\r\nEND:VCARD\r\n'

const textFile = (file: object): Bytes => new Uint8Array(Buffer.from(JSON.stringify(file)))

/** Two chats with messages and a pair. */
function history(): Bytes {
  const receipt = { key: { fromMe: true, id: 'A' }, userReceipt: [{ userJid: '5511988880001@s.whatsapp.net' }] }
  const chats = ['900001@lid', '900002@lid'].map((id) => ({ id, name: 'Ana', messages: [{ message: receipt }] }))
  const pairs = [{ pnJid: '5511988880003@s.whatsapp.net', lidJid: '900003@lid' }]
  const encoded = proto.HistorySync.encode({ syncType: 0, conversations: chats, phoneNumberToLidMappings: pairs })
  return new Uint8Array(deflateSync(encoded.finish()))
}

function htmlPage(): Bytes {
  const head = '<title>Bolo &amp; rolo</title><meta property="og:title" content="Bolo &#233; bom"><!-- x -->'
  return new Uint8Array(Buffer.from(`<!doctype html><html><head>${head}</head><body><p>Olá</p></body></html>`))
}

function wrongVoice(output: unknown): string | null {
  if (typeof output !== 'object' || output === null) return null // a media type
  const { seconds, oggBytes } = output as Voice
  if (!Number.isFinite(seconds) || seconds < 0) return `${seconds} seconds`
  if (oggBytes && Buffer.from(oggBytes.subarray(0, 4)).toString() !== 'OggS') return 'no Ogg'
  return null
}

interface Fuzzed {
  files: number
  /** Outcomes by name: `output`, an error code, or the reason of a ParseFailure. */
  outcomes: Record<string, number>
  /** Unexpected outcomes, each with the file in base64. */
  findings: { wrong: string; file: string }[]
}

/** Gives mutated files of one kind to its parsers, several at once. */
export async function fuzzContainer(pool: ParserPool, kind: string, perKind: number, seed: number): Promise<Fuzzed> {
  const container = containers[kind] as Container
  const valid = await container.file()
  const random = createRandom(seed)
  const fuzzed: Fuzzed = { files: 0, outcomes: {}, findings: [] }
  const work = async (company: number) => {
    while (fuzzed.files < perKind && fuzzed.findings.length < maxFindings) {
      const damaged = mutate(valid, random)
      const bytes = container.wrap?.(damaged) ?? damaged
      const name = container.parsers[fuzzed.files++ % container.parsers.length] as ParserName
      const outcome = await outcomeOf(pool, company as CompanyId, name, { bytes, ...container.options }, container)
      fuzzed.outcomes[outcome] = (fuzzed.outcomes[outcome] ?? 0) + 1
      if (!known.test(outcome)) fuzzed.findings.push({ wrong: outcome, file: Buffer.from(bytes).toString('base64') })
    }
  }
  await Promise.all([1, 2, 3, 4].map(work))
  return fuzzed
}

/** A run stops at this number of findings, each of which holds its file. */
const maxFindings = 20

const known = /^(output|error|time|memory|ERR_MEDIA_TYPE|ERR_FLOW_FILE|ERR_(SPREADSHEET|LIST)_[A-Z_]+)$/

async function outcomeOf(
  pool: ParserPool,
  company: CompanyId,
  name: ParserName,
  input: ParserSource & object,
  { wrong }: Container,
): Promise<string> {
  try {
    const output = await pool.run(company, name, input as never)
    return wrong?.(output) ?? 'output'
  } catch (error) {
    if (error instanceof ParseFailure) return error.reason
    if (error instanceof AppError) return error.code
    return String(error)
  }
}

/** Changes a file in one to four places. */
export function mutate(valid: Bytes, random: Random): Bytes {
  let bytes = valid.slice()
  for (let changes = 1 + Math.floor(random() * 4); changes > 0; changes--)
    bytes = pick(random, mutations)(bytes, random)
  return bytes
}

const at = (bytes: Bytes, random: Random) => Math.floor(random() * bytes.length)
const extremes = [0x00, 0x01, 0x10, 0x7f, 0x80, 0xfe, 0xff]

const mutations: ((bytes: Bytes, random: Random) => Bytes)[] = [
  setByte,
  setByte,
  setByte,
  function flipBit(bytes, random) {
    const place = at(bytes, random)
    if (bytes.length > 0) bytes[place] = (bytes[place] as number) ^ (1 << Math.floor(random() * 8))
    return bytes
  },
  function fillRange(bytes, random) {
    const from = at(bytes, random)
    return bytes.fill(pick(random, extremes), from, from + 1 + Math.floor(random() * 8))
  },
  function cut(bytes, random) {
    return bytes.slice(0, at(bytes, random))
  },
  function removeRange(bytes, random) {
    const from = at(bytes, random)
    return joined(bytes.subarray(0, from), bytes.subarray(from + 1 + Math.floor(random() * 16)))
  },
  function repeatRange(bytes, random) {
    const [from, to] = [at(bytes, random), at(bytes, random)].sort((a, b) => a - b) as [number, number]
    return joined(bytes.subarray(0, to), bytes.subarray(from))
  },
]

/** Sets a byte to an extreme value, since most failures come from bytes of a size field. */
function setByte(bytes: Bytes, random: Random): Bytes {
  if (bytes.length > 0) bytes[at(bytes, random)] = pick(random, extremes)
  return bytes
}

const joined = (...parts: Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(parts))
