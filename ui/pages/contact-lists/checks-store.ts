import { signal } from '@preact/signals-react'
import type { NumberCheck } from '../../../src/features/number-checks/model'
import { api, unwrapResponse } from '../../lib/api'
import { toastError } from '../../lib/toast'

/** The last check of the list on screen; null without one. */
export const lastCheck = signal<NumberCheck | null>(null)

export async function loadLastCheck(listId: number) {
  lastCheck.value = (await unwrapResponse(api['contact-lists']({ id: listId }).check.get())).numberCheck
}

export function receiveCheck(received: NumberCheck) {
  lastCheck.value = received
}

/** Begins to check a list's numbers; without a connection the default one asks. */
export const startCheck = (listId: number, whatsappId?: number) =>
  unwrapResponse(api['contact-lists']({ id: listId }).check.post({ whatsappId })).then(receiveCheck, toastError)

export const cancelCheck = (id: number) =>
  unwrapResponse(api['number-checks']({ id }).cancel.post()).then(receiveCheck, toastError)
