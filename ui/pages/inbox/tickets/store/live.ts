import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { useDraftSync } from '../../../../lib/draft-sync'
import { confirmSent } from '../../../../lib/outbox/deliver'
import { afterFirstConnect, type EventHandlers, joinTickets, useLive } from '../../../../lib/realtime'
import { applyStar } from './stars'
import {
  applyContactToThreads,
  applyMessage,
  applyNote,
  applyTicketToThreads,
  dropMessage,
  dropNote,
  dropTicketFromThreads,
  reloadThreads,
} from './threads'
import {
  applyContactToLists,
  applyPin,
  applyTagEvent,
  applyTicketToLists,
  dropTicketFromLists,
  reloadLists,
} from './tickets'
import { setTyping } from './typing'
import { setColleagueTyping, setViewers } from './viewers'

/** Id of the ticket on screen. */
export const onScreen = signal<number | null>(null)
/** Id of the ticket on screen that the user may no longer see: moved to another queue, or deleted. */
export const inaccessibleTicket = signal<number | null>(null)

function applyTicket(ticket: Ticket) {
  applyTicketToLists(ticket)
  applyTicketToThreads(ticket)
}

export const ticketHandlers: EventHandlers = {
  ticket(event) {
    if (event.action !== 'delete') return applyTicket(event.ticket)
    dropTicketFromLists(event.ticketId)
    dropTicketFromThreads(event.ticketId)
    if (onScreen.peek() === event.ticketId) inaccessibleTicket.value = event.ticketId
  },
  ticketPin: ({ ticket, pinned }) => applyPin(ticket, pinned),
  star: ({ messageId, starred }) => applyStar(messageId, starred),
  appMessage(event) {
    applyTicket(event.ticket)
    if (event.action === 'delete') return dropMessage(event.messageId)
    applyMessage(event.message, event.action === 'create' ? event.clientId : undefined)
    if (event.action === 'create' && event.clientId) confirmSent(event.clientId, event.message)
    if (event.action === 'create' && !event.message.fromMe) setTyping(event.ticket.id, 'paused')
  },
  ticketNote(event) {
    if (event.action === 'create') applyNote(event.note)
    else dropNote(event.noteId)
  },
  contact(event) {
    if (event.action !== 'update') return
    const { id, name, number, profilePicUrl, isGroup } = event.contact
    applyContactToLists({ id, name, number, profilePicUrl, isGroup })
    applyContactToThreads({ id, name, number, profilePicUrl, isGroup })
  },
  tag: applyTagEvent,
  presence(event) {
    const { id } = event.ticket
    if (event.action === 'viewers') return setViewers(id, event.viewers)
    if (event.userId === null) setTyping(id, event.presence)
    else setColleagueTyping(id, event.userId, event.presence)
  },
}

function reloadAll() {
  void reloadLists()
  reloadThreads(onScreen.peek())
}

/** Keeps lists and threads up to date by events while the page is mounted. */
export function useTicketsLive() {
  useDraftSync()
  useLive(ticketHandlers, reloadAll)
  useEffect(() => {
    const leave = [joinTickets('open'), joinTickets('pending'), afterFirstConnect(reloadAll)]
    return () => {
      for (const stop of leave) stop()
    }
  }, [])
}
