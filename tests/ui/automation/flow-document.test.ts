import '../browser'
import { beforeEach, expect, test } from 'bun:test'
import { createDocument } from '../../../ui/pages/automation/flow-editor/editor/document'
import { addNode, emptyFlow } from '../../../ui/pages/automation/flow-editor/editor/flow-changes'
import { readLocalCopy } from '../../../ui/pages/automation/flow-editor/editor/local-copy'
import { json, serve } from '../browser'

const row = {
  ...{ id: 5, name: 'Triagem', active: true, version: null, hasChanges: true },
  ...{ createdAt: '2026-11-20T10:00:00.000Z', updatedAt: '2026-11-20T10:00:00.000Z' },
}
const first = '2026-11-20T10:00:00.000Z'
const loaded = () => ({ ...row, flow: emptyFlow(), files: [], lastFailure: null, draftAt: first })
const message = { type: 'message', data: { label: 'Olá' } }
const written = (ms = 350) => Bun.sleep(ms)

beforeEach(() => localStorage.clear())

test('unsaved changes come back at the next load as one step, on the draft on which they stand', async () => {
  const before = createDocument(loaded())
  const stop = before.keep()
  before.editor.add(message)
  await written()
  stop()
  const after = createDocument(loaded())
  expect(after.isRestored).toBe(true)
  expect(after.editor.flow.peek()).toEqual(before.editor.flow.peek())
  after.editor.undo()
  expect(after.editor.isChanged.peek()).toBe(false)
})

test('a key that was typed and not saved is not stored in the browser', async () => {
  const { editor, keep } = createDocument(loaded())
  const stop = keep()
  editor.add({ type: 'openai', data: { typebotIntegration: { prompt: 'Responda', apiKey: 'sk-secret-key' } } })
  await written()
  stop()
  expect(JSON.stringify(readLocalCopy(5))).toContain('Responda')
  expect(JSON.stringify({ ...localStorage })).not.toContain('sk-secret')
})

test('a save removes the copy in the browser and sends the time of the draft that was loaded', async () => {
  const { editor, keep, save } = createDocument(loaded())
  const stop = keep()
  editor.add(message)
  await written()
  expect(readLocalCopy(5)).not.toBeNull()
  const flow = { ...loaded(), flow: editor.flow.peek(), draftAt: '2026-11-20T11:00:00.000Z' }
  const calls = serve(() => json({ flow }))
  expect(await save()).toBe(true)
  expect(JSON.parse(calls[0]!.body)).toMatchObject({ draftAt: first })
  await written()
  stop()
  expect(readLocalCopy(5)).toBeNull()
})

test('changes on an older draft meet the conflict at the save, and force replaces the newer draft', async () => {
  const before = createDocument(loaded())
  const stop = before.keep()
  before.editor.add(message)
  await written()
  stop()
  const newer = { ...loaded(), draftAt: '2026-11-21T10:00:00.000Z', flow: addNode(emptyFlow(), message, 'hers') }
  const after = createDocument(newer)
  const calls = serve(({ body }) =>
    JSON.parse(body).draftAt === undefined ? json({ flow: newer }) : json({ error: 'ERR_FLOW_CHANGED' }, 409),
  )
  expect(await after.save()).toBe(false)
  expect(after.failure.peek()?.code).toBe('ERR_FLOW_CHANGED')
  expect(after.editor.flow.peek()).toEqual(before.editor.flow.peek())
  expect(await after.save(true)).toBe(true)
  expect(calls.map(({ body }) => JSON.parse(body).draftAt)).toEqual([first, undefined])
})

test('the stored draft opens as a step that undo takes back', async () => {
  const { editor, openStored } = createDocument(loaded())
  editor.add(message)
  const mine = editor.flow.peek()
  const hers = addNode(emptyFlow(), message, 'hers')
  serve(() => json({ flow: { ...loaded(), draftAt: '2026-11-21T10:00:00.000Z', flow: hers } }))
  await openStored()
  expect(editor.flow.peek()).toEqual(hers)
  expect(editor.isChanged.peek()).toBe(false)
  editor.undo()
  expect(editor.flow.peek()).toEqual(mine)
  expect(editor.isChanged.peek()).toBe(true)
})

test('a publication names the draft on screen, so that one of another user is not published unseen', async () => {
  const { publish, failure } = createDocument({ ...loaded(), flow: emptyFlow() })
  const calls = serve(() => json({ error: 'ERR_FLOW_CHANGED' }, 409))
  expect(await publish('')).toBe(false)
  expect(JSON.parse(calls[0]!.body)).toMatchObject({ draftAt: first })
  expect(failure.peek()?.code).toBe('ERR_FLOW_CHANGED')
})

test('a version taken back is shown as a step that undo takes back', async () => {
  const { editor, restore } = createDocument(loaded())
  editor.add(message)
  const mine = editor.flow.peek()
  const earlier = addNode(emptyFlow(), message, 'earlier')
  const calls = serve(() =>
    json({ flow: { ...loaded(), version: 3, draftAt: '2026-11-21T10:00:00.000Z', flow: earlier } }),
  )
  expect(await restore(1)).toBe(true)
  expect(JSON.parse(calls[0]!.body)).toEqual({ number: 1, draftAt: first })
  expect(editor.flow.peek()).toEqual(earlier)
  editor.undo()
  expect(editor.flow.peek()).toEqual(mine)
  expect(editor.isChanged.peek()).toBe(true)
})

test('a draft that another user saved makes the document outdated until it is opened; an own save does not', async () => {
  const { editor, receive, save, openStored, isOutdated, row } = createDocument(loaded())
  editor.add(message)
  const own = { ...loaded(), draftAt: '2026-11-20T11:00:00.000Z', flow: editor.flow.peek() }
  serve(() => {
    receive(own) // the event of the own save comes before its response
    return json({ flow: own })
  })
  await save()
  expect(isOutdated.peek()).toBe(false)
  const hers = { ...own, name: 'Recepção', version: 2, draftAt: '2026-11-20T12:00:00.000Z' }
  receive(hers)
  expect(isOutdated.peek()).toBe(true)
  expect(row.peek()).toMatchObject({ name: 'Recepção', version: 2 })
  serve(() => json({ flow: hers }))
  await openStored()
  expect(isOutdated.peek()).toBe(false)
})

test('a response that comes after the event of a later change is dropped', () => {
  const { receive, isOutdated, row } = createDocument(loaded())
  const early = { ...loaded(), name: 'Triagem 2', updatedAt: '2026-11-20T11:00:00.000Z' }
  const later = '2026-11-20T12:00:00.000Z'
  receive({ ...early, name: 'Recepção', version: 2, hasChanges: false, draftAt: later, updatedAt: later })
  receive(early)
  expect(isOutdated.peek()).toBe(true)
  expect(row.peek()).toMatchObject({ name: 'Recepção', version: 2, hasChanges: false })
})
