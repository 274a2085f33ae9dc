import type { ParserLimits, ParserName, ParserSource } from '../../core/parsers/contract'
import { mebibyte } from '../../core/parsers/contract'
import type { ParsedFlow } from './flows/files/parsed'
import type { ReplayTaskOutput } from './flows/replays/replay-parser'

/** Parsers of automation: input and output. */
declare module '../../core/parsers/contract' {
  interface Parsers {
    /** The task as JSON (features/automation/flows/replays/replay-parser.ts). */
    'flow.replay': { input: { bytes: Uint8Array<ArrayBuffer> }; output: ReplayTaskOutput }
    'flow.read': { input: ParserSource; output: ParsedFlow }
  }
}

/** Limits of one task; times are about ten times what the largest valid input takes on an idle core. */
export const automationParsers = {
  // Ten runs of 200 nodes with the longest texts take 0.5 s.
  'flow.replay': { ms: 5000, memory: 256 * mebibyte, places: 2, placesPerCompany: 1 },
  // 48 MiB, 32 of them files in base64, take 0.5 s and 360 MB.
  'flow.read': { ms: 1000, msPerMebibyte: 100, memory: 512 * mebibyte, places: 2, placesPerCompany: 1 },
} satisfies Partial<Record<ParserName, ParserLimits>>
