import type { ParserLimits, ParserName, ParserSource } from '../../core/parsers/contract'
import { mebibyte } from '../../core/parsers/contract'
import type { ParsedFlow } from './flows/files/parsed'
import type { ReplayTaskOutput } from './flows/replays/replay-parser'
import type { AnswerField } from './flows/trial/answer-fields'

/** Parsers of automation: input and output. */
declare module '../../core/parsers/contract' {
  interface Parsers {
    /** The task as JSON (features/automation/flows/replays/replay-parser.ts). */
    'flow.replay': { input: { bytes: Uint8Array<ArrayBuffer> }; output: ReplayTaskOutput }
    /** Answer of a service as UTF-8 (features/automation/flows/trial/answer-fields.ts). */
    'flow.fields': { input: { bytes: Uint8Array<ArrayBuffer> }; output: AnswerField[] }
    'flow.read': { input: ParserSource; output: ParsedFlow }
  }
}

/** Limits of one task; times are about ten times what the largest valid input takes on an idle core. */
export const automationParsers = {
  // Ten runs of 200 nodes with the longest texts take 0.5 s.
  'flow.replay': { ms: 5000, memory: 256 * mebibyte, places: 2, placesPerCompany: 1 },
  // 1 MiB, the largest answer that a request takes, needs 50 ms.
  'flow.fields': { ms: 1000, memory: 128 * mebibyte, places: 2, placesPerCompany: 1 },
  // 48 MiB, 32 of them files in base64, take 0.5 s and 360 MB.
  'flow.read': { ms: 1000, msPerMebibyte: 100, memory: 512 * mebibyte, places: 2, placesPerCompany: 1 },
} satisfies Partial<Record<ParserName, ParserLimits>>
