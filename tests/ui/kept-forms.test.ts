import './browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { Form } from '../../ui/components/form'
import { createForm } from '../../ui/lib/form'
import { createList } from '../../ui/lib/list'
import { session } from '../../ui/lib/session'
import { loadAllTexts, startTexts } from '../../ui/lib/texts'
import { OptionForm } from '../../ui/pages/automation/queues/option-form'
import { PaymentsTab } from '../../ui/pages/platform/settings/payments-tab'
import { until } from '../until'
import { ana, json, serve } from './browser'
import { press, render, type, unmount } from './rendered'

/** Forms that the user leaves for another part of the screen, with unsaved words in them. */

await startTexts()
await loadAllTexts('pt')
const nativeFetch = globalThis.fetch
beforeEach(() => {
  session.value = { kind: 'in', me: ana as never }
  serve(() => json({ queues: [], files: [] }))
})
afterEach(() => {
  unmount()
  session.value = { kind: 'out' }
  globalThis.fetch = nativeFetch
})

const list = createList<{ id: number }>({ load: async () => ({ rows: [], hasMore: false }) })
const option = { id: 4, queueId: 2, parentId: null, option: '1', title: 'Preços', message: '' }
/** Shows the form of an option, whose number the server may have changed meanwhile. */
function showOption(number: string) {
  const given = { ...option, option: number, nextQueueId: null, fileListId: null, fileListName: null }
  const handlers = { onDraft: () => {}, onDone: () => {} }
  const props = { tree: { list, queueId: 2 } as never, option: given, parentId: null, nextNumber: 2, ...handlers }
  const element = render(createElement(OptionForm, props))
  return (name: string) => element.querySelector<HTMLInputElement>(`[name=${name}]`)!
}

test('words typed in a menu option are there again after another option was chosen', () => {
  type(showOption('1')('title'), 'Preços e prazos')
  unmount()
  const field = showOption('3')
  expect([field('title').value, field('option').value]).toEqual(['Preços e prazos', '3'])
})

test('a Pix key typed in the payment settings is there again after another tab of the page was shown', async () => {
  const names = ['pixKey', 'pixName', 'pixCity', 'baseUrl', 'clientId', 'clientSecret', 'certificate', 'passphrase']
  const blank = Object.fromEntries([...names, 'authority', 'cardAccount', 'webhookUrl'].map((name) => [name, '']))
  const reminders = { mail: true, days: [0], whatsappId: null, canMail: true, connections: [] }
  serve(({ path }) =>
    json(path.endsWith('/reminders') ? reminders : { ...blank, provider: 'pix-manual', environment: 'production' }),
  )
  const showPayments = async () => {
    const element = render(createElement(PaymentsTab))
    await until('the settings', () => element.querySelector('[name=pixKey]') !== null)
    return element.querySelector<HTMLInputElement>('[name=pixKey]')!
  }
  type(await showPayments(), 'pix@loja.test')
  unmount()
  const shown = await showPayments()
  await until('the typed key', () => shown.value === 'pix@loja.test')
})

/** True if the browser may change the text of the field now. */
const takesText = (field: Element) =>
  field.dispatchEvent(
    new (window as never as typeof globalThis).Event('beforeinput', { bubbles: true, cancelable: true }),
  )

test('a form that closes when it is sent takes no text while it is being sent, and takes it after a refusal', async () => {
  const form = createForm({ name: 'Ana' })
  const refusal = Promise.withResolvers<void>()
  const shown = { form, send: () => refusal.promise, isClosedBySubmit: true, children: createElement('input') }
  const element = render(createElement(Form<{ name: string }>, shown))
  const field = element.querySelector('input')!
  expect(takesText(field)).toBe(true)
  press(element.querySelector('form')!, 'submit')
  expect(takesText(field)).toBe(false)
  refusal.reject(new TypeError('network'))
  await Bun.sleep(20)
  expect(takesText(field)).toBe(true)
})
