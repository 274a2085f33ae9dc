import { signal } from '@preact/signals-react'
import { useEffect, useRef } from 'react'
import type { Entity, Events } from '../../src/events'
import { api, ask, endingOf } from './api'
import { endSession } from './ending'
import { asFailure } from './failure'
import { accessedElsewhere, changeMe, me } from './session'
import { accessToken, endsSession, renew } from './token'

/** Frames, one JSON text each, both ways: `{ event, data }` (decisions.md, Wire). */
export type Handlers = { [E in Entity]?: (data: Events[E]) => void }
type Room = 'joinChatBox' | 'joinTickets' | 'joinNotification'
const leaving = {
  joinChatBox: 'leaveChatBox',
  joinTickets: 'leaveTickets',
  joinNotification: 'leaveNotification',
} as const satisfies Record<Room, string>

const closed = { expired: 4401, forbidden: 4403, elsewhere: 4409 } as const
const statusEvery = 5 * 60 * 1000
const bannerAfter = 3000
/** A first socket that took longer than this may have missed what came after the page had loaded. */
const promptly = 1000
/** How often a silent line is asked whether it is alive, and how long it may take to say so, ms. */
export const pulse = { every: 20_000, patience: 10_000 }
/** First wait, longest wait; each is halved at most by chance, so that a whole company does not return at once. */
const backOff = { first: 500, longest: 30_000 }

/** True while the server has been out of reach for more than 3 s: the shell shows its banner. */
export const offline = signal(false)

const listening = new Set<Handlers>()
const reloads = new Set<() => unknown>()
/** Rooms the pages are in, counted; sent again after each reconnect. */
const rooms = new Map<string, { room: Room; data: unknown; count: number }>()

let socket: WebSocket | null = null
let wanted = false
let ready = false
let wasReady = false
let startedAt = 0
let attempts = 0
let retryTimer: ReturnType<typeof setTimeout> | undefined
let bannerTimer: ReturnType<typeof setTimeout> | undefined
let statusTimer: ReturnType<typeof setInterval> | undefined
let pulseTimer: ReturnType<typeof setInterval> | undefined
let deadTimer: ReturnType<typeof setTimeout> | undefined

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

/** A page's whole live life: hears events while mounted and reloads after a reconnect. Handlers may change freely. */
export function useLive(handlers: Handlers, reload: () => unknown) {
  const latest = useRef({ handlers, reload })
  latest.current = { handlers, reload }
  useEffect(() => {
    const relay = new Proxy({} as Handlers, {
      get: (_, entity: Entity) => latest.current.handlers[entity],
    })
    const stops = [listen(relay), afterReconnect(() => latest.current.reload())]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}

/** The ticket on screen: `useEffect(() => joinChatBox(id), [id])`. Likewise a list's status and the notifications. */
export const joinChatBox = (ticketId: number) => join('joinChatBox', ticketId)
export const joinTickets = (status: string) => join('joinTickets', status)
export const joinNotification = () => join('joinNotification', null)

function join(room: Room, data: unknown) {
  const key = JSON.stringify([room, data])
  const entry = rooms.get(key) ?? { room, data, count: 0 }
  rooms.set(key, entry)
  if (entry.count++ === 0) tell(room, data)
  return () => {
    if (--entry.count > 0) return
    rooms.delete(key)
    tell(leaving[room], data)
  }
}

/** Said now or not at all: what must outlive a reconnect is said again by `onReady`. */
export function tell(event: string, data: unknown) {
  // One that is closing is not heard of at once: the browser would grumble, and nobody would hear.
  if (ready && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ event, data }))
}

/** Whether this tab is in front of its person: then nothing need be pushed to them. */
const tellStatus = () => tell('userStatus', { focused: document.hasFocus() })

