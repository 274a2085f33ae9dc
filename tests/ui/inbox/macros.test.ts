import '../browser'
import { afterEach, expect, test } from 'bun:test'
import { macros } from '../../../ui/lib/macros'
import { session } from '../../../ui/lib/session'
import { ana } from '../browser'

afterEach(() => {
  session.value = { kind: 'out' }
})

test('a stored key that begins the keys to a page is no key of its macro', () => {
  const actions = [{ kind: 'close' }]
  const stored = ['F8', 'alt+g', ''].map((keys) => ({ name: `Fim ${keys}`, keys, actions }))
  const settings = [{ key: 'macros', value: JSON.stringify(stored) }]
  session.value = { kind: 'in', me: { ...ana, company: { ...ana.company, settings } } as never }
  expect(macros.peek().map(({ name, keys }) => [name, keys])).toEqual([
    ['Fim F8', 'F8'],
    ['Fim alt+g', ''],
    ['Fim ', ''],
  ])
})
