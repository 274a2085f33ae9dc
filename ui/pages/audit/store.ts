import { signal } from '@preact/signals-react'
import type { AuditFilter, AuditLine } from '../../../src/features/audit/model'
import { api, ask, fetchFile } from '../../lib/api'
import { createList } from '../../lib/list'
import { saveFile } from '../../lib/save-file'
import { toastError } from '../../lib/toast'

export const filter = signal<AuditFilter>({})

/** The log, the last line first. */
export const lines = createList<AuditLine>({
  compare: (a, b) => b.id - a.id,
  load: async (cursor) => {
    const { lines, hasMore, next } = await ask(api.audit.get({ query: { ...filter.peek(), cursor } }))
    return { rows: lines as AuditLine[], hasMore, next }
  },
})

/** Asks anew when the filter is another one. */
export function narrow(changes: Partial<AuditFilter>) {
  const next = Object.fromEntries(Object.entries({ ...filter.peek(), ...changes }).filter(([, value]) => value))
  if (JSON.stringify(next) === JSON.stringify(filter.peek())) return
  filter.value = next
  lines.clear()
  void lines.more()
}

/** Counts how often the filters were cleared, so that their form begins anew. */
export const cleared = signal(0)

export function showAll() {
  narrow({ actorId: undefined, entity: undefined, action: undefined, from: undefined, to: undefined })
  cleared.value++
}

export const isNarrow = (asked: AuditFilter) => Object.keys(asked).length > 0

export async function saveLines() {
  try {
    const query = new URLSearchParams(Object.entries(filter.peek()).map(([name, value]) => [name, String(value)]))
    saveFile('auditoria.csv', await fetchFile(`/api/audit/export?${query}`))
  } catch (failure) {
    toastError(failure)
  }
}
