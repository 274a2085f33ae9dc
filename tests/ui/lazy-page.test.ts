import './browser'
import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { lazyPage } from '../../ui/lib/lazy-page'
import { until } from '../until'

const coming = Promise.withResolvers<() => string>()
let asked = 0
const load = () => {
  asked++
  return coming.promise
}
/** Drawn, and not yet at the point where the page would be asked for: now it has come. */
const Fallback = () => {
  coming.resolve(() => 'a página')
  return 'um momento'
}

test('a page that comes between its fallback and the moment it would be asked for is shown', async () => {
  const Page = lazyPage(load, Fallback)
  const fetched = Page.preload()
  const place = document.createElement('div') as unknown as Element
  const root = createRoot(place)
  root.render(createElement(Page))
  await fetched
  await until('the page', () => place.textContent === 'a página')
  expect(asked).toBe(1)
  root.unmount()
})
