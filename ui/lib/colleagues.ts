import { useEffect } from 'react'
import type { ListedUser } from '../../src/features/accounts/users/model'
import { api, unwrapResponse } from './api'
import { createList, useList } from './list'
import { afterReconnect, subscribeToEvents } from './realtime'

/** Users of the company by name, for selects and filters. Loaded again by each screen that uses it. */
export const colleagues = createList<ListedUser>({
  load: async () => ({ rows: (await unwrapResponse(api.users.list.get())).users, hasMore: false }),
  compare: (a, b) => a.name.localeCompare(b.name),
})
subscribeToEvents({
  team: ({ userId, online, away }) => colleagues.patch(userId, { online, away }),
})
afterReconnect(() => colleagues.state.peek() !== 'idle' && colleagues.reload())

export function useColleagues() {
  useEffect(() => {
    void (colleagues.state.peek() === 'idle' ? colleagues.more() : colleagues.reload())
  }, [])
  return useList(colleagues)
}
