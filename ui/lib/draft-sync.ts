import { useEffect } from 'react'
import { api, ask } from './api'
import { draft, draftedTickets, hearDraft, keepHere, settleDraft, whenTyped } from './drafts'
import { asFailure } from './failure'
import { useLive } from './realtime'
import { me } from './session'

/** Typing is told to the server when it pauses this long; in this browser it is kept at once. */
const pause = 1000
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const onTheirWay = new Set<number>()

/** Drafts as the other devices of this person left them, and what is typed here told to the server. */
export function useDraftSync() {
  useLive({ draft: ({ draft: heard }) => hearDraft(heard.ticketId, heard) }, () => syncDrafts())
  useEffect(() => {
    whenTyped(later)
    void syncDrafts()
    const hurry = () => document.visibilityState === 'hidden' && pushAll()
    document.addEventListener('visibilitychange', hurry)
    return () => {
      document.removeEventListener('visibilitychange', hurry)
      pushAll()
      whenTyped(() => {})
    }
  }, [])
}

function later(ticketId: number) {
  clearTimeout(timers.get(ticketId))
  timers.set(
    ticketId,
    setTimeout(() => void push(ticketId), pause),
  )
}

const isDirty = (ticketId: number) => draft(ticketId).peek().dirty
const pushAll = () => Promise.all(draftedTickets().filter(isDirty).map(push))

/** First what the server does not know, then what we do not know. Never throws. */
export async function syncDrafts() {
  await pushAll()
  const known = draftedTickets().map((id) => ({ id, was: draft(id).peek() }))
  try {
    const { drafts } = await ask<{ drafts: { ticketId: number; body: string; at: string }[] }>(api.tickets.drafts.get())
    const there = new Set(drafts.map(({ ticketId }) => ticketId))
    for (const one of drafts) hearDraft(one.ticketId, one)
    // Sent or thrown away on another device.
    for (const { id, was } of known)
      if (!there.has(id) && was.stored && !was.dirty && draft(id).peek() === was)
        hearDraft(id, { body: '', at: was.at })
  } catch {
    // Offline: asked again after the reconnect.
  }
}

/** One request per ticket at a time, so that an older text cannot arrive after a newer one. Never throws. */
async function push(ticketId: number): Promise<void> {
  clearTimeout(timers.get(ticketId))
  const sent = draft(ticketId).peek()
  if (!sent.dirty || onTheirWay.has(ticketId) || !me.peek()) return
  onTheirWay.add(ticketId)
  try {
    const place = api.tickets({ id: ticketId }).draft
    await ask(sent.text ? place.put({ body: sent.text, at: sent.at }) : place.delete())
    settleDraft(ticketId, sent)
  } catch (thrown) {
    const { code } = asFailure(thrown)
    // The ticket is gone, or no longer this person's to write in.
    if (['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION', 'ERR_VALIDATION'].includes(code)) keepHere(ticketId)
  } finally {
    onTheirWay.delete(ticketId)
  }
  if (isDirty(ticketId) && draft(ticketId).peek().at !== sent.at) later(ticketId)
}
