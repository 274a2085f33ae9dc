import type { ParserLimits, ParserName } from '../../core/parsers/contract'
import { mebibyte } from '../../core/parsers/contract'
import type { ParsedFile, ParseInput } from './imports/contact-file-parser'
import type { FileSample, SampleInput } from './imports/file-sample-parser'

/** Parsers of contacts: input and output. */
declare module '../../core/parsers/contract' {
  interface Parsers {
    'contacts.sample': { input: SampleInput; output: FileSample }
    'contacts.read': { input: ParseInput; output: ParsedFile }
  }
}

/** Limits of one task; times are about ten times what the largest valid input takes on an idle core. */
export const contactsParsers = {
  // First rows of the largest workbook with shared texts.
  'contacts.sample': { ms: 5000, msPerMebibyte: 1000, memory: 256 * mebibyte, places: 2, placesPerCompany: 1 },
  'contacts.read': { ms: 10_000, msPerMebibyte: 3000, memory: 384 * mebibyte, places: 2, placesPerCompany: 1 },
} satisfies Partial<Record<ParserName, ParserLimits>>
