import type { ParserLimits, ParserName, ParserSource } from './core/parsers/contract'
import type { FileStart, ParsedFile } from './features/contact-imports/list-file-parser'
import type { Columns } from './features/contact-imports/list-file-parser/columns'
import type { Sheet } from './features/contacts/model'
import type { CompanyArchiveSource, ParsedCompanyArchive } from './features/data-transfer/company-archive-parser'
import type { ParsedFlow } from './features/flow-files/parsed'
import type { ReplayTaskOutput } from './features/flow-replays/replay-parser'
import type { SmallPicture, SmallPictureOptions } from './features/media/picture-parser'
import type { Voice } from './features/media/voice-parser'
import type { PageFacts } from './features/messages/page-facts'
import type { ShortHistory } from './whatsapp/history/history-parser'

/** CONTRACT 5: parsers of untrusted bytes, run in workers with limits (ADR 0030); parser-worker.ts names their code. */
export interface Parsers {
  /** Media type read from the bytes; null when unknown. */
  'media.identify': { input: ParserSource; output: string | null }
  'voice.read': { input: ParserSource; output: Voice }
  'picture.shrink': { input: ParserSource & SmallPictureOptions; output: SmallPicture }
  'page.read': { input: ParserSource; output: PageFacts }
  /** The task as JSON (features/flow-replays/replay-parser.ts). */
  'flow.replay': { input: { bytes: Uint8Array<ArrayBuffer> }; output: ReplayTaskOutput }
  'company.check': { input: CompanyArchiveSource; output: ParsedCompanyArchive }
  'spreadsheet.read': { input: ParserSource; output: Sheet }
  'flow.read': { input: ParserSource; output: ParsedFlow }
  'list.start': { input: ParserSource; output: FileStart }
  'list.read': { input: ParserSource & { columns: Columns }; output: ParsedFile }
  /** Recent history of a phone, deflated. */
  'history.shorten': { input: { bytes: Uint8Array<ArrayBuffer> }; output: ShortHistory }
  /** The table as JSON (features/dashboard/workbook-writer.ts). */
  'workbook.write': { input: { bytes: Uint8Array<ArrayBuffer> }; output: Uint8Array<ArrayBuffer> }
}

const mebibyte = 2 ** 20

/** Times are about ten times what the largest valid input takes on an idle core. */
export const parserLimits: Record<ParserName, ParserLimits> = {
  'media.identify': { ms: 700, memory: 128 * mebibyte, places: 4, placesPerCompany: 2 },
  // An hour of speech, 16 MB of WebM, takes 2.4 s and 215 MB.
  'voice.read': { ms: 700, msPerMebibyte: 500, memory: 384 * mebibyte, places: 4, placesPerCompany: 2 },
  // 50 million pixels take 0.4 s and 200 MB.
  'picture.shrink': { ms: 5000, memory: 640 * mebibyte, places: 2, placesPerCompany: 1 },
  'page.read': { ms: 700, memory: 128 * mebibyte, places: 2, placesPerCompany: 1 },
  // Ten runs of 200 nodes with the longest texts take 0.5 s.
  'flow.replay': { ms: 5000, memory: 256 * mebibyte, places: 2, placesPerCompany: 1 },
  // 48 MiB, 32 of them files in base64, take 0.5 s and 360 MB.
  'flow.read': { ms: 1000, msPerMebibyte: 100, memory: 512 * mebibyte, places: 2, placesPerCompany: 1 },
  // 20 MiB of XML take 2 s and 250 MB.
  'spreadsheet.read': { ms: 5000, msPerMebibyte: 500, memory: 384 * mebibyte, places: 2, placesPerCompany: 1 },
  // First rows of the largest workbook with shared texts.
  'list.start': { ms: 5000, msPerMebibyte: 1000, memory: 256 * mebibyte, places: 2, placesPerCompany: 1 },
  'list.read': { ms: 10_000, msPerMebibyte: 3000, memory: 384 * mebibyte, places: 2, placesPerCompany: 1 },
  // 128 MiB inflated take 0.5 s and 300 MB.
  'history.shorten': { ms: 5000, msPerMebibyte: 500, memory: 512 * mebibyte, places: 2, placesPerCompany: 1 },
  // A company of a million files has a manifest of 170 MB. Rows take 30 ms a MiB.
  'company.check': { ms: 10_000, msPerMebibyte: 300, memory: 1024 * mebibyte, places: 1, placesPerCompany: 1 },
  'workbook.write': { ms: 10_000, msPerMebibyte: 1000, memory: 384 * mebibyte, places: 2, placesPerCompany: 1 },
}
