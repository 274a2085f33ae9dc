import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import type { Ticket } from '../../../../src/features/tickets/model'
import { type Handlers, joinTickets, useLive } from '../../../lib/realtime'
import { knownThread, putMessage, reloadThreads } from './threads'
import { dropTicket, putTicket, reloadLists } from './tickets'
import { setTyping } from './typing'

/** The ticket on screen. */
export const onScreen = signal<number | null>(null)
/** The ticket that was on screen and went out of this person's sight: moved to a queue that is not theirs, or deleted. */
export const lostSight = signal<number | null>(null)

function heardTicket(ticket: Ticket) {
  putTicket(ticket)
  knownThread(ticket.id)?.putTicket(ticket)
}

export const handlers: Handlers = {
  ticket(heard) {
    if (heard.action !== 'delete') return heardTicket(heard.ticket)
    dropTicket(heard.ticketId)
    if (onScreen.peek() === heard.ticketId) lostSight.value = heard.ticketId
  },
  appMessage(heard) {
    heardTicket(heard.ticket)
    putMessage(heard.message, heard.action === 'create' ? heard.clientId : undefined)
    if (heard.action === 'create' && !heard.message.fromMe) setTyping(heard.ticket.id, 'paused')
  },
  presence(heard) {
    if (heard.userId === null) setTyping(heard.ticket.id, heard.presence)
  },
}

/** The page's live life, for as long as it is mounted. */
export function useTicketsLive() {
  useLive(handlers, () => {
    void reloadLists()
    reloadThreads(onScreen.peek())
  })
  useEffect(() => {
    const leave = [joinTickets('open'), joinTickets('pending')]
    return () => {
      for (const stop of leave) stop()
    }
  }, [])
}
