import { base64Of } from './base64'

/** Value of a colour of styles.css; the picture is a document of its own, which has none of its variables. */
const colorOf = (token: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${token}`)

/** Own icon of ui/icon.svg in the brand's colour. */
const ownIcon = () =>
  `<rect width="32" height="32" rx="8" fill="${colorOf('brand')}"/><path d="M8 9.5A2.5 2.5 0 0 1 10.5 7h11A2.5 2.5 0 0 1 24 9.5v6a2.5 2.5 0 0 1-2.5 2.5H15l-4 3.5V18h-.5A2.5 2.5 0 0 1 8 15.5z" fill="white"/><path d="M6 24.5h20" stroke="white" stroke-width="2.5" stroke-linecap="round"/>`

const pictureOf = (icon: typeof given) => (icon ? `<image href="${icon.data}" width="32" height="32"/>` : ownIcon())

/** The icon with dots: one in the accent for news, a yellow one below it for unsent messages. */
const withDots = (dots: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${pictureOf(given)}${dots}</svg>`
const dotAt = (y: number, token: string) =>
  `<circle cx="25" cy="${y}" r="6.5" fill="${colorOf(token)}" stroke="white" stroke-width="2"/>`

/** The provider's icon: its address, and the same as `data:`, because a picture of dots loads no other; null: not loaded. */
let given: { address: string; data: string | null } | null = null
let own: string | undefined
let shown: [count: number, hasChat: boolean, isUnsent: boolean] = [0, false, false]

/** Shows the provider's icon instead of the product's; undefined for the product's. */
export function setProviderIcon(address: string | undefined) {
  given = address ? { address, data: null } : null
  setFavicon(...shown)
}

/** Loads the provider's icon with the first dots, and shows it with the dots of then. */
async function loadGiven(icon: NonNullable<typeof given>) {
  icon.data = ''
  icon.data = await dataOf(icon.address).catch(() => '')
  if (icon === given) setFavicon(...shown)
}

async function dataOf(address: string): Promise<string> {
  const response = await fetch(address)
  return `data:image/png;base64,${await base64Of(await response.blob())}`
}

/** Shows the dots on the tab's icon, and the bell's number on the icon of an installed app where the system supports badges. */
export function setFavicon(count: number, hasChat: boolean, isUnsent: boolean) {
  shown = [count, hasChat, isUnsent]
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return
  own ??= link.href
  const dots = `${count > 0 || hasChat ? dotAt(7, 'accent') : ''}${isUnsent ? dotAt(25, 'away') : ''}`
  if (dots && given?.data === null) void loadGiven(given)
  link.href = dots ? `data:image/svg+xml,${encodeURIComponent(withDots(dots))}` : (given?.address ?? own)
  if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => undefined)
}
