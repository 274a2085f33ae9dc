import { useEffect } from 'react'
import { api, ask } from './api'
import { draft, draftedTickets, keepDraftLocal, markDraftPushed, receiveDraft, setDraftListener } from './drafts'
import { asFailure } from './failure'
import { useLive } from './realtime'
import { me } from './session'

/** Typing is told to the server when it pauses this long; in this browser it is kept at once. */
const pauseMs = 1000
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const inFlight = new Set<number>()

/** Drafts as the other devices of this person left them, and what is typed here told to the server. */
export function useDraftSync() {
  useLive({ draft: ({ draft: heard }) => receiveDraft(heard.ticketId, heard) }, () => syncDrafts())
  useEffect(() => {
    setDraftListener(pushLater)
    void syncDrafts()
    const hurry = () => document.visibilityState === 'hidden' && pushAllDrafts()
    document.addEventListener('visibilitychange', hurry)
    return () => {
      document.removeEventListener('visibilitychange', hurry)
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

/** First what the server does not know, then what we do not know. Never throws. */
export async function syncDrafts() {
  await pushAllDrafts()
  const known = draftedTickets().map((id) => ({ id, was: draft(id).peek() }))
  try {
    const { drafts } = await ask<{ drafts: { ticketId: number; body: string; at: string }[] }>(api.tickets.drafts.get())
    const there = new Set(drafts.map(({ ticketId }) => ticketId))
    for (const one of drafts) receiveDraft(one.ticketId, one)
    // Sent or thrown away on another device.
    for (const { id, was } of known)
      if (!there.has(id) && was.stored && !was.dirty && draft(id).peek() === was)
        receiveDraft(id, { body: '', at: was.at })
  } catch {
    // Offline: asked again after the reconnect.
  }
}

/** One request per ticket at a time, so that an older text cannot arrive after a newer one. Never throws. */
async function pushDraft(ticketId: number): Promise<void> {
  clearTimeout(timers.get(ticketId))
  const sent = draft(ticketId).peek()
  if (!sent.dirty || inFlight.has(ticketId) || !me.peek()) return
  inFlight.add(ticketId)
  try {
    const place = api.tickets({ id: ticketId }).draft
    await ask(sent.text ? place.put({ body: sent.text, at: sent.at }) : place.delete())
    markDraftPushed(ticketId, sent)
  } catch (thrown) {
    const { code } = asFailure(thrown)
    // The ticket is gone, or no longer this person's to write in.
    if (['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION', 'ERR_VALIDATION'].includes(code)) keepDraftLocal(ticketId)
  } finally {
    inFlight.delete(ticketId)
  }
  if (isDirty(ticketId) && draft(ticketId).peek().at !== sent.at) pushLater(ticketId)
}
