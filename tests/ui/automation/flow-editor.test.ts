import { expect, test } from 'bun:test'
import { limits } from '../../../src/shared/limits'
import { firstView, shiftInto } from '../../../ui/pages/automation/flow-editor/canvas/first-view'
import { createEditor } from '../../../ui/pages/automation/flow-editor/editor/editor'
import { cardWidth, emptyFlow } from '../../../ui/pages/automation/flow-editor/editor/flow-changes'

const message = { type: 'message', data: { label: 'Olá' } }

test('undo and redo walk through every change, and a new change ends redo', () => {
  const editor = createEditor(emptyFlow())
  const first = editor.flow.peek()
  const id = editor.add(message) as string
  editor.connect('1', 'a', id)
  editor.undo()
  expect(editor.flow.peek().connections).toEqual([])
  editor.undo()
  expect(editor.flow.peek()).toBe(first)
  expect(editor.isChanged.peek()).toBe(false)
  editor.redo()
  expect(editor.node(id)).toBeDefined()
  editor.add(message)
  expect(editor.canRedo.peek()).toBe(false)
})

test('a change that changes nothing is no step', () => {
  const editor = createEditor(emptyFlow())
  expect(editor.remove(['1'])).toBe(false)
  expect(editor.canUndo.peek()).toBe(false)
})

test('undo of an addition takes the node out of the selection', () => {
  const editor = createEditor(emptyFlow())
  const id = editor.add(message) as string
  expect([...editor.selection.peek().nodes]).toEqual([id])
  editor.undo()
  expect(editor.selection.peek().nodes.size).toBe(0)
})

test('a full flow takes no more nodes, neither added nor pasted', () => {
  const editor = createEditor(emptyFlow())
  for (let count = 1; count < limits.flowNodes; count++) editor.add(message)
  expect(editor.isFull.peek()).toBe(true)
  expect(editor.add(message)).toBeUndefined()
  expect(editor.duplicate(editor.selection.peek().nodes)).toBe(false)
  expect(editor.flow.peek().nodes).toHaveLength(limits.flowNodes)
})

test('a duplicate is selected in place of its original and brought into view', () => {
  const editor = createEditor(emptyFlow())
  const id = editor.add(message) as string
  editor.duplicate([id])
  const [copy] = editor.selection.peek().nodes
  expect(copy).not.toBe(id)
  expect(editor.revealed.peek()).toEqual({ id: copy as string })
  expect(editor.node(copy as string)?.data).toEqual(message.data)
})

test('targets tried in a row for one way out are one step', () => {
  const editor = createEditor(emptyFlow())
  const ids = [editor.add(message), editor.add(message), editor.add(message)] as string[]
  const before = editor.flow.peek()
  for (const id of ids) editor.connect('1', 'a', id)
  editor.connect(ids[0] as string, 'a', ids[1] as string)
  editor.undo()
  expect(editor.flow.peek().connections).toMatchObject([{ source: '1', target: ids[2] }])
  editor.undo()
  expect(editor.flow.peek()).toBe(before)
})

test('data that the server stored in another form is taken over without a step', () => {
  const editor = createEditor(emptyFlow())
  const id = editor.add({ type: 'openai', data: { typebotIntegration: { apiKey: 'sk-1234' } } }) as string
  const sent = editor.flow.peek()
  const stored = structuredClone(sent)
  const marked = { typebotIntegration: { apiKey: '••••#7' } }
  stored.nodes[1]!.data = marked
  editor.settle(sent, stored)
  expect(editor.node(id)?.data).toEqual(marked)
  expect(editor.isChanged.peek()).toBe(false)
})

test('a change during the save stays unsaved', () => {
  const editor = createEditor(emptyFlow())
  editor.add(message)
  const sent = editor.flow.peek()
  editor.add(message)
  editor.settle(sent, sent)
  expect(editor.flow.peek().nodes).toHaveLength(3)
  expect(editor.isChanged.peek()).toBe(true)
})

test('changes of one block in a row are one step, which choosing another block ends', () => {
  const editor = createEditor(emptyFlow())
  const id = editor.add(message) as string
  for (const label of ['B', 'Bo', 'Bom']) editor.changeData(id, { label })
  editor.select(['1'])
  editor.select([id])
  editor.changeData(id, { label: 'Bom dia' })
  editor.undo()
  expect(editor.node(id)?.data).toEqual({ label: 'Bom' })
  editor.undo()
  expect(editor.node(id)?.data).toEqual(message.data)
})

test('new blocks stand right of the selected one, and no card lies on another', () => {
  const editor = createEditor(emptyFlow())
  const first = editor.add(message) as string
  for (let count = 0; count < 5; count++) {
    editor.select([first])
    editor.add(message)
  }
  const places = editor.flow.peek().nodes.map(({ position }) => position)
  for (const [at, { x, y }] of places.entries())
    for (const other of places.slice(at + 1))
      expect(Math.abs(other.x - x) >= cardWidth || Math.abs(other.y - y) >= 160).toBe(true)
})

test('the inspector that was asked for ends when its block is no longer the only selected one', () => {
  const editor = createEditor(emptyFlow())
  const id = editor.add(message) as string
  editor.edit(id)
  expect(editor.edited.peek()).toEqual({ id })
  editor.select([id, '1'])
  expect(editor.edited.peek()).toBeNull()
  editor.edit(id)
  editor.remove([id])
  expect(editor.edited.peek()).toBeNull()
})

test.each([
  ['in view', { left: 10, top: 10, width: 230, height: 100 }, { x: 0, y: 0 }],
  ['beyond the right side', { left: 900, top: 10, width: 230, height: 100 }, { x: -362, y: 0 }],
  ['beyond the left and upper side', { left: -50, top: -20, width: 230, height: 100 }, { x: 82, y: 52 }],
  ['larger than the view', { left: 100, top: 10, width: 900, height: 100 }, { x: -68, y: 0 }],
])('a card %s moves a view of 800 × 600 px by the shortest way', (_, box, shift) => {
  expect(shiftInto(box, { width: 800, height: 600 })).toEqual(shift)
})

test('a flow opens at 100 % with its start at the upper left', () => {
  expect(firstView(emptyFlow())).toEqual({ x: -210, y: 20, zoom: 1 })
})
