import '../browser'
import { afterEach, beforeEach, expect, mock, test } from 'bun:test'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { session } from '../../../ui/lib/session'
import { OptionForm } from '../../../ui/pages/automation/queues/option-form'
import { createOptionTree } from '../../../ui/pages/automation/queues/option-requests'
import { until } from '../../until'
import { ana, json, serve } from '../browser'
import { render, type, unmount } from '../rendered'

/** The next option of a menu, begun while the one before is being stored. */

const nativeFetch = globalThis.fetch
let stored: PromiseWithResolvers<Response>
let form: HTMLElement
const onDone = mock((_: number) => {})

beforeEach(() => {
  session.value = { kind: 'in', me: ana as never }
  stored = Promise.withResolvers()
  onDone.mockClear()
  serve(({ method }) => (method === 'POST' ? stored.promise : json({ options: [], queues: [], files: [] })))
  const props = { tree: createOptionTree(4), option: null, parentId: null, nextNumber: 1, onDraft: () => {}, onDone }
  form = render(createElement(OptionForm, props))
})
afterEach(() => {
  unmount()
  session.value = { kind: 'out' }
  globalThis.fetch = nativeFetch
})

const title = () => form.querySelectorAll('input')[1]!
const message = () => form.querySelector('textarea')!
const submit = () =>
  flushSync(() => form.querySelector('form')!.dispatchEvent(new window.Event('submit', { bubbles: true }) as never))

test('its title stays when the option before is stored, and its other fields are empty', async () => {
  type(title(), 'Preços')
  type(message(), 'Veja a tabela.')
  submit()
  type(title(), 'Entrega')
  stored.resolve(json({ id: 7 }))
  await until('the stored option', () => onDone.mock.calls.length === 1)
  expect(onDone).toHaveBeenCalledWith(7)
  await until('the empty reply', () => message().value === '')
  expect(title().value).toBe('Entrega')
})
