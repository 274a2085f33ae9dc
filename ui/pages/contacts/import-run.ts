import { signal } from '@preact/signals-react'
import type { ImportFault } from '../../../src/shared/enums'
import { AppError } from '../../../src/shared/errors'
import { limits } from '../../../src/shared/limits'
import { api, unwrapResponse } from '../../lib/api'
import { asFailure, isAborted } from '../../lib/failure'
import { upload } from '../../lib/upload'

export interface SheetRow {
  row: number
  name: string
  number: string
  email: string
}
export interface RejectedRow {
  row: number
  number: string
  error: ImportFault
}
/** Stage of an import. `same` counts rows that changed nothing: of known contacts, or repeated in the file. */
export type ImportStage =
  | { at: 'choose'; failure: AppError | null }
  | { at: 'reading'; share: number }
  | { at: 'ready'; file: string; rows: SheetRow[]; ignored: string[] }
  | { at: 'storing'; done: number; total: number }
  | {
      at: 'done'
      created: number
      filled: number
      same: number
      rejected: RejectedRow[]
      failure: AppError | null
      left: number
    }

/** Rows per request; small, so that progress is visible. */
const rowsPerRequest = 500

/** One import from file to result. */
export function createImport() {
  const stage = signal<ImportStage>({ at: 'choose', failure: null })
  const aborter = new AbortController()
  const failed = (failure: unknown) => {
    if (!isAborted(failure)) stage.value = { at: 'choose', failure: asFailure(failure) }
  }

  async function read(file: File) {
    if (!/\.xlsx$/i.test(file.name)) return failed(new AppError('ERR_SPREADSHEET_TYPE'))
    if (file.size > limits.spreadsheet) return failed(new AppError('ERR_SPREADSHEET_TOO_LARGE'))
    stage.value = { at: 'reading', share: 0 }
    try {
      const { rows, ignored } = await upload<{ rows: SheetRow[]; ignored: string[] }>(
        '/api/contacts/spreadsheet',
        file,
        {
          method: 'PUT',
          headers: { 'content-type': 'application/octet-stream' },
          signal: aborter.signal,
          onProgress: (share) => {
            stage.value = { at: 'reading', share }
          },
        },
      )
      stage.value = { at: 'ready', file: file.name, rows, ignored }
    } catch (failure) {
      failed(failure)
    }
  }

  /** Rows stored before a failure stay; importing the same file again continues. */
  async function store(rows: SheetRow[]) {
    const totals = { created: 0, filled: 0, same: 0, rejected: [] as RejectedRow[] }
    for (let at = 0; at < rows.length; at += rowsPerRequest) {
      stage.value = { at: 'storing', done: at, total: rows.length }
      try {
        const part = rows.slice(at, at + rowsPerRequest)
        const answer = await unwrapResponse(api.contacts.upload.post(part))
        totals.created += answer.newContacts.length
        totals.filled += answer.filled
        totals.rejected.push(...answer.errorBag)
        totals.same += part.length - answer.newContacts.length - answer.filled - answer.errorBag.length
      } catch (failure) {
        stage.value = { at: 'done', ...totals, failure: asFailure(failure), left: rows.length - at }
        return
      }
    }
    stage.value = { at: 'done', ...totals, failure: null, left: 0 }
  }
  return { stage, read, store, stop: () => aborter.abort() }
}
