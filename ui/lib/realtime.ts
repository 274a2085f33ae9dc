import { useEffect, useRef } from 'react'
import type { Entity, Events } from '../../src/events'
import { aboutMe } from './about-me'
import { api, ask, endingOf } from './api'
import { endSession } from './ending'
import { asFailure } from './failure'
import { outOfReach, withinReach } from './offline'
import { createPresence } from './presence'
import { createPulse } from './pulse'
import { createRooms } from './rooms'
import { accessedElsewhere, me } from './session'
import { accessToken, endsSession, renew } from './token'

/** Frames, one JSON text each, both ways: `{ event, data }` (decisions.md, Wire). */
export type Handlers = { [E in Entity]?: (data: Events[E]) => void }

const closed = { expired: 4401, forbidden: 4403, elsewhere: 4409 } as const
/** A first socket that took longer than this may have missed what came after the page had loaded. */
const promptly = 1000
/** First wait, longest wait; each is halved at most by chance, so that a whole company does not return at once. */
const backOff = { first: 500, longest: 30_000 }

const listening = new Set<Handlers>([aboutMe])
const reloads = new Set<() => unknown>()
const rooms = createRooms(tell)
const presence = createPresence(tell)
const pulse = createPulse({ ask: () => tell('ping', null), onDead: abandon })

let socket: WebSocket | null = null
let wanted = false
let ready = false
let wasReady = false
let startedAt = 0
let attempts = 0
let retryTimer: ReturnType<typeof setTimeout> | undefined

/** `useEffect(() => listen({ ticket: … }), [])` — the answer is the cleanup. */
export function listen(handlers: Handlers) {
  listening.add(handlers)
  return () => void listening.delete(handlers)
}

/** Calls `reload` after every reconnect, for what was missed meanwhile; the answer is the cleanup. */
export function afterReconnect(reload: () => unknown) {
  reloads.add(reload)
  return () => void reloads.delete(reload)
}

/** What reloads pages that were left: nobody has listened for them since. */
const unheard = new WeakSet<() => unknown>()

/**
 * A page's whole live life: hears events while mounted, and reloads what it missed: after a reconnect, and when it is
 * come back to, for which `reload` has to be the same function as before. Handlers may change freely.
 */
export function useLive(handlers: Handlers, reload: () => unknown) {
  const latest = useRef({ handlers, reload })
  latest.current = { handlers, reload }
  useEffect(() => {
    const relay = new Proxy({} as Handlers, {
      get: (_, entity: Entity) => latest.current.handlers[entity],
    })
    const stops = [listen(relay), afterReconnect(() => latest.current.reload())]
    if (unheard.delete(latest.current.reload)) latest.current.reload()
    return () => {
      unheard.add(latest.current.reload)
      for (const stop of stops) stop()
    }
  }, [])
}

/** The ticket on screen: `useEffect(() => joinChatBox(id), [id])`. Likewise a list's status and the notifications. */
export const joinChatBox = (ticketId: number) => rooms.join('joinChatBox', ticketId)
export const joinTickets = (status: string) => rooms.join('joinTickets', status)
export const joinNotification = () => rooms.join('joinNotification', null)

/** Said now or not at all: what must outlive a reconnect is said again by `onReady`. */
export function tell(event: string, data: unknown) {
  // One that is closing is not heard of at once: the browser would grumble, and nobody would hear.
  if (ready && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ event, data }))
}

/** Who comes back, after a night or through a tunnel, may have a socket that only looks alive. */
function hurry() {
  if (!wanted || document.visibilityState === 'hidden') return
  if (ready) pulse.askNow()
  else void connect()
}

/** When the line may have come back, or gone. */
const occasions = [
  [window, 'online', hurry],
  [window, 'offline', abandon],
  [document, 'visibilitychange', hurry],
] as const

/** Opens the one socket of this tab and keeps it open; the answer closes it for good. */
export function startRealtime() {
  wanted = true
  startedAt = Date.now()
  void connect()
  for (const [from, name, act] of occasions) from.addEventListener(name, act)
  return () => {
    wanted = false
    for (const [from, name, act] of occasions) from.removeEventListener(name, act)
    clearTimeout(retryTimer)
    abandon()
    withinReach()
    wasReady = false
  }
}

let connecting = false
async function connect() {
  clearTimeout(retryTimer)
  if (connecting || socket) return
  connecting = true
  outOfReach()
  try {
    const { ticket } = await ask(api.auth['ws-ticket'].post())
    if (wanted) open(ticket)
  } catch (thrown) {
    retryLater(Number(asFailure(thrown).detail.retryAfter) * 1000 || 0)
  } finally {
    connecting = false
  }
}

function open(ticket: string) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  const mine = new WebSocket(`${scheme}://${location.host}/ws?token=${encodeURIComponent(ticket)}`)
  socket = mine
  pulse.awaitLife()
  mine.onmessage = ({ data }) => {
    if (mine === socket) receive(String(data))
  }
  mine.onclose = ({ code }) => {
    if (mine === socket) dropped(code)
  }
}

function dropped(code: number) {
  socket = null
  ready = false
  presence.stop()
  pulse.stop()
  if (wanted) void onClosed(code)
}

/** Leaves a line without its leave: through a dead one comes no goodbye. */
function abandon() {
  const dead = socket
  if (!dead) return
  dropped(1006)
  dead.close()
}

async function onClosed(code: number) {
  outOfReach()
  if (code === closed.elsewhere) return accessedElsewhere()
  if (code === closed.expired || code === closed.forbidden) {
    // Expired, or rights taken away: a fresh token shows which, and its refusal ends the session.
    try {
      await renew(accessToken())
    } catch (failure) {
      if (endsSession(failure)) return endSession(endingOf(asFailure(failure)))
    }
  }
  retryLater()
}

function retryLater(atLeast = 0) {
  if (!wanted) return
  const wait = Math.min(backOff.longest, backOff.first * 2 ** attempts++) * (0.5 + Math.random() / 2)
  clearTimeout(retryTimer)
  retryTimer = setTimeout(connect, Math.max(atLeast, wait))
}

/**
 * Handles one frame; exported for tests. An unreadable frame is logged and dropped: the reload after the next reconnect
 * makes up for it.
 */
export function receive(frame: string) {
  pulse.felt()
  const parsed = parseFrame(frame)
  if (!parsed) return console.error('Dropped an unreadable websocket frame')
  if (parsed.event === 'ready') return onReady()
  // Events for all companies carry no company id.
  const [, companyId = me.peek()?.companyId, entity] = /^company-(?:(\d+)-)?(\w+)$/.exec(parsed.event) ?? []
  if (!entity || Number(companyId) !== me.peek()?.companyId) return
  for (const handlers of [...listening]) {
    const handler = handlers[entity as Entity] as ((data: never) => void) | undefined
    handler?.(parsed.data)
  }
}

function parseFrame(frame: string): { event: string; data: never } | null {
  try {
    const parsed = JSON.parse(frame)
    return typeof parsed?.event === 'string' ? parsed : null
  } catch {
    return null
  }
}

function onReady() {
  ready = true
  attempts = 0
  withinReach()
  rooms.joinAgain()
  presence.start()
  pulse.start()
  if (wasReady || Date.now() - startedAt > promptly) for (const reload of [...reloads]) reload()
  wasReady = true
}
