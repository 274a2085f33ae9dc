/**
 * Service worker: shows push notifications while no tab is focused, and an offline page when the server cannot be
 * reached. Caches nothing of the interface, so that no outdated version is ever used.
 */

const textsByLanguage = {
  pt: {
    title: 'Sem conexão com o servidor',
    text: 'O que você digitou está guardado neste aparelho. Esta página tenta de novo automaticamente.',
    again: 'Tentar agora',
    test: 'As notificações funcionam neste aparelho.',
  },
  en: {
    title: 'The server cannot be reached',
    text: 'What you typed is kept on this device. This page retries automatically.',
    again: 'Try now',
    test: 'Notifications work on this device.',
  },
  es: {
    title: 'Sin conexión con el servidor',
    text: 'Lo que escribió está guardado en este dispositivo. Esta página lo intenta de nuevo automáticamente.',
    again: 'Intentar ahora',
    test: 'Las notificaciones funcionan en este dispositivo.',
  },
}
const language = Object.keys(textsByLanguage).find((one) => navigator.language.startsWith(one)) ?? 'pt'
const texts = textsByLanguage[language]

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(fetch(event.request).catch(offlinePage))
})

self.addEventListener('push', (event) => event.waitUntil(showPush(event.data?.json() ?? {})))

async function showPush({ kind, title, body, to = '/', tag = 'balcao' }) {
  const isTest = kind === 'test'
  if (!isTest && (await isAnyTabFocused())) return
  await self.registration.showNotification(isTest ? 'Balcão' : title, {
    body: isTest ? texts.test : body,
    tag,
    renotify: true,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    data: { to },
  })
}

const tabs = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })
const isAnyTabFocused = async () => (await tabs()).some(({ focused }) => focused)

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openTab(event.notification.data?.to ?? '/'))
})

/** Opens the address in an existing tab without reloading it, else in a new tab. */
async function openTab(to) {
  const [tab] = await tabs()
  if (!tab) return self.clients.openWindow(to)
  tab.postMessage({ open: to })
  return tab.focus()
}

function offlinePage() {
  const page = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="10">
<title>Balcão</title>
<style>
  body { margin: 0; min-height: 100dvh; display: grid; place-content: center; gap: 12px; padding: 24px;
    font: 14px/20px system-ui, sans-serif; text-align: center; background: light-dark(#f6f8f7, #101413);
    color: light-dark(#16201b, #edf1ef) }
  h1 { margin: 0; font-size: 16px } p { margin: 0; max-width: 40ch; color: light-dark(#4d5852, #b2bab6) }
  a { justify-self: center; display: inline-flex; align-items: center; min-height: 44px; padding: 0 16px;
    border-radius: 8px; background: light-dark(#0b7a4b, #fff); color: light-dark(#fff, #111513);
    text-decoration: none; font-weight: 500 }
</style>
<h1>${texts.title}</h1><p>${texts.text}</p><a href="">${texts.again}</a>`
  return new Response(page, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
}
