import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { applySetting, changeSetting, loadSettings, settingValues } from '../../../ui/pages/platform/settings/store'
import { until } from '../../until'
import { json, serve } from '../browser'

/** Responses about a setting that come after a later change of it. */

const nativeFetch = globalThis.fetch
const key = 'outcomeRequired'
let responses: PromiseWithResolvers<Response>[]
const shown = () => settingValues.peek()?.get(key)

beforeEach(() => {
  settingValues.value = new Map([[key, 'disabled']])
  responses = []
  serve(() => {
    responses.push(Promise.withResolvers())
    return responses.at(-1)!.promise
  })
})
afterEach(() => {
  settingValues.value = null
  globalThis.fetch = nativeFetch
})

async function changeTwice() {
  const changes = [changeSetting(key, 'enabled'), changeSetting(key, 'disabled')]
  await until('both requests', () => responses.length === 2)
  return changes
}

test('the response to the first change, coming last, does not replace the second value', async () => {
  const changes = await changeTwice()
  responses[1]?.resolve(json({ key, value: 'disabled' }))
  responses[0]?.resolve(json({ key, value: 'enabled' }))
  await Promise.all(changes)
  expect(shown()).toBe('disabled')
})

test('a refused first change does not replace the second value', async () => {
  applySetting({ key, value: 'old' })
  const changes = await changeTwice()
  responses[0]?.resolve(json({ error: 'ERR_NO_PERMISSION' }, 403))
  responses[1]?.resolve(json({ key, value: 'disabled' }))
  await Promise.all(changes)
  expect(shown()).toBe('disabled')
})

test('a load that was read before a change, and comes after it, does not replace the changed value', async () => {
  const load = loadSettings()
  await until('the load', () => responses.length === 1)
  const change = changeSetting(key, 'enabled')
  await until('both requests', () => responses.length === 2)
  responses[1]?.resolve(json({ key, value: 'enabled' }))
  await change
  responses[0]?.resolve(json({ settings: [{ key, value: 'disabled' }] }))
  await load
  expect(shown()).toBe('enabled')
})

test('a load that was read before an event about a setting does not replace its value', async () => {
  settingValues.value = null
  const load = loadSettings()
  await until('the load', () => responses.length === 1)
  applySetting({ key, value: 'enabled' })
  responses[0]?.resolve(json({ settings: [{ key, value: 'disabled' }] }))
  await load
  expect(shown()).toBe('enabled')
})
