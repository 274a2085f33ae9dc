import type { ParserLimits, ParserName } from '../core/parsers/contract'
import { mebibyte } from '../core/parsers/contract'
import type { ShortHistory } from './history/history-parser'

/** Parsers of WhatsApp’s history: input and output. */
declare module '../core/parsers/contract' {
  interface Parsers {
    /** Recent history of a phone, deflated. */
    'history.shorten': { input: { bytes: Uint8Array<ArrayBuffer> }; output: ShortHistory }
  }
}

/** Limits of one task; times are about ten times what the largest valid input takes on an idle core. */
export const whatsappParsers = {
  // 128 MiB inflated take 0.5 s and 300 MB.
  'history.shorten': { ms: 5000, msPerMebibyte: 500, memory: 512 * mebibyte, places: 2, placesPerCompany: 1 },
} satisfies Partial<Record<ParserName, ParserLimits>>
