import { expect, test } from 'bun:test'
import { byLoad, presenceOf } from '../../../ui/pages/inbox/tickets/transfer/presence'

const user = (name: string, online: boolean, away: boolean, openTickets: number) => ({
  ...{ id: 1, profile: 'user' as const, queueIds: [] },
  ...{ name, online, away, openTickets },
})

test('a transfer offers online users first, then those who are away, with the fewest tickets first', () => {
  const users = [user('Dora', false, true, 0), user('Caio', true, true, 0), user('Bia', true, false, 5)]
  const sorted = [...users, user('Ana', true, false, 2)].sort(byLoad)
  expect(sorted.map((each) => [each.name, presenceOf(each)])).toEqual([
    ['Ana', 'online'],
    ['Bia', 'online'],
    ['Caio', 'away'],
    ['Dora', 'offline'],
  ])
})
