import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { queues } from '../../../ui/lib/queues'
import { session } from '../../../ui/lib/session'
import { BotTab } from '../../../ui/pages/numbers/connections/bot-tab'
import { makeConnectionForm } from '../../../ui/pages/numbers/connections/connection-form'
import { until } from '../../until'
import { ana, json, serve } from '../browser'
import { render, unmount } from '../rendered'

const nativeFetch = globalThis.fetch
let again: Promise<Response> | null

beforeEach(() => {
  again = null
  session.value = { kind: 'in', me: { ...ana, queues: [] } as never }
  const all = { queues: [{ id: 4, name: 'Vendas', color: '#0f766e' }] }
  const none = { prompts: [], integrations: [], queueIntegrations: [], flows: [], records: [] }
  serve(({ path }) =>
    path.startsWith('/api/queue') && !path.includes('integration') ? (again ?? json(all)) : json(none),
  )
})
afterEach(() => {
  unmount()
  queues.clear()
  session.value = { kind: 'out' }
  globalThis.fetch = nativeFetch
})

test('the queues of a form stay while they are loaded again', async () => {
  const tab = render(createElement(BotTab, { form: makeConnectionForm(null) }))
  const box = () => tab.querySelector('input[type=checkbox]')
  const before = await until('the queue', box)
  again = new Promise(() => {})
  void queues.reload()
  await Bun.sleep(50)
  expect(queues.state.peek()).toBe('loading')
  expect(box() === before).toBe(true)
})
