import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { DataExport } from '../../../src/features/provider/data-transfer/model'
import { dataExports, exportCompany, receiveExportEvent } from '../../../ui/data-exports/exports'
import { json, serve } from '../browser'

/** An export of a small company is ready before the response to its request arrives. */

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

test('an export event received while the list is in flight is kept', async () => {
  const answer = Promise.withResolvers<Response>()
  serve(() => answer.promise)
  const loading = dataExports.reload()
  receiveExportEvent({ export: made('ready') })
  answer.resolve(json({ exports: [made('making')] }))
  await loading
  expect(shown()).toEqual(['ready'])
})

test('the response to a request does not overwrite an event that arrived before it', async () => {
  serve(() => {
    receiveExportEvent({ export: made('ready') })
    return json(made('making'))
  })
  await exportCompany()
  expect(shown()).toEqual(['ready'])
})

test('a requested export appears at once and becomes ready by event', async () => {
  serve(() => json(made('making')))
  await exportCompany()
  expect(shown()).toEqual(['making'])
  receiveExportEvent({ export: made('ready') })
  expect(shown()).toEqual(['ready'])
})
