import type { ParserLimits, ParserName, ParserSource } from '../../core/parsers/contract'
import { mebibyte } from '../../core/parsers/contract'
import type { PageFacts } from './messages/link/page-facts'

/** Parsers of inbox: input and output. */
declare module '../../core/parsers/contract' {
  interface Parsers {
    'page.read': { input: ParserSource; output: PageFacts }
    /** The table as JSON (features/inbox/dashboard/workbook-writer.ts). */
    'workbook.write': { input: { bytes: Uint8Array<ArrayBuffer> }; output: Uint8Array<ArrayBuffer> }
  }
}

/** Limits of one task; times are about ten times what the largest valid input takes on an idle core. */
export const inboxParsers = {
  'page.read': { ms: 700, memory: 128 * mebibyte, places: 2, placesPerCompany: 1 },
  'workbook.write': { ms: 10_000, msPerMebibyte: 1000, memory: 384 * mebibyte, places: 2, placesPerCompany: 1 },
} satisfies Partial<Record<ParserName, ParserLimits>>
