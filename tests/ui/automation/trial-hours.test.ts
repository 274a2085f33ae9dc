import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { connections } from '../../../ui/lib/connections'
import { queues } from '../../../ui/lib/queues'
import { session } from '../../../ui/lib/session'
import { useOpeningHours } from '../../../ui/pages/automation/flow-editor/try/use-opening-hours'
import { until } from '../../until'
import { ana, json, serve } from '../browser'
import { render, unmount } from '../rendered'

const nativeFetch = globalThis.fetch
let results: unknown[]
function Probe() {
  results.push(useOpeningHours())
  return null
}

beforeEach(() => {
  results = []
  session.value = { kind: 'in', me: ana as never }
  serve(({ path }) => {
    if (path.endsWith('/schedules')) return json({ week: [], holidays: [] })
    return json({ queues: [], whatsapps: [] })
  })
  render(createElement(Probe))
})
afterEach(() => {
  unmount()
  queues.clear()
  connections.clear()
  session.value = { kind: 'out' }
  globalThis.fetch = nativeFetch
})

test('the opening hours of a trial stay while queues and connections are loaded again', async () => {
  await until('the hours', () => results.at(-1))
  results = []
  await Promise.all([queues.reload(), connections.reload()])
  await Bun.sleep(30)
  expect(results.length).toBeGreaterThan(0)
  expect(results).not.toContain(null)
})
