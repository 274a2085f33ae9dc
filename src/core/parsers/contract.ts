import type { Parsers } from '../../parsers'
import type { ErrorCode } from '../../shared/errors'
import { AppError } from '../../shared/errors'

export type ParserName = keyof Parsers

/** Where a parser's input is: in a file, or in memory. */
export type ParserSource = { path: string; size: number } | { bytes: Uint8Array<ArrayBuffer> }

export const sizeOf = (source: ParserSource) => ('bytes' in source ? source.bytes.byteLength : source.size)
export const blobOf = (source: ParserSource): Blob =>
  'bytes' in source ? new Blob([source.bytes]) : Bun.file(source.path)

/** Limits of one parser. A task that exceeds one of them loses its worker and fails with a ParseFailure. */
export interface ParserLimits {
  /** Milliseconds for any input, and for each MiB of it. */
  ms: number
  msPerMebibyte?: number
  /** Bytes by which the memory of the process may grow while the task runs. */
  memory: number
  /** Tasks at once in the installation, and for one company. */
  places: number
  placesPerCompany: number
}

export type ParseFailureReason = 'time' | 'memory' | 'crash' | 'error'

/** The input could not be parsed: the parser threw, its worker died, or the worker was ended at a limit. */
export class ParseFailure extends Error {
  constructor(
    readonly reason: ParseFailureReason,
    message: string = reason,
  ) {
    super(message)
  }
}

/** For `catch`: answers a ParseFailure as a refusal with this code; other errors pass. */
export const refuseUnparsed =
  (code: ErrorCode) =>
  (error: unknown): never => {
    throw error instanceof ParseFailure ? new AppError(code) : error
  }

/** Main thread to worker: one task. The next one is sent after the answer to this one. */
export interface ToParser {
  name: ParserName
  input: unknown
}

/** Worker to main thread: `started` once the parser is loaded, then exactly one of the others. */
export type FromParser =
  | { type: 'started' }
  | { type: 'output'; output: unknown }
  | { type: 'refused'; code: ErrorCode; detail: Record<string, unknown> }
  | { type: 'failed'; message: string }
