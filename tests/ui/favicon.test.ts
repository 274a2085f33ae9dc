import './browser'
import { expect, test } from 'bun:test'
import { setFavicon, setProviderIcon } from '../../ui/lib/favicon'
import { until } from '../until'
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

test('the icon of the provider is loaded with the first dots only', async () => {
  const asked: string[] = []
  const usual = globalThis.fetch
  globalThis.fetch = (async (address: string) => {
    asked.push(address)
    return new Response(new Uint8Array([1, 2, 3]))
  }) as never
  document.head.innerHTML = '<link rel="icon" href="/icon.svg">'
  const shown = () => decodeURIComponent(document.querySelector<HTMLLinkElement>('link')!.href)
  try {
    setProviderIcon('/api/look/files/a.png')
    expect(shown()).toEndWith('/api/look/files/a.png')
    expect(asked).toEqual([])
    setFavicon(1, false, false)
    setFavicon(2, false, false)
    await until('the icon below the dots', () => shown().includes('data:image/png;base64,AQID'))
    expect(asked).toEqual(['/api/look/files/a.png'])
  } finally {
    globalThis.fetch = usual
    setProviderIcon(undefined)
    setFavicon(0, false, false)
  }
})
