import type { ErrorCode } from '../../shared/errors'
import { AppError } from '../../shared/errors'

/**
 * CONTRACT 5: parsers of untrusted bytes, run in workers with limits (ADR 0030). Each domain declares its own in
 * `features/<domain>/parsers.ts`, and TypeScript merges the declarations (ADR 0099); `parser-worker.ts` names their code.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the domains declare its members
export interface Parsers {}
export const mebibyte = 2 ** 20

export type ParserName = keyof Parsers

/**
 * Input of a parser: a file, or bytes in memory. The pool moves the buffer of large bytes to the worker, so that the
 * caller cannot read them afterwards.
 */
export type ParserSource = { path: string; size: number } | { bytes: Uint8Array<ArrayBuffer> }

export const sizeOf = (source: ParserSource) => ('bytes' in source ? source.bytes.byteLength : source.size)
export const blobOf = (source: ParserSource): Blob =>
  'bytes' in source ? new Blob([source.bytes]) : Bun.file(source.path)

/** Limits of one parser. A task beyond its time or memory ends with its worker and fails with a ParseFailure. */
export interface ParserLimits {
  /** Limit of processor time in ms: a fixed part, and a part per MiB of input (`TimeLeft`). */
  ms: number
  msPerMebibyte?: number
  /** Bytes by which the memory of the process may grow because of the task (`MemoryUse`). */
  memory: number
  /** Maximum number of concurrent tasks: of the installation, and of one company. */
  places: number
  placesPerCompany: number
}

export type ParseFailureReason = 'time' | 'memory' | 'crash' | 'error'

/** Failure to parse an input: the parser threw, its worker crashed, or the pool ended the worker at a limit. */
export class ParseFailure extends Error {
  constructor(
    readonly reason: ParseFailureReason,
    message: string = reason,
  ) {
    super(message)
  }
}

/** Handler for `catch`. @throws AppError with this code for a ParseFailure; rethrows any other error */
export const refuseUnparsed =
  (code: ErrorCode) =>
  (error: unknown): never => {
    throw error instanceof ParseFailure ? new AppError(code) : error
  }

/** Message from main thread to worker: one task. The main thread sends the next task after the result of this one. */
export interface ToParser {
  name: ParserName
  input: unknown
}

/**
 * Message from worker to main thread: `started` once the parser is loaded, with the id of the worker's thread if it is
 * known, then exactly one of the others.
 */
export type FromParser =
  | { type: 'started'; thread: number | null }
  | { type: 'output'; output: unknown }
  | { type: 'refused'; code: ErrorCode; detail: Record<string, unknown> }
  | { type: 'failed'; message: string }
