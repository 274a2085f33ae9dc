import type { StoredFlow } from '../../../../shared/flow/read'

/** Products whose flows can be imported. */
export const flowSources = ['balcao', 'whaticket', 'typebot'] as const
type FlowSource = (typeof flowSources)[number]

/** Parts of a foreign file that an import changes or leaves out. */
export const noteCodes = [
  /** No counterpart: left out, the flow goes on behind it. */
  'blockLeftOut',
  /** Replaced by the nearest counterpart. */
  'blockReplaced',
  /** Node of a type that this version does not know: kept, never executed. */
  'blockUnknown',
  /** File at an address or on another server: not fetched. */
  'fileNotFetched',
  /** File that the imported file names and does not contain. */
  'fileMissing',
  /** Sound marked as a voice message that WhatsApp does not play as one. */
  'voiceAsAudio',
  'queueNotFound',
  'tagNotFound',
  /** Saved prompt or integration. */
  'programNotFound',
  'secretLeftOut',
  /** The format of the answer is not checked. */
  'answerNotChecked',
  'multipleChoice',
  'comparisonReplaced',
  'valueNotKept',
  'codeLeftOut',
  'textCut',
  'waitShortened',
  'edgeLeftOut',
] as const
export type NoteCode = (typeof noteCodes)[number]

export interface ImportNote {
  code: NoteCode
  /** Position in the file, such as `groups.2.blocks.1`. */
  place: string
  /** Name that the reader of the note knows: a group's title, a type, an address. */
  detail: string
}

/** Notes of one import that are listed; further ones are counted. */
export const maxNotes = 200

export interface ParsedMedia {
  /** Id inside the file. */
  id: string
  name: string
  mime: string
  sha256: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Names of a company's rows by their id in the file. */
export type RowNames = Record<string, string>

/** Names of the rows of each kind. */
export interface NamedRows {
  queues: RowNames
  tags: RowNames
  prompts: RowNames
  integrations: RowNames
}
export const noNames = (): NamedRows => ({ queues: {}, tags: {}, prompts: {}, integrations: {} })

/** A flow file that passed every check. Its content names files and rows by their ids in the file. */
export interface ParsedFlow {
  source: FlowSource
  name: string
  content: StoredFlow
  media: ParsedMedia[]
  names: NamedRows
  notes: ImportNote[]
}
