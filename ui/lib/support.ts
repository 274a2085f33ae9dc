import { signal } from '@preact/signals-react'
import type { Events } from '../../src/events'
import type { SupportGrant } from '../../src/features/support/model'
import { api, ask } from './api'
import { toastError } from './toast'
import { isVisiting, leaveVisit } from './token'
import { passVisitToken } from './visit-token'

/** The provider's people who may act in this company now. */
export const activeSupport = signal<SupportGrant[]>([])

export const loadActiveSupport = () =>
  ask(api.support.get()).then(
    ({ grants }) => {
      activeSupport.value = grants
    },
    () => undefined, // asked again after the next reconnect
  )

export function receiveSupportEvent({ action, grant }: Events['support']) {
  const others = activeSupport.peek().filter(({ id }) => id !== grant.id)
  activeSupport.value = action === 'start' ? [...others, grant] : others
}

/** Before its time, by an admin or by the one who helps; who helps leaves with it. */
export async function endSupport({ id }: SupportGrant) {
  await ask(api.support({ id }).delete()).then((grant) => receiveSupportEvent({ action: 'end', grant }), toastError)
  if (isVisiting()) leaveVisit()
}

/** This tab becomes the company's, until it is left or the time is up. Throws AppError. */
export async function enterCompany(id: number, reason: string, minutes: number) {
  const { token } = await ask(api.companies({ id }).support.post({ reason, minutes }))
  passVisitToken(token)
}
