import type { ParserSource } from '../../../core/parsers/contract'
import { blobOf } from '../../../core/parsers/contract'
import type { ColumnMeaning } from '../../../shared/enums'
import { AppError } from '../../../shared/errors'
import type { Layout } from './columns/layout'
import { type Proposal, proposeLayout } from './columns/propose'
import { openFile } from './contact-file-parser/open-file'
import type { OpenedFile, TableRow } from './contact-file-parser/table'
import type { ImportPreview } from './model'
import { learntRows, PersonReader, type Reading } from './read-person'

/** Rows of a sheet by which columns are proposed, and that the preview counts. */
export const sampleRows = 1000
/** Sheets that are looked at for people. */
const maxSheets = 30
/** Rows of people, and left-out cells, that the preview shows. */
const shownRows = 6
const shownCells = 10
/** Characters of a sample cell. */
const maxSample = 100

class EnoughRows extends Error {}

export interface FileSample {
  preview: ImportPreview
  /** True when an import may begin without asking: headings name the columns, and one sheet has people. */
  isSure: boolean
}

/** Input of the preview: `layout` as a person chose it; its columns may be left out, and are then proposed. */
export type SampleInput = ParserSource & Reading & { layout?: { sheet: number; layout?: Layout } }

/**
 * Reads the start of a file: its sheets, the proposed or chosen layout, and the first people as they will be stored. Runs
 * in a parser worker. @throws ERR_SPREADSHEET_EMPTY, also for headings alone, and as openFile
 */
export async function sampleContactFile(input: SampleInput): Promise<FileSample> {
  const { language, country, layout: chosen, ...source } = input
  const reading = { language, country }
  const bytes = new Uint8Array(await blobOf(source).arrayBuffer())
  const file = await openFile(bytes, language)
  const sheet = chosen ? await sampleSheet(file, chosen.sheet, reading) : await bestSheet(file, reading)
  const layout = chosen?.layout ?? { sheet: sheet.at, heading: sheet.proposal.heading, columns: sheet.proposal.columns }
  const preview = describe(file, layout, sheet.rows, reading)
  if (preview.sampled === 0 || (preview.refused === preview.sampled && isTitleAlone(sheet.rows)))
    throw new AppError('ERR_SPREADSHEET_EMPTY')
  return { preview, isSure: sheet.proposal.isSure && sheet.isOnly }
}

/** True for one row of words; one of digits is a person whose columns are asked for. */
const isTitleAlone = ([first, ...others]: TableRow[]) =>
  others.length === 0 && !first?.cells.some((cell) => cell.replace(/\D/g, '').length >= 8)

interface SheetSample {
  at: number
  rows: TableRow[]
  proposal: Proposal
  /** True unless other sheets have people, too. */
  isOnly: boolean
}

async function sampleSheet(file: OpenedFile, at: number, { country }: Reading): Promise<SheetSample> {
  if (at >= file.sheets.length) throw new AppError('ERR_VALIDATION', { fields: ['sheet'] })
  const rows: TableRow[] = []
  try {
    await file.read(at, (row) => {
      rows.push(row)
      if (rows.length > sampleRows) throw new EnoughRows()
    })
  } catch (error) {
    if (!(error instanceof EnoughRows)) throw error
  }
  return { at, rows, proposal: proposeLayout(rows, file.hasOwnHeading, country), isOnly: true }
}

/** The sheet with the most rows that have a number; the first one if none has any. */
async function bestSheet(file: OpenedFile, reading: Reading): Promise<SheetSample> {
  const samples: { sample: SheetSample; people: number }[] = []
  for (let at = 0; at < Math.min(file.sheets.length, maxSheets); at++) {
    const sample = await sampleSheet(file, at, reading)
    samples.push({ sample, people: countPeople(sample, reading) })
  }
  const filled = samples.filter(({ sample }) => sample.rows.length > 0)
  const [best] = (filled.length > 0 ? filled : samples).toSorted((a, b) => b.people - a.people)
  if (!best) throw new AppError('ERR_SPREADSHEET_EMPTY')
  return { ...best.sample, isOnly: samples.filter(({ people }) => people > 0).length < 2 }
}

function countPeople({ rows, proposal: { columns, heading } }: SheetSample, reading: Reading): number {
  const reader = new PersonReader({ sheet: 0, heading, columns }, [], reading)
  return rows.filter((row) => row.row > (heading ?? -1) && reader.readRow(row).person !== null).length
}

function describe(file: OpenedFile, layout: Layout, rows: TableRow[], reading: Reading): ImportPreview {
  const titles = rows.find(({ row }) => row === layout.heading)?.cells ?? []
  const below = rows.filter(({ row }) => layout.heading === null || row > layout.heading)
  const reader = new PersonReader(layout, titles, reading)
  reader.learnFrom(below.slice(0, learntRows))
  const read = below.map((row) => ({ row: row.row, ...reader.readRow(row) }))
  const leftOut = read.flatMap(({ row, leftOut }) =>
    leftOut.map(([column, fault, text]) => ({ row, column, fault, text })),
  )
  const width = Math.max(layout.columns.length, ...below.map(({ cells }) => cells.length))
  return {
    sheets: file.sheets,
    layout,
    columns: Array.from({ length: width }, (_, at) => columnOf(at, layout.columns[at] ?? 'none', titles, below)),
    rows: read.slice(0, shownRows).map(({ row, person, typed, fault }) => ({
      ...{ row, fault, email: person?.email ?? '', name: person?.name ?? typed.name },
      ...{
        number: person?.number ?? typed.number,
        fields: (person?.fields ?? []).map(([name, value]) => ({ name, value })),
      },
    })),
    sampled: below.length,
    hasMore: rows.length > sampleRows,
    refused: read.filter(({ person }) => person === null).length,
    leftOut: leftOut.slice(0, shownCells),
    leftOutCount: leftOut.length,
  }
}

function columnOf(at: number, meaning: ColumnMeaning, titles: string[], rows: TableRow[]) {
  const sample = rows.find(({ cells }) => cells[at])?.cells[at] ?? ''
  return { title: (titles[at] ?? '').slice(0, maxSample), meaning, sample: sample.slice(0, maxSample) }
}
