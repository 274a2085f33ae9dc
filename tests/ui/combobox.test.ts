import './browser'
import { afterEach, expect, test } from 'bun:test'
import { createElement } from 'react'
import { Combobox } from '../../ui/components/combobox'
import { loadAllTexts, startTexts } from '../../ui/lib/texts'
import { until } from '../until'
import { render, unmount } from './rendered'

await startTexts()
await loadAllTexts('pt')
afterEach(unmount)

test('while the list of a search field is open, a click on another control acts', async () => {
  const field = createElement(Combobox<{ id: number; name: string }>, {
    label: 'Contato',
    value: null,
    options: [{ id: 1, name: 'Rosa' }],
    onChange: () => {},
    onType: () => {},
    nameOf: ({ name }) => name,
    render: ({ name }) => name,
  })
  const page = render(createElement('div', null, createElement('button', { type: 'button' }, 'Cancelar'), field))
  page.querySelector('input')?.focus()
  await until('the list', () => document.querySelector('[role=option]'))
  const cancel = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancelar')
  expect(cancel).toBeDefined()
  expect(cancel?.closest('[inert]') ?? null).toBeNull()
})
