import { signal } from '@preact/signals-react'

/** Id of the ticket being searched, or null. */
export const findTicketId = signal<number | null>(null)
export const openFind = (ticketId: number) => {
  findTicketId.value = ticketId
}
export const closeFind = () => {
  findTicketId.value = null
}
