import { signal } from '@preact/signals-react'
import type { Ticket } from '../../../../../src/features/inbox/tickets/model'
import { outcomesOf } from '../../../../../src/shared/outcomes'
import { type SettingKey, settingRules } from '../../../../../src/shared/settings'
import { me } from '../../../../lib/session'

const settingOf = (key: SettingKey) =>
  me.peek()?.company.settings.find((each) => each.key === key)?.value ?? settingRules[key].default

/** The company's outcomes, and whether closing a ticket requires one. */
export function offeredOutcomes() {
  const outcomes = outcomesOf(settingOf('outcomes'))
  return { outcomes, isRequired: outcomes.length > 0 && settingOf('outcomeRequired') === 'enabled' }
}

/** Outcome of the company's list, and whether the customer gets the farewell; the default is that of the connection. */
export interface CloseOptions {
  outcome?: string
  farewell?: boolean
}

/** Ticket in the close dialog and in the snooze dialog, or null. */
export const closingTicket = signal<Ticket | null>(null)
export const openClosing = (ticket: Ticket) => {
  closingTicket.value = ticket
}
/** Question of the dialog that closes several tickets; null without one. */
export const bulkClosing = signal<{ count: number; answer: (options: CloseOptions | null) => void } | null>(null)
/** Asks for outcome and farewell of several tickets at once; resolves with null if the user cancels. */
export function askBulkClose(count: number): Promise<CloseOptions | null> {
  bulkClosing.peek()?.answer(null)
  return new Promise((resolve) => {
    bulkClosing.value = {
      count,
      answer(options) {
        bulkClosing.value = null
        resolve(options)
      },
    }
  })
}
export const snoozingTicket = signal<Ticket | null>(null)
export const openSnooze = (ticket: Ticket) => {
  snoozingTicket.value = ticket
}
