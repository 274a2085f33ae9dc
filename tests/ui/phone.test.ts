import { expect, test } from 'bun:test'
import { showTyped } from '../../ui/lib/phone'

test.each([
  ['+55 11 91234-5678', '+55 11 91234-5678'],
  ['11912345678', '+55 11 91234-5678'],
  ['+34 912 345 678', '+34912345678'],
  ['190', '190'],
])('showTyped formats %s', (typed, shown) => expect(showTyped(typed)).toBe(shown))
