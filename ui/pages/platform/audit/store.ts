import { signal } from '@preact/signals-react'
import type { AuditFilter, AuditLine } from '../../../../src/features/platform/audit/model'
import { api, fetchFile, unwrapResponse } from '../../../lib/api'
import { createList } from '../../../lib/list'
import { saveFile } from '../../../lib/save-file'
import { toastError } from '../../../lib/toast'

export const auditFilter = signal<AuditFilter>({})

/** Log entries, newest first. */
export const auditLines = createList<AuditLine>({
  compare: (a, b) => b.id - a.id,
  load: async (cursor) => {
    const { lines, hasMore, next } = await unwrapResponse(api.audit.get({ query: { ...auditFilter.peek(), cursor } }))
    return { rows: lines as AuditLine[], hasMore, next }
  },
})

/** Loads the log again if the filter has changed. */
export function changeAuditFilter(changes: Partial<AuditFilter>) {
  const next = Object.fromEntries(Object.entries({ ...auditFilter.peek(), ...changes }).filter(([, value]) => value))
  if (JSON.stringify(next) === JSON.stringify(auditFilter.peek())) return
  auditFilter.value = next
  auditLines.clear()
  void auditLines.more()
}

/** Number of times the filters were cleared; a new value resets their form. */
export const clearCount = signal(0)

export function clearAuditFilter() {
  changeAuditFilter({ actorId: undefined, entity: undefined, action: undefined, from: undefined, to: undefined })
  clearCount.value++
}

export const hasAuditFilter = (filter: AuditFilter) => Object.keys(filter).length > 0

export async function downloadAuditLines() {
  try {
    const query = new URLSearchParams(Object.entries(auditFilter.peek()).map(([name, value]) => [name, String(value)]))
    saveFile('auditoria.csv', await fetchFile(`/api/audit/export?${query}`))
  } catch (failure) {
    toastError(failure)
  }
}
