import { signal } from '@preact/signals-react'
import { api, unwrapResponse } from './api'
import { navigate } from './leave-guard'
import { notifyPreferences, setNotifyPreferences } from './notify-preferences'

/**
 * Push notifications of this device while no tab is open. 'unavailable': no browser support or no https. 'denied':
 * refused by the user; only the browser's settings change that.
 */
type PushState = 'unavailable' | 'denied' | 'off' | 'on'
export const pushState = signal<PushState>(readPushState())

function readPushState(): PushState {
  if (typeof Notification === 'undefined' || !isSecureContext) return 'unavailable'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && notifyPreferences.peek().desktop ? 'on' : 'off'
}

const workerContainer = () => ('serviceWorker' in navigator && isSecureContext ? navigator.serviceWorker : null)

/** Address of the service worker, the only script that the interface loads by address (Trusted Types, docs/adr/0069). */
function workerAddress(): string {
  const address = '/service-worker.js'
  const policy = window.trustedTypes?.createPolicy('balcao', { createScriptURL: () => address })
  return (policy?.createScriptURL('') ?? address) as string
}

/** Registers the service worker (ui/service-worker) once per tab and opens the addresses its notifications name. */
export function startWorker() {
  const workers = workerContainer()
  if (!workers) return () => {}
  workers.register(workerAddress()).catch((error) => console.error(error))
  const openMessage = ({ data }: MessageEvent) => {
    if (typeof data?.open === 'string' && data.open.startsWith('/')) navigate(data.open)
  }
  workers.addEventListener('message', openMessage)
  return () => workers.removeEventListener('message', openMessage)
}

/** Asks the browser for permission and registers the subscription. Call from a click that explained the purpose. */
export async function enablePush() {
  if (pushState.peek() === 'unavailable') return
  await Notification.requestPermission()
  setNotifyPreferences({ desktop: Notification.permission === 'granted' })
  pushState.value = readPushState()
  await syncPush()
}

export async function disablePush() {
  setNotifyPreferences({ desktop: false })
  pushState.value = readPushState()
  await unsubscribePush()
  await unwrapResponse(api.push.subscription.delete()).catch(() => undefined)
}

/** Registers this browser's push subscription on the server, if enabled; at each login and when a setting changes. */
export async function syncPush() {
  if (pushState.peek() !== 'on') return
  const subscription = await subscribe().catch((error) => {
    // Without a push service the open tab still shows notifications.
    console.error(error)
    return null
  })
  const { endpoint, keys } = subscription?.toJSON() ?? {}
  if (!endpoint || !keys?.p256dh || !keys.auth) return
  const { p256dh, auth } = keys
  const { quiet: muted } = notifyPreferences.peek()
  await unwrapResponse(api.push.subscription.put({ endpoint, keys: { p256dh, auth }, muted })).catch(() => undefined)
}

async function subscribe(): Promise<PushSubscription | null> {
  const manager = (await workerContainer()?.ready)?.pushManager
  if (!manager) return null
  const { key } = await unwrapResponse(api.push.key.get())
  const applicationServerKey = bytes(key)
  const existing = await manager.getSubscription()
  if (existing && sameKey(existing.options.applicationServerKey, applicationServerKey)) return existing
  await existing?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

/** Removes the subscription, so that the next user of this browser gets no notifications of the previous one. */
export async function unsubscribePush() {
  const registration = await workerContainer()?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

const bytes = (base64url: string) =>
  Uint8Array.from(atob(base64url.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))

const sameKey = (one: ArrayBuffer | null, other: Uint8Array) =>
  one !== null && new Uint8Array(one).every((byte, at) => byte === other[at])

/** Closes system notifications of a conversation that was read. */
export async function closeNotification(tag: string) {
  if (pushState.peek() !== 'on') return
  const registration = await workerContainer()?.getRegistration()
  for (const shown of (await registration?.getNotifications({ tag })) ?? []) shown.close()
}

export interface NotificationContent {
  title: string
  body: string
  to: string
  tag: string
}

/**
 * Shows a system notification from an open tab. The tag makes it replace one shown by the service worker, and vice
 * versa.
 */
export async function showNotification({ title, body, to, tag }: NotificationContent) {
  const registration = await workerContainer()?.getRegistration()
  if (registration)
    return registration.showNotification(title, { body, tag, icon: '/icons/icon-192.png', data: { to } })
  const shown = new Notification(title, { body, tag, icon: '/icons/icon-192.png' })
  shown.onclick = () => {
    window.focus()
    navigate(to)
  }
}
