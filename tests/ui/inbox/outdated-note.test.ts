import '../browser'
import { afterEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { loadAllTexts, startTexts } from '../../../ui/lib/texts'
import { createDocument } from '../../../ui/pages/automation/flow-editor/editor/document'
import { addNode, emptyFlow } from '../../../ui/pages/automation/flow-editor/editor/flow-changes'
import { OutdatedNote } from '../../../ui/pages/automation/flow-editor/editors/outdated-note'
import { until } from '../../until'
import { json, serve } from '../browser'
import { press, render, unmount } from '../rendered'

await startTexts()
await loadAllTexts('pt')
const nativeFetch = globalThis.fetch
afterEach(() => {
  unmount()
  globalThis.fetch = nativeFetch
})

test('two presses of the button that opens the stored flow load it once, as one step', async () => {
  const at = '2026-11-20T10:00:00.000Z'
  const row = { id: 5, name: 'Triagem', active: true, version: null, hasChanges: true, createdAt: at, updatedAt: at }
  const own = { ...row, draftAt: at, flow: emptyFlow(), files: [], lastFailure: null }
  const draftAt = '2026-11-20T11:00:00.000Z'
  const message = { type: 'message', data: { label: 'Olá' } }
  const stored = { ...own, draftAt, updatedAt: draftAt, flow: addNode(emptyFlow(), message, 'hers') }
  const flow = createDocument(own)
  flow.receive(stored)
  const calls = serve(() => json({ flow: stored }))
  const button = render(createElement(OutdatedNote, { document: flow })).querySelector('button')!
  press(button)
  press(button)
  await until('the end of the note', () => document.querySelector('button') === null)
  expect(calls).toHaveLength(1)
  flow.editor.undo()
  expect(flow.editor.flow.peek()).toEqual(emptyFlow())
})
