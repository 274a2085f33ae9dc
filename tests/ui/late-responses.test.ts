import './browser'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { useFoundContacts } from '../../ui/contact/use-found-contacts'
import { noFilters } from '../../ui/search/filters'
import { type Search, useSearch } from '../../ui/search/use-search'
import { until } from '../until'
import { json } from './browser'

/** Responses that arrive in another order than their requests. */

const nativeFetch = globalThis.fetch
let root: Root
/** Pending requests by text and cursor, with the function that answers them. */
let openRequests: Map<string, (body: unknown) => void>

beforeEach(() => {
  root = createRoot(document.createElement('div') as unknown as Element)
  openRequests = new Map()
  globalThis.fetch = ((url: string) => {
    const { searchParams } = new URL(url, 'http://localhost')
    const words = searchParams.get('searchParam') ?? searchParams.get('q')
    const key = [words, searchParams.get('cursor')].filter(Boolean).join(' ')
    const { promise, resolve } = Promise.withResolvers<Response>()
    openRequests.set(key, (body) => resolve(json(body)))
    return promise
  }) as typeof fetch
})
afterEach(() => {
  root.unmount()
  globalThis.fetch = nativeFetch
})

interface ProbeProps {
  text: string
  useIt: (text: string) => unknown
  onValue: (value: unknown) => void
}
function Probe({ text, useIt, onValue }: ProbeProps) {
  onValue(useIt(text))
  return null
}
/** Renders a hook with each text; `now` returns its latest result. */
function drawn<T>(useIt: (text: string) => T) {
  let last: T
  const onValue = (value: unknown) => {
    last = value as T
  }
  return {
    type: (text: string) => flushSync(() => root.render(createElement(Probe, { text, useIt, onValue }))),
    now: () => last,
  }
}
const isAsked = (words: string) => until(`the question for ${words}`, () => openRequests.has(words))
/** Waits until a response is rendered. */
const drawing = () => Bun.sleep(30)

test('a contact search response for an older text does not replace a newer one', async () => {
  const { type, now } = drawn(useFoundContacts)
  type('joana')
  await isAsked('joana')
  type('heitor')
  await isAsked('heitor')
  openRequests.get('heitor')?.({ contacts: [{ id: 2, name: 'Heitor' }] })
  await until('Heitor', () => now().contacts?.length === 1)
  openRequests.get('joana')?.({ contacts: [{ id: 1, name: 'Joana' }] })
  await drawing()
  expect(now().contacts).toMatchObject([{ name: 'Heitor' }])
})

const page = (id: number, next: string | null) => ({
  ...{ contacts: [], tickets: [], hasMore: next !== null, next },
  messages: Array.from({ length: 8 }, (_, at) => ({ message: { id: id + at } })),
})

test('a page of an older search is not added to the results of a newer one', async () => {
  const { type, now } = drawn<Search>((text) => useSearch(text, noFilters))
  type('bolo')
  await isAsked('bolo')
  openRequests.get('bolo')?.(page(100, 'p2'))
  await until('the first page', () => now().state === 'ready')
  flushSync(() => now().more())
  await isAsked('bolo p2')
  type('torta')
  await isAsked('torta')
  openRequests.get('torta')?.(page(300, null))
  await until('what torta finds', () => now().result?.messages[0]?.message.id === 300)
  openRequests.get('bolo p2')?.(page(200, null))
  await drawing()
  expect(now().result?.messages.map(({ message }) => message.id)).toEqual([300, 301, 302, 303, 304, 305, 306, 307])
})
