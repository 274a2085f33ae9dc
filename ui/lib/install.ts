import { signal } from '@preact/signals-react'

/** Chromium's own event; not in the standard's types. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

/** `ask`: the browser lets us offer it. `byHand`: only the person can, by the browser's own menu (iPhone, iPad). */
export type Installing = 'no' | 'ask' | 'byHand'
export const installing = signal<Installing>('no')
let offered: InstallPrompt | null = null

/** Before anything else: the browser offers once, early. */
export function startInstall() {
  for (const [rel, href] of [
    ['manifest', '/manifest.webmanifest'],
    ['apple-touch-icon', '/icons/apple-180.png'],
  ] as const)
    document.head.append(Object.assign(document.createElement('link'), { rel, href }))
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offered = event as InstallPrompt
    installing.value = 'ask'
  })
  window.addEventListener('appinstalled', () => {
    installing.value = 'no'
  })
  const isApple = /iPhone|iPad/.test(navigator.userAgent)
  if (isApple && !matchMedia('(display-mode: standalone)').matches) installing.value = 'byHand'
}

export async function install() {
  installing.value = 'no'
  await offered?.prompt()
  offered = null
}
