import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { session } from '../../../ui/lib/session'
import { loadAllTexts, startTexts } from '../../../ui/lib/texts'
import { TryForms } from '../../../ui/pages/api/messages-api/try-forms'
import { until } from '../../until'
import { ana, json, serve } from '../browser'
import { press, render, type, unmount } from '../rendered'

await startTexts()
await loadAllTexts('pt')
const nativeFetch = globalThis.fetch
beforeEach(() => {
  session.value = { kind: 'in', me: ana as never }
  serve(() => json({ queues: [] }))
})
afterEach(() => {
  unmount()
  session.value = { kind: 'out' }
  globalThis.fetch = nativeFetch
})

test('number and text of a test message stay when files are chosen instead of text, and the command has them', async () => {
  const page = render(createElement(TryForms, { token: 'abc' }))
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name=${name}]`)!
  expect(page.textContent).toContain('Seu pedido saiu para entrega') // the example of an empty text
  type(field('number'), '5511988887777')
  type(field('body'), 'Saiu para entrega')
  press([...page.querySelectorAll('[role=tab]')].find((tab) => tab.textContent === 'Arquivos')!)
  await until('the typed number', () => field('number').value === '5511988887777')
  expect(field('body').value).toBe('Saiu para entrega')
  expect(page.textContent).toContain("-F 'body=Saiu para entrega'")
})
