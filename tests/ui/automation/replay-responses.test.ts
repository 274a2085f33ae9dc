import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { receiveFrame } from '../../../ui/lib/realtime'
import { session } from '../../../ui/lib/session'
import { type Replays, useReplays } from '../../../ui/pages/automation/flow-editor/replay/use-replays'
import { until } from '../../until'
import { ana, json, serve } from '../browser'
import { render, unmount } from '../rendered'

const nativeFetch = globalThis.fetch
const replay = (done: number, status: string) => ({ id: 3, flowId: 9, done, total: 2, status })
let started: PromiseWithResolvers<Response>
let replays: Replays
function Probe() {
  replays = useReplays({ id: 9, editor: { isChanged: { peek: () => false } } } as never)
  return null
}

beforeEach(async () => {
  session.value = { kind: 'in', me: ana as never }
  started = Promise.withResolvers()
  serve(({ method, path }) => {
    if (method === 'POST') return started.promise
    return json(path.endsWith('/replays/3') ? replay(2, 'done') : { replays: [] })
  })
  render(createElement(Probe))
  await until('the list', () => replays.isLoaded)
})
afterEach(() => {
  unmount()
  session.value = { kind: 'out' }
  globalThis.fetch = nativeFetch
})

test('a replay that is done before the response to its start stays done', async () => {
  const starting = replays.start({ count: 10, requestsSucceed: true })
  receiveFrame(JSON.stringify({ event: 'company-3-flowReplay', data: { replay: replay(2, 'done') } }))
  await until('the finished replay', () => replays.shown?.status === 'done')
  started.resolve(json(replay(0, 'running')))
  await starting
  await until('the end of the start', () => !replays.isStarting)
  expect(replays.shown).toMatchObject({ status: 'done', done: 2 })
})

test('a replay that began while the list loads again stays, although the list does not have it yet', async () => {
  const list = Promise.withResolvers<Response>()
  serve(({ method }) => (method === 'POST' ? started.promise : list.promise))
  const reloading = replays.reload()
  const starting = replays.start({ count: 10, requestsSucceed: true })
  started.resolve(json(replay(0, 'running')))
  await starting
  list.resolve(json({ replays: [] }))
  await reloading
  await until('the end of the start', () => !replays.isStarting)
  expect(replays.shown).toMatchObject({ id: 3 })
})
