import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { savePageForms } from '../../../ui/lib/page-forms'
import { session } from '../../../ui/lib/session'
import { loadAllTexts, startTexts } from '../../../ui/lib/texts'
import { useValue } from '../../../ui/lib/use-value'
import { Option } from '../../../ui/pages/platform/settings/option'
import { type OptionRow, optionGroups } from '../../../ui/pages/platform/settings/option-rows'
import { applySetting, settingValues } from '../../../ui/pages/platform/settings/store'
import { until } from '../../until'
import { ana, json, serve } from '../browser'
import { press, render, type, unmount } from '../rendered'

/** Settings that are typed, while the server's answer is under way. */

await startTexts()
await loadAllTexts('pt')
const nativeFetch = globalThis.fetch
let response: PromiseWithResolvers<Response>
let lastUserId = 100
beforeEach(() => {
  // Another user each time, without the unsaved texts of the one before.
  session.value = { kind: 'in', me: { ...ana, id: ++lastUserId } as never }
  response = Promise.withResolvers()
  serve(() => response.promise)
})
afterEach(() => {
  unmount()
  session.value = { kind: 'out' }
  globalThis.fetch = nativeFetch
})

const Stored = ({ row }: { row: OptionRow }) =>
  createElement(Option, { row, value: useValue(settingValues)?.get(row.key) ?? '' })

/** Shows the control of a setting as the page does. */
function show(key: string, value: string) {
  const row = optionGroups.flatMap(({ rows }) => rows).find((each) => each.key === key)!
  settingValues.value = new Map([[row.key, value]])
  const element = render(createElement(Stored, { row }))
  const field = () => element.querySelector<HTMLInputElement>('input, textarea')!
  const save = () => void savePageForms()
  return { field, save }
}
const answer = (key: string, value: string) => response.resolve(json({ key, value }))
const refuse = () => response.resolve(json({ error: 'ERR_NO_PERMISSION' }, 403))
const settled = () => Bun.sleep(30)

test('a text stays in its field when the server refuses it', async () => {
  const { field, save } = show('transferMessage', 'Um momento')
  type(field(), 'Já chamo alguém')
  save()
  refuse()
  await settled()
  expect(field().value).toBe('Já chamo alguém')
})

test('words typed while a text is being saved stay, and are not saved yet', async () => {
  const { field, save } = show('transferMessage', 'Um momento')
  type(field(), 'Já chamo')
  save()
  type(field(), 'Já chamo alguém')
  answer('transferMessage', 'Já chamo')
  await until('the setting', () => settingValues.peek()?.get('transferMessage' as never) === 'Já chamo')
  await settled()
  expect(field().value).toBe('Já chamo alguém')
})

test("a colleague's change of the setting does not replace a text being typed, and shows in an untouched field", async () => {
  const { field } = show('transferMessage', 'Um momento')
  applySetting({ key: 'transferMessage', value: 'Aguarde' } as never)
  await settled()
  expect(field().value).toBe('Aguarde')
  type(field(), 'Já chamo')
  applySetting({ key: 'transferMessage', value: 'Espere' } as never)
  await settled()
  expect(field().value).toBe('Já chamo')
})

test('a number typed on while the first digits are being saved stays', async () => {
  const { field } = show('waitLateMinutes', '30')
  const input = field()
  type(input, '4')
  press(input, 'Enter')
  type(input, '45')
  answer('waitLateMinutes', '4')
  await settled()
  expect([field() === input, field().value]).toEqual([true, '45'])
})

test('a refused number stays in its field', async () => {
  const { field } = show('waitLateMinutes', '30')
  type(field(), '45')
  press(field(), 'Enter')
  refuse()
  await settled()
  expect(field().value).toBe('45')
})
