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
/** Rendered before the effect that requests the chunk; on the second screen the chunk arrives now. */
let isSecond = false
const Fallback = () => {
  if (isSecond) coming.resolve(() => 'a página')
  return 'um momento'
}

test("a chunk that loads between the placeholder's render and its effect is shown", async () => {
  const Page = lazyPage(load, Fallback)
  const [first, second] = [document.createElement('div'), document.createElement('div')] as unknown as [
    Element,
    Element,
  ]
  const roots = [createRoot(first), createRoot(second)] as const
  roots[0].render(createElement(Page))
  await until('the request', () => loadCount === 1)
  isSecond = true
  roots[1].render(createElement(Page))
  for (const place of [first, second]) await until('the page', () => place.textContent === 'a página')
  expect(loadCount).toBe(1)
  for (const root of roots) root.unmount()
})
