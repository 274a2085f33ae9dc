import { useEffect, useRef } from 'react'
import type { Entity, Events } from '../../src/core/events'
import { addMediaPass } from '../../src/shared/media-links'
import { api, sessionEndReason, unwrapResponse } from './api'
import { asFailure } from './failure'
import { createFocusReports } from './focus-report'
import { createHeartbeat } from './heartbeat'
import { onLinkRenewal, startLinkRenewal } from './link-renewal'
import { reportAnswer, reportReachable, reportUnreachable } from './offline'
import { createRooms } from './rooms'
import { accessedElsewhere, me } from './session'
import { endSession } from './session-end'
import { sessionEvents } from './session-events'
import { accessToken, endsSession, renewToken } from './token'

/** Event handlers by entity. A frame is one JSON text in both directions: `{ event, data }`. */
export type EventHandlers = { [E in Entity]?: (data: Events[E]) => void }

const closeCodes = { expired: 4401, forbidden: 4403, elsewhere: 4409 } as const
/** Time in ms after which the first connection counts as slow: events may have been missed since the page loaded. */
const slowFirstConnect = 1000
/** Time in ms from a fast first connection to `afterFirstConnect`; the first responses, which a reload drops, are there. */
const firstReloadDelay = 1000
/**
 * First and longest delay before a reconnect, in ms. Up to half of it is subtracted at random, so that clients do not
 * reconnect all at once.
 */
const backOff = { first: 500, longest: 30_000 }

const listeners = new Set<EventHandlers>([sessionEvents])
const reloads = new Set<() => unknown>()
const firstReloads = new Set<() => unknown>()
const rooms = createRooms(sendEvent)
const presence = createFocusReports(sendEvent)
const heartbeat = createHeartbeat({ ping: () => sendEvent('ping', null), onDead: dropSocket })

let socket: WebSocket | null = null
let isStarted = false
let isReady = false
let wasEverReady = false
let startedAt = 0
let attempts = 0
let retryTimer: ReturnType<typeof setTimeout> | undefined
let reloadTimer: ReturnType<typeof setTimeout> | undefined

/** Subscribes to events: `useEffect(() => listen({ ticket: … }), [])`. Returns the unsubscribe function. */
export function subscribeToEvents(handlers: EventHandlers) {
  listeners.add(handlers)
  return () => void listeners.delete(handlers)
}

/** Calls `reload` after every reconnect, for missed events. Returns the unsubscribe function. */
export function afterReconnect(reload: () => unknown) {
  reloads.add(reload)
  return () => void reloads.delete(reload)
}

/**
 * Calls `reload` a moment after a fast first connect, for rows that must not be missed: no event tells of what changed
 * between the response with the rows and the connect. Returns the unsubscribe function.
 */
export function afterFirstConnect(reload: () => unknown) {
  firstReloads.add(reload)
  return () => void firstReloads.delete(reload)
}

/** Reload functions of unmounted pages, which have received no events since. */
const unmountedReloads = new WeakSet<() => unknown>()

/**
 * Subscribes a page to events while mounted, and reloads it after a reconnect, when it is mounted again, and before its
 * addresses of files end. `reload` must be the same function each time; `handlers` may change at every render.
 */
export function useLive(handlers: EventHandlers, reload: () => unknown) {
  const latest = useRef({ handlers, reload })
  latest.current = { handlers, reload }
  useEffect(() => {
    const relay = new Proxy({} as EventHandlers, {
      get: (_, entity: Entity) => latest.current.handlers[entity],
    })
    const reload = () => latest.current.reload()
    const stops = [subscribeToEvents(relay), afterReconnect(reload), onLinkRenewal(reload)]
    if (unmountedReloads.delete(latest.current.reload)) latest.current.reload()
    return () => {
      unmountedReloads.add(latest.current.reload)
      for (const stop of stops) stop()
    }
  }, [])
}

/**
 * Joins the room of the ticket on screen: `useEffect(() => joinChatBox(id), [id])`. Returns the function that leaves.
 */
export const joinChatBox = (ticketId: number) => rooms.join('joinChatBox', ticketId)
export const joinTickets = (status: string) => rooms.join('joinTickets', status)
export const joinFlow = (flowId: number) => rooms.join('joinFlow', flowId)
export const joinNotification = () => rooms.join('joinNotification', null)

