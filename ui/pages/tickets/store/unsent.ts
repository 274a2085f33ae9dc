import { useEffect } from 'react'
import { useDraftSync } from '../../../lib/draft-sync'
import { afterReconnect } from '../../../lib/realtime'
import { me } from '../../../lib/session'
import { resume } from './outbox'
import { findTicket } from './requests'
import { leftBehind } from './shelf'
import { threadOf } from './threads'

/** What this person wrote and nobody has yet: drafts, and messages an earlier page did not get rid of. */
export function useUnsent() {
  useDraftSync()
  useEffect(() => {
    void resumeAll()
    return afterReconnect(resumeAll)
  }, [])
}

/** Those whose ticket cannot be had now are kept for another time. Never throws. */
async function resumeAll() {
  const mine = me.peek()
  for (const one of mine ? await leftBehind(mine.id) : []) {
    const ticket = await findTicket(one.uuid).catch(() => null)
    if (ticket && me.peek()?.id === one.userId) resume(threadOf(ticket), one)
  }
}
