import type { ListedUser } from '../../../../../src/features/accounts/users/model'

export const presenceOf = ({ online, away }: ListedUser) => (online ? (away ? 'away' : 'online') : 'offline')
const ranks = { online: 0, away: 1, offline: 2 }

/** Online users first, then those who are away; of equal presence, those with the fewest open tickets first. */
export const byLoad = (a: ListedUser, b: ListedUser) =>
  ranks[presenceOf(a)] - ranks[presenceOf(b)] || a.openTickets - b.openTickets || a.name.localeCompare(b.name)
