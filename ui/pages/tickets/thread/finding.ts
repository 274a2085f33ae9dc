import { signal } from '@preact/signals-react'

/** The ticket whose conversation is being searched, if one is. */
export const finding = signal<number | null>(null)
export const openFind = (ticketId: number) => {
  finding.value = ticketId
}
export const closeFind = () => {
  finding.value = null
}
