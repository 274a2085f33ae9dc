import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { Events } from '../../../../src/core/events'
import type { OptOut, OptOutImportResult } from '../../../../src/features/contacts/opt-outs/model'
import type { OptOutSource } from '../../../../src/shared/enums'
import { api, fetchFile, unwrapResponse } from '../../../lib/api'
import { createList, type Page } from '../../../lib/list'
import { saveFile } from '../../../lib/save-file'
import { toastError, toastSuccess } from '../../../lib/toast'

export const optOutQuery = signal('')
export const optOutSource = signal<OptOutSource | ''>('')
/** Entries of the whole register, and erased people, who have no entry. */
export const optOutCounts = signal<{ count: number; erased: number } | null>(null)

const byNewest = (a: OptOut, b: OptOut) => b.id - a.id

/** Entries that match search and source, newest first. */
export const optOutPages = createList<OptOut>({
  compare: byNewest,
  pagedBy: byNewest,
  load: loadPage,
})

let latestLoad = 0
let countChanges = 0

/**
 * Loads a page and the counts. Repeats the request once if a count changed meanwhile, which the response may lack; not
 * until no count changes, because an import would then delay the page for as long as it runs.
 */
async function loadPage(cursor?: string): Promise<Page<OptOut>> {
  const [mine, before] = [++latestLoad, countChanges]
  const first = await requestPage(cursor)
  const isOld = mine === latestLoad && before !== countChanges
  const { optOuts, hasMore, next, count, erased } = isOld ? await requestPage(cursor) : first
  if (mine === latestLoad) optOutCounts.value = { count, erased }
  return { rows: optOuts, hasMore, next }
}

const requestPage = (cursor?: string) =>
  unwrapResponse(
    api['opt-outs'].get({
      query: { searchParam: optOutQuery.peek() || undefined, source: optOutSource.peek() || undefined, cursor },
    }),
  )

function loadAgain() {
  optOutPages.clear()
  void optOutPages.more()
}

export function searchOptOuts(text: string) {
  if (text === optOutQuery.peek()) return
  optOutQuery.value = text
  loadAgain()
}

export function showSource(source: OptOutSource | '') {
  optOutSource.value = source
  loadAgain()
}

/** Applies an event; a filtered list loads again, because only the server knows what matches. */
export function receiveOptOutEvent(event: Events['optOut']) {
  if (event.action === 'delete') {
    optOutPages.drop(event.optOutId)
    return changeCount(-1)
  }
  if (event.action === 'reload' || optOutQuery.peek() || optOutSource.peek()) return void optOutPages.reload()
  optOutPages.receiveEvent(event.optOut)
  changeCount(1)
}

function changeCount(by: number) {
  countChanges++
  const counts = optOutCounts.peek()
  if (counts) optOutCounts.value = { ...counts, count: Math.max(0, counts.count + by) }
}

/** Enters a person. @throws AppError */
export async function addOptOut(number: string, reason: string): Promise<OptOut> {
  const entered = await unwrapResponse<OptOut>(api['opt-outs'].post({ number, reason }))
  toastSuccess(i18n.t('optOuts.added'))
  return entered
}

/** Enters numbers of another system. @throws AppError */
export async function importOptOuts(numbers: string[], reason: string): Promise<OptOutImportResult> {
  const result = await unwrapResponse<OptOutImportResult>(api['opt-outs'].import.post({ numbers, reason }))
  void optOutPages.reload()
  return result
}

/** Removes an entry. @throws AppError */
export async function removeOptOut({ id }: OptOut, removal: { confirmation: string; reason: string }) {
  await unwrapResponse(api['opt-outs']({ id }).delete(removal))
  optOutPages.drop(id)
  toastSuccess(i18n.t('optOuts.removed'))
}

export async function exportOptOuts() {
  try {
    saveFile('saidas.csv', await fetchFile('/api/opt-outs/export'))
  } catch (failure) {
    toastError(failure)
  }
}
