import type { ParserLimits, ParserName } from '../../core/parsers/contract'
import { mebibyte } from '../../core/parsers/contract'
import type { CompanyArchiveSource, ParsedCompanyArchive } from './data-transfer/archive/company-archive-parser'

/** Parsers of provider: input and output. */
declare module '../../core/parsers/contract' {
  interface Parsers {
    'company.check': { input: CompanyArchiveSource; output: ParsedCompanyArchive }
  }
}

/** Limits of one task; times are about ten times what the largest valid input takes on an idle core. */
export const providerParsers = {
  // A company of a million files has a manifest of 170 MB. Rows take 30 ms a MiB.
  'company.check': { ms: 10_000, msPerMebibyte: 300, memory: 1024 * mebibyte, places: 1, placesPerCompany: 1 },
} satisfies Partial<Record<ParserName, ParserLimits>>