/** Opens the one socket of this tab and keeps it open; the answer closes it for good. */
export function startRealtime() {
  wanted = true
  startedAt = Date.now()
  void connect()
  const hurry = () => {
    if (!wanted || document.visibilityState === 'hidden') return
    // Who comes back, after a night or through a tunnel, may have a socket that only looks alive.
    if (ready) askPulse()
    else void connect()
  }
  window.addEventListener('online', hurry)
  window.addEventListener('focus', tellStatus)
  window.addEventListener('blur', tellStatus)
  window.addEventListener('offline', abandon)
  document.addEventListener('visibilitychange', hurry)
  return () => {
    wanted = false
    window.removeEventListener('online', hurry)
    window.removeEventListener('focus', tellStatus)
    window.removeEventListener('blur', tellStatus)
    window.removeEventListener('offline', abandon)
    document.removeEventListener('visibilitychange', hurry)
    clearTimeout(retryTimer)
    clearTimeout(bannerTimer)
    stopTalking()
    bannerTimer = undefined
    ready = wasReady = offline.value = false
    const old = socket
    socket = null
    old?.close()
  }
}

let connecting = false
async function connect() {
  clearTimeout(retryTimer)
  if (connecting || socket) return
  connecting = true
  watchOffline()
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
  awaitLife()
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
  stopTalking()
  if (wanted) void onClosed(code)
}

/** Leaves a dead line without its leave: no goodbye comes through it. */
function abandon() {
  const dead = socket
  if (!dead) return
  dropped(1006)
  dead.close()
}

function askPulse() {
  tell('ping', null)
  awaitLife()
}

function awaitLife() {
  deadTimer ??= setTimeout(abandon, pulse.patience)
}

function stopTalking() {
  clearInterval(statusTimer)
  clearInterval(pulseTimer)
  alive()
}

/** Whatever comes shows that the line lives. */
function alive() {
  clearTimeout(deadTimer)
  deadTimer = undefined
}

async function onClosed(code: number) {
  watchOffline()
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

function watchOffline() {
  bannerTimer ??= setTimeout(() => {
    offline.value = true
  }, bannerAfter)
}

/** Takes one frame; exported for tests. A frame that cannot be read is dropped: the next reload mends it. */
export function receive(frame: string) {
  alive()
  const { event, data } = JSON.parse(frame) as { event: string; data: never }
  if (event === 'ready') return onReady()
  // What everybody of every company hears has no number.
  const [, companyId = me.peek()?.companyId, entity] = /^company-(?:(\d+)-)?(\w+)$/.exec(event) ?? []
  if (!entity || Number(companyId) !== me.peek()?.companyId) return
  for (const handlers of [...listening]) {
    const handler = handlers[entity as Entity] as ((data: never) => void) | undefined
    handler?.(data)
  }
}

function onReady() {
  ready = true
  attempts = 0
  clearTimeout(bannerTimer)
  bannerTimer = undefined
  offline.value = false
  for (const { room, data } of rooms.values()) tell(room, data)
  tellStatus()
  stopTalking()
  statusTimer = setInterval(tellStatus, statusEvery)
  pulseTimer = setInterval(askPulse, pulse.every)
  if (wasReady || Date.now() - startedAt > promptly) for (const reload of [...reloads]) reload()
  wasReady = true
}

/** What every screen hears: my own login used elsewhere, my own name, queues or rights changed. */
listen({
  auth: ({ user }) => {
    if (user.id === me.peek()?.id) accessedElsewhere()
  },
  setting: ({ setting }) => {
    const known = me.peek()?.company
    if (!known?.settings.some(({ key }) => key === setting.key)) return
    const settings = known.settings.map((each) => (each.key === setting.key ? setting : each))
    changeMe({ company: { ...known, settings } })
  },
  company: ({ company }) => {
    const known = me.peek()?.company
    if (known) changeMe({ company: { ...known, ...company } })
  },
  user: (heard) => {
    if (heard.action === 'update' && heard.user.id === me.peek()?.id) changeMe(heard.user)
  },
})