/** Sends only while connected; not queued. `onReady` joins rooms again after a reconnect. */
function sendEvent(event: string, data: unknown) {
  // `readyState` may already be CLOSING before `onclose` fires; sending then logs a warning and is lost.
  if (isReady && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ event, data }))
}

/** Checks the connection when the tab or the network comes back; the socket may be dead after sleep. */
function checkConnection() {
  if (!isStarted || document.visibilityState === 'hidden') return
  if (isReady) heartbeat.pingNow()
  else void connect()
}

/** Browser events after which the connection may have come back or gone. */
const wakeEvents = [
  [window, 'online', checkConnection],
  [window, 'offline', dropSocket],
  [document, 'visibilitychange', checkConnection],
] as const

/** Opens the socket of this tab and reconnects until the returned function is called. */
export function startRealtime() {
  isStarted = true
  startedAt = Date.now()
  void connect()
  const stopRenewal = startLinkRenewal()
  for (const [from, name, act] of wakeEvents) from.addEventListener(name, act)
  return () => {
    isStarted = false
    stopRenewal()
    for (const [from, name, act] of wakeEvents) from.removeEventListener(name, act)
    clearTimeout(retryTimer)
    dropSocket()
    reportReachable()
    wasEverReady = false
  }
}

let connecting = false
async function connect() {
  clearTimeout(retryTimer)
  if (connecting || socket) return
  connecting = true
  reportUnreachable()
  try {
    const { ticket } = await unwrapResponse(api.auth['ws-ticket'].post())
    reportAnswer()
    if (isStarted) open(ticket)
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
  heartbeat.expectFrame()
  mine.onmessage = ({ data }) => {
    if (mine === socket) receiveFrame(String(data))
  }
  mine.onclose = ({ code }) => {
    if (mine === socket) onSocketLost(code)
  }
}

function onSocketLost(code: number) {
  socket = null
  isReady = false
  clearTimeout(reloadTimer)
  presence.stop()
  heartbeat.stop()
  if (isStarted) void onClosed(code)
}

/** Drops the socket without waiting for its close event; a dead connection never sends one. */
function dropSocket() {
  const dead = socket
  if (!dead) return
  onSocketLost(1006)
  dead.close()
}

async function onClosed(code: number) {
  reportUnreachable()
  if (code === closeCodes.elsewhere) return accessedElsewhere()
  if (code === closeCodes.expired || code === closeCodes.forbidden) {
    // Renewing the token shows whether the session has ended.
    try {
      await renewToken(accessToken())
    } catch (failure) {
      if (endsSession(failure)) return endSession(sessionEndReason(asFailure(failure)))
    }
  }
  retryLater()
}

function retryLater(atLeast = 0) {
  if (!isStarted) return
  const wait = Math.min(backOff.longest, backOff.first * 2 ** attempts++) * (0.5 + Math.random() / 2)
  clearTimeout(retryTimer)
  retryTimer = setTimeout(connect, Math.max(atLeast, wait))
}

/**
 * Handles one frame; exported for tests. An unreadable frame is logged and dropped: the reload after the next reconnect
 * makes up for it.
 */
export function receiveFrame(frame: string) {
  heartbeat.frameArrived()
  const parsed = parseFrame(addMediaPass(frame, me.peek()?.mediaPass ?? ''))
  if (!parsed) return console.error('Dropped an unreadable websocket frame')
  if (parsed.event === 'ready') return onReady()
  // Events for all companies carry no company id.
  const [, companyId = me.peek()?.companyId, entity] = /^company-(?:(\d+)-)?(\w+)$/.exec(parsed.event) ?? []
  if (!entity || Number(companyId) !== me.peek()?.companyId) return
  for (const handlers of [...listeners]) {
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
  isReady = true
  attempts = 0
  reportReachable()
  rooms.rejoinAll()
  presence.start()
  heartbeat.start()
  if (wasEverReady || Date.now() - startedAt > slowFirstConnect) callAll(reloads)
  else reloadTimer = setTimeout(callAll, firstReloadDelay, firstReloads)
  wasEverReady = true
}

function callAll(functions: ReadonlySet<() => unknown>) {
  for (const call of [...functions]) call()
}
