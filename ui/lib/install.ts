import { signal } from '@preact/signals-react'

/** Chromium event, not in the standard types. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

/** Way to install the app: 'ask' by a prompt of the browser, 'byHand' through the browser's menu (iPhone, iPad). */
type InstallOption = 'no' | 'ask' | 'byHand'
export const installOption = signal<InstallOption>('no')
let browserPrompt: InstallPrompt | null = null

/** Icon that an iPhone shows for the product. */
export const ownTouchIcon = '/icons/apple-180.png'

/** Must run before rendering: the browser fires its install event once, early. */
export function startInstall() {
  for (const [rel, href] of [
    ['manifest', '/manifest.webmanifest'],
    ['apple-touch-icon', ownTouchIcon],
  ] as const)
    document.head.append(Object.assign(document.createElement('link'), { rel, href }))
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    browserPrompt = event as InstallPrompt
    installOption.value = 'ask'
  })
  window.addEventListener('appinstalled', () => {
    installOption.value = 'no'
  })
  const isApple = /iPhone|iPad/.test(navigator.userAgent)
  if (isApple && !matchMedia('(display-mode: standalone)').matches) installOption.value = 'byHand'
}

export async function promptInstall() {
  installOption.value = 'no'
  await browserPrompt?.prompt()
  browserPrompt = null
}
