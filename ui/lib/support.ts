import { signal } from '@preact/signals-react'
import type { Events } from '../../src/events'
import type { SupportGrant } from '../../src/features/support/model'
import { api, unwrapResponse } from './api'
import { toastError } from './toast'
import { isVisiting, leaveVisit } from './token'
import { storeVisitToken } from './visit-token'

/** Support grants in force in this company. */
export const activeSupport = signal<SupportGrant[]>([])

export const loadActiveSupport = () =>
  unwrapResponse(api.support.get()).then(
    ({ grants }) => {
      activeSupport.value = grants
    },
    () => undefined, // loaded again after the next reconnect
  )

export function receiveSupportEvent({ action, grant }: Events['support']) {
  const others = activeSupport.peek().filter(({ id }) => id !== grant.id)
  activeSupport.value = action === 'start' ? [...others, grant] : others
}

/** Ends a grant before its time, by an admin or by the supporter; the supporter's tab leaves the company. */
export async function endSupport({ id }: SupportGrant) {
  await unwrapResponse(api.support({ id }).delete()).then(
    (grant) => receiveSupportEvent({ action: 'end', grant }),
    toastError,
  )
  if (isVisiting()) leaveVisit()
}

/** Turns this tab into a support visit of the company. @throws AppError */
export async function enterCompany(id: number, reason: string, minutes: number) {
  const { token } = await unwrapResponse(api.companies({ id }).support.post({ reason, minutes }))
  storeVisitToken(token)
}
