import './browser'
import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { lazyPage } from '../../ui/lib/lazy-page'
import { until } from '../until'

const coming = Promise.withResolvers<() => string>()
let loadCount = 0
const load = () => {
  loadCount++
  return coming.promise
}
/** Rendered before the effect that requests the chunk; the chunk arrives now. */
const Fallback = () => {
  coming.resolve(() => 'a página')
  return 'um momento'
}

test("a chunk that loads between the placeholder's render and its effect is shown", async () => {
  const Page = lazyPage(load, Fallback)
  const fetched = Page.preload()
  const place = document.createElement('div') as unknown as Element
  const root = createRoot(place)
  root.render(createElement(Page))
  await fetched
  await until('the page', () => place.textContent === 'a página')
  expect(loadCount).toBe(1)
  root.unmount()
})
