import { readXlsx } from 'hucre/xlsx'
import { limits } from '../../shared/limits'
import type { FromReader } from './spreadsheet'

/** The thread that reads one spreadsheet (spreadsheet.ts). An entry point of its own: see build.ts. */
declare const self: Worker

/** One row more than may be, so that it shows, and no columns nobody names: a corner far away costs nothing. */
const range = `A1:AZ${limits.importRows + 50}`
const longest = 1000

self.onmessage = async ({ data }: MessageEvent<Uint8Array>) => {
  try {
    const { sheets } = await readXlsx(data, { sheets: [0], range })
    answer({ rows: (sheets[0]?.rows ?? []).map((cells) => cells.map(textOf)) })
  } catch (error) {
    answer({ failed: String(error) })
  }
}

/** A number of a spreadsheet in all its digits; a formula is its last result, as text. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return Number.isInteger(cell) ? BigInt(cell).toString() : String(cell)
  if (cell instanceof Date) return ''
  return String(cell).trim().slice(0, longest)
}

const answer = (message: FromReader) => self.postMessage(message)
