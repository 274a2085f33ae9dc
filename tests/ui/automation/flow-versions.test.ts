import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { compareFlows } from '../../../src/shared/flow/differences'
import { session } from '../../../ui/lib/session'
import { addNode, changeData, emptyFlow } from '../../../ui/pages/automation/flow-editor/editor/flow-changes'
import { Differences } from '../../../ui/pages/automation/flow-editor/versions/differences'
import { ana, json, serve } from '../browser'
import { render, unmount } from '../rendered'

const nativeFetch = globalThis.fetch
beforeEach(() => {
  session.value = { kind: 'in', me: ana as never }
  serve(() => json({ queues: [], tags: [] }))
})
afterEach(() => {
  unmount()
  session.value = { kind: 'out' }
  globalThis.fetch = nativeFetch
})

/** Texts that the comparison shows as removed and as inserted. */
function showChange(type: string, old: object, current: object) {
  const before = addNode(emptyFlow(), { type, data: old as never }, 'n')
  const after = changeData(before, 'n', current as never)
  const place = render(createElement(Differences, { comparison: compareFlows(before, after), before, after }))
  const textsOf = (tag: string) => [...place.querySelectorAll(tag)].map(({ textContent }) => textContent)
  return { removed: textsOf('del'), inserted: textsOf('ins') }
}
const options = (...values: string[]) => values.map((value, at) => ({ number: at + 1, value }))

test('a comparison names the options of a menu whose text is the same', () => {
  const menu = (...values: string[]) => ({ message: 'Setor?', arrayOption: options(...values) })
  expect(showChange('menu', menu('Vendas', 'Suporte'), menu('Vendas', 'Boletos'))).toEqual({
    removed: ['1. Vendas · 2. Suporte'],
    inserted: ['1. Vendas · 2. Boletos'],
  })
})

test('a comparison names the shares of a randomizer, and what a request sends and keeps', () => {
  expect(showChange('randomizer', { percent: 50 }, { percent: 80 }).inserted).toEqual(['A: 80% · B: 20%'])
  unmount()
  const request = (path: string) => ({ method: 'GET', url: 'https://x.test', saves: [{ path, key: 'state' }] })
  expect(showChange('request', request('a'), request('b')).inserted).toEqual(['b → {{state}}'])
})

test('a comparison shows a change at the end of a long text', () => {
  const text = 'palavra '.repeat(40)
  const { removed, inserted } = showChange('message', { label: `${text}um` }, { label: `${text}dois` })
  expect(removed[0]).toEndWith('um')
  expect(inserted[0]).toEndWith('dois')
})
