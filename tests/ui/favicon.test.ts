import './browser'
import { expect, test } from 'bun:test'
import { setFavicon } from '../../ui/lib/favicon'
import './rendered'

test('the dot of news on the icon of the tab has the accent, that of unsent messages another colour', () => {
  const { documentElement, head } = document
  for (const [token, color] of Object.entries({ accent: 'green', danger: 'red', away: 'orange' }))
    documentElement.style.setProperty(`--${token}`, color)
  head.innerHTML = '<link rel="icon" href="/icon.svg">'
  const shown = () => decodeURIComponent(document.querySelector<HTMLLinkElement>('link')!.href)
  setFavicon(1, false, false)
  expect(shown()).toContain('r="6.5" fill="green"')
  expect(shown()).not.toMatch(/red|orange/)
  setFavicon(0, true, true)
  expect(shown()).toMatch(/fill="green".*fill="orange"/)
  setFavicon(0, false, false)
  expect(shown()).toEndWith('/icon.svg')
})
