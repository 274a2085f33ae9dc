import '../browser'
import { afterEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { session } from '../../../ui/lib/session'
import { loadAllTexts, startTexts } from '../../../ui/lib/texts'
import { ReleaseNotice } from '../../../ui/pages/platform/settings/nodes/release-notice'
import { until } from '../../until'
import { ana, json, serve } from '../browser'
import { render, unmount } from '../rendered'

await startTexts()
await loadAllTexts('pt')
const nativeFetch = globalThis.fetch
afterEach(() => {
  unmount()
  session.value = { kind: 'out' }
  globalThis.fetch = nativeFetch
})

test('a newer version is announced without its changes, which are a named region in English', async () => {
  session.value = { kind: 'in', me: ana as never }
  const problem = 'the address answers 503'
  const newer = { version: '9.1.0', notes: '- New.' }
  serve(() => json({ isAsked: true, newer, checkedAt: '2026-11-29T12:00:00.000Z', problem }))
  const page = render(createElement(ReleaseNotice))
  await until('the notice', () => page.querySelector('details') !== null)
  const announced = [...page.querySelectorAll('[role=status]')].map(({ textContent }) => textContent)
  expect(announced).toEqual([
    'Há uma versão nova: 9.1.0Como atualizar: capítulo “Upgrade” de docs/self-hosting.md',
    expect.stringContaining(problem),
  ])
  const region = page.querySelector('details section[tabindex="0"]')
  expect(region?.getAttribute('aria-label')).toBe('O que muda')
  expect([...page.querySelectorAll('[lang=en]')].map(({ textContent }) => textContent)).toEqual(['- New.', problem])
})
