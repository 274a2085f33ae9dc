import './browser'
import { afterEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { loadAllTexts, startTexts } from '../../ui/lib/texts'
import { ImportResult } from '../../ui/pages/contacts/import-result'
import { createImport, type ImportStage } from '../../ui/pages/contacts/import-run'
import { json, serve } from './browser'
import { render, unmount } from './rendered'

await startTexts()
await loadAllTexts('pt')
const nativeFetch = globalThis.fetch
afterEach(() => {
  unmount()
  globalThis.fetch = nativeFetch
})

test('a repeated row and a known contact are counted among the rows that changed nothing', async () => {
  serve(() =>
    json({
      newContacts: [{ id: 1, name: 'Ana', number: '5511911112222' }],
      filled: 1,
      errorBag: [{ row: 5, number: '12', error: 'number' }],
    }),
  )
  const rows = ['11911112222', '11911112222', '11933334444', '11955556666', '12'].map((number, at) => ({
    ...{ row: at + 2, name: 'Ana', number, email: '' },
  }))
  const { stage, store } = createImport()
  await store(rows)
  expect(stage.value).toMatchObject({ at: 'done', created: 1, filled: 1, same: 2, failure: null, left: 0 })
  const result = stage.value as Extract<ImportStage, { at: 'done' }>
  const { textContent } = render(createElement(ImportResult, { result }))
  expect(textContent).toContain('2 linhas ficaram como estavam')
})
