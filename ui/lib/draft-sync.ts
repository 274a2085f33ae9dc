import { useEffect } from 'react'
import { api, unwrapResponse } from './api'
import {
  draft,
  draftedTickets,
  markDraftPushed,
  markDraftSent,
  receiveDraft,
  setDraftListener,
  stopSyncingDraft,
} from './drafts'
import { asFailure } from './failure'
import { useLive } from './realtime'
import { me } from './session'

/** Pause in typing after which a draft is sent to the server, in ms. The browser stores it at once. */
const pauseMs = 1000
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const inFlight = new Set<number>()

/** Keeps drafts in step with the user's other devices: receives their events, sends local changes. */
export function useDraftSync() {
  useLive({ draft: ({ draft: received }) => receiveDraft(received.ticketId, received) }, () => syncDrafts())
  useEffect(() => {
    setDraftListener(pushLater)
    void syncDrafts()
    const pushIfHidden = () => document.visibilityState === 'hidden' && pushAllDrafts()
    document.addEventListener('visibilitychange', pushIfHidden)
    return () => {
      document.removeEventListener('visibilitychange', pushIfHidden)
      pushAllDrafts()
      setDraftListener(() => {})
    }
  }, [])
}

function pushLater(ticketId: number) {
  clearTimeout(timers.get(ticketId))
  timers.set(
    ticketId,
    setTimeout(() => void pushDraft(ticketId), pauseMs),
  )
}

const isDirty = (ticketId: number) => draft(ticketId).peek().dirty
const pushAllDrafts = () => Promise.all(draftedTickets().filter(isDirty).map(pushDraft))

/** Sends unsent drafts, then loads all drafts from the server. Never throws. */
export async function syncDrafts() {
  await pushAllDrafts()
  const before = draftedTickets().map((id) => ({ id, was: draft(id).peek() }))
  try {
    const { drafts } = await unwrapResponse<{ drafts: { ticketId: number; body: string; at: string }[] }>(
      api.tickets.drafts.get(),
    )
    const there = new Set(drafts.map(({ ticketId }) => ticketId))
    for (const one of drafts) receiveDraft(one.ticketId, one)
    // A stored draft that the response lacks was sent or deleted on another device.
    for (const { id, was } of before)
      if (!there.has(id) && was.stored && !was.dirty && draft(id).peek() === was)
        receiveDraft(id, { body: '', at: was.at })
  } catch {
    // Offline; loaded again after the reconnect.
  }
}

/**
 * Sends one draft; at most one request per ticket at a time, so that an older text cannot overwrite a newer one. Never
 * throws.
 */
async function pushDraft(ticketId: number): Promise<void> {
  clearTimeout(timers.get(ticketId))
  if (!isDirty(ticketId) || inFlight.has(ticketId) || !me.peek()) return
  const sent = markDraftSent(ticketId)
  inFlight.add(ticketId)
  try {
    // Also for an empty text: the time of emptying is needed, because typing may have gone on.
    await unwrapResponse(api.tickets({ id: ticketId }).draft.put({ body: sent.text, at: sent.at }))
    markDraftPushed(ticketId, sent)
  } catch (thrown) {
    const { code } = asFailure(thrown)
    // A draft of a ticket that a colleague has taken stays unsent; it is sent once the user has the ticket again.
    if (['ERR_NO_TICKET_FOUND', 'ERR_VALIDATION'].includes(code)) stopSyncingDraft(ticketId)
  } finally {
    inFlight.delete(ticketId)
  }
  if (isDirty(ticketId) && draft(ticketId).peek().at !== sent.at) pushLater(ticketId)
}
