import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import type { Ticket } from '../../../../src/features/tickets/model'
import { useDraftSync } from '../../../lib/draft-sync'
import { confirmSent } from '../../../lib/outbox/deliver'
import { type Handlers, joinTickets, useLive } from '../../../lib/realtime'
import {
  dropFromThreads,
  dropMessage,
  dropNote,
  putInThreads,
  putMessage,
  putNote,
  reloadThreads,
  renameInThreads,
} from './threads'
import { dropTicket, putPin, putTicket, reloadLists, renameInLists, retag } from './tickets'
import { setTyping } from './typing'
import { colleagueTypes, setViewers } from './viewers'

/** Id of the ticket on screen. */
export const onScreen = signal<number | null>(null)
/** Id of the ticket on screen that the user may no longer see: moved to another queue, or deleted. */
export const lostSight = signal<number | null>(null)

function heardTicket(ticket: Ticket) {
  putTicket(ticket)
  putInThreads(ticket)
}

export const handlers: Handlers = {
  ticket(heard) {
    if (heard.action !== 'delete') return heardTicket(heard.ticket)
    dropTicket(heard.ticketId)
    dropFromThreads(heard.ticketId)
    if (onScreen.peek() === heard.ticketId) lostSight.value = heard.ticketId
  },
  ticketPin: ({ ticket, pinned }) => putPin(ticket, pinned),
  appMessage(heard) {
    heardTicket(heard.ticket)
    if (heard.action === 'delete') return dropMessage(heard.messageId)
    putMessage(heard.message, heard.action === 'create' ? heard.clientId : undefined)
    if (heard.action === 'create' && heard.clientId) confirmSent(heard.clientId, heard.message)
    if (heard.action === 'create' && !heard.message.fromMe) setTyping(heard.ticket.id, 'paused')
  },
  ticketNote(heard) {
    if (heard.action === 'create') putNote(heard.note)
    else dropNote(heard.noteId)
  },
  contact(heard) {
    if (heard.action !== 'update') return
    const { id, name, number, profilePicUrl, isGroup } = heard.contact
    renameInLists({ id, name, number, profilePicUrl, isGroup })
    renameInThreads({ id, name, number, profilePicUrl, isGroup })
  },
  tag: retag,
  presence(heard) {
    const { id } = heard.ticket
    if (heard.action === 'viewers') return setViewers(id, heard.viewers)
    if (heard.userId === null) setTyping(id, heard.presence)
    else colleagueTypes(id, heard.userId, heard.presence)
  },
}

function reload() {
  void reloadLists()
  reloadThreads(onScreen.peek())
}

/** Keeps lists and threads up to date by events while the page is mounted. */
export function useTicketsLive() {
  useDraftSync()
  useLive(handlers, reload)
  useEffect(() => {
    const leave = [joinTickets('open'), joinTickets('pending')]
    return () => {
      for (const stop of leave) stop()
    }
  }, [])
}
