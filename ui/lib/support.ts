import type { Events } from '../../src/core/events'
import type { SupportGrant, SupportVisit } from '../../src/features/provider/support/model'
import { api, unwrapResponse } from './api'
import { createLiveValue } from './live-value'
import { readStored, seenVisitsOf, writeStored } from './storage'
import { toastError } from './toast'
import { isVisiting, leaveVisit } from './token'
import { storeVisitToken } from './visit-token'

const support = createLiveValue<SupportGrant[]>([])
/** Support grants in force in this company. */
export const activeSupport = support.value

/** Errors are ignored: the grants are loaded again after the next reconnect. */
export const loadActiveSupport = () =>
  support.load(async () => (await unwrapResponse(api.support.get())).grants).catch(() => undefined)

export function receiveSupportEvent({ action, grant }: Events['support']) {
  support.change((grants) => {
    const others = grants.filter(({ id }) => id !== grant.id)
    return action === 'start' ? [...others, grant] : others
  })
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
const ended = createLiveValue<SupportVisit[]>([])
/** Visits that ended lately and that this user has not dismissed, oldest first. */
export const endedVisits = ended.value

export const loadEndedVisits = (userId: number) =>
  ended.load(async () => {
    const since = new Date(Date.now() - announcedDays * 86_400_000).toISOString()
    const seen = Number(readStored(seenVisitsOf(userId)) ?? 0)
    const visits = await loadVisits()
    return visits.filter(({ id, endedAt }) => id > seen && endedAt !== null && endedAt > since).reverse()
  })

/** Dismisses a visit, and those before it. */
export function hideEndedVisit(userId: number, id: number) {
  writeStored(seenVisitsOf(userId), String(id))
  ended.change((visits) => visits.filter((visit) => visit.id > id))
}
