import './browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { DataExport } from '../../src/features/data-transfer/model'
import { dataExports, exportCompany, receiveExportEvent } from '../../ui/data-exports/exports'
import { json, serve } from './browser'

/** A small company's file is ready before the page has heard that it is being made. */

const nativeFetch = globalThis.fetch
const made = (status: DataExport['status']): DataExport => {
  const url = status === 'ready' ? '/media/1' : null
  return { id: 1, kind: 'company', contactId: null, userName: 'Ana', status, size: 1, createdAt: '2026-01-01', url }
}
const shown = () => dataExports.rows.peek().map(({ status }) => status)

beforeEach(() => dataExports.clear())
afterEach(() => {
  globalThis.fetch = nativeFetch
})

test('what is told while the list is on its way is kept', async () => {
  const answer = Promise.withResolvers<Response>()
  serve(() => answer.promise)
  const loading = dataExports.reload()
  receiveExportEvent({ export: made('ready') })
  answer.resolve(json({ exports: [made('making')] }))
  await loading
  expect(shown()).toEqual(['ready'])
})

test('the answer to having asked does not undo what was told before it came', async () => {
  serve(() => {
    receiveExportEvent({ export: made('ready') })
    return json(made('making'))
  })
  await exportCompany()
  expect(shown()).toEqual(['ready'])
})

test('asked for, it is there at once, and ready when that is told', async () => {
  serve(() => json(made('making')))
  await exportCompany()
  expect(shown()).toEqual(['making'])
  receiveExportEvent({ export: made('ready') })
  expect(shown()).toEqual(['ready'])
})
