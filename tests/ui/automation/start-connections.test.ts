import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { ConfirmHost } from '../../../ui/components/confirm'
import { connections } from '../../../ui/lib/connections'
import { loadPageTexts } from '../../../ui/lib/texts'
import { StartConnections } from '../../../ui/pages/automation/flow-editor/starts/start-connections'
import { until } from '../../until'
import { json, serve } from '../browser'
import { press, render } from '../rendered'
import { signInForEachTest } from '../signed-in'

/** Switches of the numbers that a flow starts on, beside a flow that has the number already. */

await signInForEachTest()
await loadPageTexts({
  pt: () => import('../../../ui/i18n/pt/flow-builder'),
  en: () => import('../../../ui/i18n/en/flow-builder'),
  es: () => import('../../../ui/i18n/es/flow-builder'),
})
const [flowId, other] = [5, 6]
let changes: [number, string, boolean][]

beforeEach(() => {
  changes = []
  serve(({ path }) =>
    path === '/api/flowbuilder'
      ? json({ flows: [{ id: other, name: 'Boas-vindas' }], next: null })
      : json({ whatsapps: [{ id: 1, name: 'Loja', flowIdWelcome: other, flowIdNotPhrase: null }] }),
  )
})
afterEach(() => connections.clear())

async function open() {
  const starts = {
    ...{ flowId, rows: null, reload: async () => null, addPhrase: async () => {} },
    setConnection: async (...change: [number, string, boolean]) => void changes.push(change),
  }
  const place = render([
    createElement(StartConnections, { key: 'starts', starts, rows: [] }),
    createElement(ConfirmHost, { key: 'confirm' }),
  ])
  await until('the flow of the number', () => place.textContent?.includes('Hoje inicia o fluxo “Boas-vindas”.'))
  return [...place.querySelectorAll('[role=switch]')] as [Element, Element]
}
const dialog = () => document.querySelector('[role=dialog], dialog')
const answer = (name: string) =>
  press([...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!)

test('a start that another flow has is replaced only after a question that names it', async () => {
  const [welcome] = await open()
  press(welcome)
  await until('the question', () => dialog()?.textContent?.includes('inicia hoje o fluxo “Boas-vindas”'))
  expect(changes).toEqual([])
  answer('Cancelar')
  await until('the end of the question', () => !dialog())
  expect(changes).toEqual([])
  press(welcome)
  await until('the question', () => dialog()?.textContent?.includes('Trocar o fluxo de Loja?'))
  answer('Trocar')
  await until('the change', () => changes.length > 0)
  expect(changes).toEqual([[1, 'flowIdWelcome', true]])
})

test('a start that no flow has is set without a question', async () => {
  const [, notPhrase] = await open()
  press(notPhrase)
  await until('the change', () => changes.length > 0)
  expect(changes).toEqual([[1, 'flowIdNotPhrase', true]])
  expect(dialog() === null).toBe(true)
})
