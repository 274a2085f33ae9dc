import { signal } from '@preact/signals-react'
import type { Events } from '../../src/events'
import type { SupportGrant } from '../../src/features/support/model'
import { api, ask } from './api'
import { toastError } from './toast'
import { isVisiting, leaveVisit } from './token'
import { handOver } from './visit'

/** The provider's people who may act in this company now. */
export const supporters = signal<SupportGrant[]>([])

export const loadSupporters = () =>
  ask(api.support.get()).then(
    ({ grants }) => {
      supporters.value = grants
    },
    () => undefined, // asked again after the next reconnect
  )

export function heardSupport({ action, grant }: Events['support']) {
  const others = supporters.peek().filter(({ id }) => id !== grant.id)
  supporters.value = action === 'start' ? [...others, grant] : others
}

/** Before its time, by an admin or by the one who helps; who helps leaves with it. */
export async function endSupport({ id }: SupportGrant) {
  await ask(api.support({ id }).delete()).then((grant) => heardSupport({ action: 'end', grant }), toastError)
  if (isVisiting()) leaveVisit()
}

/** This tab becomes the company's, until it is left or the time is up. Throws AppError. */
export async function enterCompany(id: number, reason: string, minutes: number) {
  const { token } = await ask(api.companies({ id }).support.post({ reason, minutes }))
  handOver(token)
}
