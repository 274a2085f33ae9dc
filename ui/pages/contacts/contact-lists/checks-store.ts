import type { NumberCheck } from '../../../../src/features/contacts/lists/checks/model'
import { api, unwrapResponse } from '../../../lib/api'
import { createLiveValue } from '../../../lib/live-value'
import { toastError } from '../../../lib/toast'

const live = createLiveValue<NumberCheck | null>(null)
/** The last check of the list on screen; null without one. */
export const lastCheck = live.value

export const loadLastCheck = (listId: number) =>
  live.load(async () => (await unwrapResponse(api['contact-lists']({ id: listId }).check.get())).numberCheck)

/** Drops the check of another list. */
export const resetLastCheck = () => live.reset(null)

export const receiveCheck = (received: NumberCheck) => live.change(() => received)

/** Applies the response to a request, unless an event brought a newer state before it. */
async function changeCheck(request: () => Promise<NumberCheck>) {
  const before = lastCheck.peek()
  const changed = await request()
  if (lastCheck.peek() === before) receiveCheck(changed)
}

/** Begins to check a list's numbers; without a connection the default one asks. */
export const startCheck = (listId: number, whatsappId?: number) =>
  changeCheck(() => unwrapResponse(api['contact-lists']({ id: listId }).check.post({ whatsappId }))).catch(toastError)

export const cancelCheck = (id: number) =>
  changeCheck(() => unwrapResponse(api['number-checks']({ id }).cancel.post())).catch(toastError)
