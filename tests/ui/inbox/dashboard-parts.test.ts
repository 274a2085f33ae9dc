import '../browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { session } from '../../../ui/lib/session'
import type { Order } from '../../../ui/pages/inbox/dashboard/store'
import { useParts } from '../../../ui/pages/inbox/dashboard/use-parts'
import { until } from '../../until'
import { ana, json } from '../browser'

const nativeFetch = globalThis.fetch
let root: Root
/** Pending requests by column and page, with the function that answers them. */
let openRequests: Map<string, (id: number, hasMore: boolean) => void>
let latest: ReturnType<typeof useParts>

beforeEach(() => {
  session.value = { kind: 'in', me: ana as never }
  root = createRoot(document.createElement('div') as unknown as Element)
  openRequests = new Map()
  globalThis.fetch = ((url: string) => {
    const { searchParams } = new URL(url, 'http://localhost')
    const { promise, resolve } = Promise.withResolvers<Response>()
    openRequests.set(`${searchParams.get('sort')} ${searchParams.get('pageNumber')}`, (id, hasMore) =>
      resolve(json({ parts: [{ id }], count: 2, hasMore })),
    )
    return promise
  }) as typeof fetch
})
afterEach(() => {
  root.unmount()
  globalThis.fetch = nativeFetch
  session.value = { kind: 'out' }
})

function Probe({ by }: Pick<Order, 'by'>) {
  latest = useParts('queue', { by, down: true })
  return null
}
const sortBy = (by: Order['by']) => flushSync(() => root.render(createElement(Probe, { by })))
const answer = async (request: string, id: number, hasMore: boolean) => {
  await until(`the request for ${request}`, () => openRequests.has(request))
  openRequests.get(request)?.(id, hasMore)
}
const shown = () => latest.parts.map(({ id }) => id)

test('a next page of a former order is not added to the rows of the newer one', async () => {
  sortBy('finished')
  await answer('finished 1', 10, true)
  await until('the first page', () => shown().length === 1)
  const late = latest.more?.()
  await until('the next page is requested', () => openRequests.has('finished 2'))
  sortBy('began')
  await answer('began 1', 20, true)
  await until('the newer order', () => shown()[0] === 20)
  await answer('finished 2', 11, false)
  await late
  sortBy('began') // renders what the late response may have changed
  expect([shown(), latest.more === null]).toEqual([[20], false])
  void latest.more?.()
  await answer('began 2', 21, false)
  await until('both pages of the newer order', () => shown().length === 2)
  expect([shown(), latest.more]).toEqual([[20, 21], null])
})
