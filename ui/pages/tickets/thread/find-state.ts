import { signal } from '@preact/signals-react'

/** Id of the ticket being searched, or null. */
export const finding = signal<number | null>(null)
export const openFind = (ticketId: number) => {
  finding.value = ticketId
}
export const closeFind = () => {
  finding.value = null
}
