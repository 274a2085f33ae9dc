import { signal } from '@preact/signals-react'
import type { Events } from '../../src/events'
import type { SupportGrant, SupportVisit } from '../../src/features/support/model'
import { api, unwrapResponse } from './api'
import { readStored, seenVisitsOf, writeStored } from './storage'
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
  storeVisitToken(token, id)
}

export const loadVisits = () =>
  unwrapResponse(api.support.visits.get()).then(
    ({ visits }) => visits,
    () => [],
  )
export const loadVisitReport = (id: number) => unwrapResponse(api.support({ id }).get())
export const loadOwnVisitReport = (companyId: number) =>
  unwrapResponse(api.companies({ id: companyId }).support.get()).then(({ report }) => report)

/** Days in which an ended visit is announced to an admin who has not dismissed it in this browser. */
const announcedDays = 7
/** Visits that ended lately and that this user has not dismissed, oldest first. */
export const endedVisits = signal<SupportVisit[]>([])

export async function loadEndedVisits(userId: number) {
  const since = new Date(Date.now() - announcedDays * 86_400_000).toISOString()
  const seen = Number(readStored(seenVisitsOf(userId)) ?? 0)
  const visits = await loadVisits()
  endedVisits.value = visits.filter(({ id, endedAt }) => id > seen && endedAt !== null && endedAt > since).reverse()
}

/** Dismisses a visit, and those before it. */
export function hideEndedVisit(userId: number, id: number) {
  writeStored(seenVisitsOf(userId), String(id))
  endedVisits.value = endedVisits.peek().filter((visit) => visit.id > id)
}
