import { useEffect, useLayoutEffect } from 'react'
import type { Ticket } from '../../../../src/features/inbox/tickets/model'
import { changesTicket } from '../../../../src/shared/permissions'
import { useMe } from '../../../lib/session'
import { useValue } from '../../../lib/use-value'
import { toAgent } from '../tickets/actions/message-actions'
import { followedCard, moveCardBy } from './move-card'
import { cards } from './store'

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'preventDefault' | 'stopPropagation'>
const steps: Record<string, 1 | -1> = { ArrowRight: 1, ArrowLeft: -1 }

/** Keys of a card: Enter and Space open it, Shift with an arrow moves it to the next lane. */
export function actOnCard(event: Key, ticket: Ticket, mayMove: boolean, onOpen: (uuid: string) => void) {
  if (event.key === 'Enter' || event.key === ' ') {
    event.preventDefault()
    onOpen(ticket.uuid)
  }
  const step = steps[event.key]
  if (!event.shiftKey || !step || !mayMove) return
  event.preventDefault()
  event.stopPropagation()
  moveCardBy(ticket, step)
}

/**
 * Gives the keys pressed before a moved card has the focus again to that card. Once anything has the focus or the
 * pointer is pressed, the card gets the focus no more.
 */
export function useFollowedCardKeys(onOpen: (uuid: string) => void) {
  const agent = toAgent(useMe())
  const followed = useValue(followedCard)
  useLayoutEffect(() => {
    if (followed === null) return
    const act = (event: KeyboardEvent) => {
      const ticket = event.target === document.body ? cards.get(followed) : undefined
      if (ticket) actOnCard(event, ticket, changesTicket(agent, ticket), onOpen)
    }
    document.addEventListener('keydown', act, true)
    document.addEventListener('focusin', stopFollowing)
    document.addEventListener('pointerdown', stopFollowing)
    return () => {
      document.removeEventListener('keydown', act, true)
      document.removeEventListener('focusin', stopFollowing)
      document.removeEventListener('pointerdown', stopFollowing)
    }
  })
  useEffect(() => stopFollowing, [])
}

function stopFollowing() {
  followedCard.value = null
}
