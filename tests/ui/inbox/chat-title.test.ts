import '../browser'
import { expect, test } from 'bun:test'
import { session } from '../../../ui/lib/session'
import { titleFromMembers } from '../../../ui/pages/inbox/chats/title-from-members'
import { ana } from '../browser'

test('a chat without a title is named after its members, cut to the longest title', () => {
  session.value = { kind: 'in', me: ana as never }
  const people = [
    { id: ana.id, name: 'Ana Souza' },
    { id: 8, name: 'Bia  Campos' },
    { id: 9, name: 'Caio' },
    { id: 10, name: 'N'.repeat(80) },
  ]
  expect(titleFromMembers([8, 9], people)).toBe('Ana, Bia, Caio')
  expect(titleFromMembers([10], people)).toHaveLength(50)
})
