import { bytesUpTo } from '../../core/body'
import { AppError, type ErrorCode } from '../../shared/errors'
import { limits } from '../../shared/limits'
import { fold } from '../../shared/text'
import type { SheetRow } from './model'
import { refuseUnreadable } from './zip-guard'

/** What the thread answers: rows of text, or that the file is none it can read. */
export type FromReader = { rows: string[][] } | { failed: string }

/** How columns may be called, without accents. */
const headings = {
  name: ['nome', 'name', 'nombre', 'contato', 'contact', 'contacto'],
  number: ['numero', 'number', 'telefone', 'celular', 'whatsapp', 'phone', 'telefono', 'fone', 'movil'],
  email: ['email', 'e-mail', 'mail', 'correo', 'correo electronico'],
}
const patienceMs = 15_000

/**
 * PUT /contacts/spreadsheet: the rows of an .xlsx file with a heading. @throws ERR_TOO_LARGE, ERR_SPREADSHEET_TYPE,
 * _LOCKED, _BROKEN, _TOO_LARGE, _ROWS, _COLUMNS, _EMPTY
 */
export async function readSpreadsheet(body: ReadableStream<Uint8Array> | null): Promise<{ rows: SheetRow[] }> {
  const bytes = await bytesUpTo(body, limits.spreadsheet)
  refuseUnreadable(bytes)
  const answer = await inThread(bytes)
  if ('failed' in answer) throw new AppError('ERR_SPREADSHEET_BROKEN')
  return { rows: contactsOf(answer.rows) }
}

/** An entry of build.ts: from sources it lies beside this file, in the executable all modules lie at the root. */
const threadFile = import.meta.url.endsWith('/contacts/spreadsheet.ts')
  ? './spreadsheet-worker.ts'
  : './features/contacts/spreadsheet-worker.ts'

/** Read in a thread of its own, so that nobody waits for it, and given up when it takes too long. */
async function inThread(bytes: Uint8Array<ArrayBuffer>): Promise<FromReader> {
  const worker = new Worker(new URL(threadFile, import.meta.url))
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<FromReader>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<FromReader>) => resolve(data)
      worker.onerror = ({ message }) => resolve({ failed: message })
      timer = setTimeout(() => resolve({ failed: 'too slow' }), patienceMs)
      worker.postMessage(bytes, [bytes.buffer])
    })
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}

/** The columns by their headings, in any order; rows without anything in them are no rows. */
function contactsOf(table: string[][]): SheetRow[] {
  const at = table.findIndex((cells) => cells.some(Boolean))
  if (at < 0) throw refusal('ERR_SPREADSHEET_EMPTY')
  const columns = columnsOf(table[at] as string[])
  const rows = table.slice(at + 1).flatMap((cells, index) => {
    const row = { row: at + index + 2, ...pick(cells, columns) }
    return row.name || row.number || row.email ? [row] : []
  })
  if (rows.length === 0) throw refusal('ERR_SPREADSHEET_EMPTY')
  if (rows.length > limits.importRows) throw refusal('ERR_SPREADSHEET_ROWS')
  return rows
}

type Columns = Record<keyof typeof headings, number>

function columnsOf(heading: string[]): Columns {
  const names = heading.map((cell) => fold(cell))
  const place = (of: keyof typeof headings) => names.findIndex((name) => headings[of].includes(name))
  const columns = { name: place('name'), number: place('number'), email: place('email') }
  if (columns.number < 0) throw refusal('ERR_SPREADSHEET_COLUMNS')
  return columns
}

const pick = (cells: string[], { name, number, email }: Columns) => ({
  name: cells[name] ?? '',
  number: cells[number] ?? '',
  email: cells[email] ?? '',
})

const refusal = (code: ErrorCode) =>
  new AppError(code, code === 'ERR_SPREADSHEET_ROWS' ? { max: limits.importRows } : {})
