/** Value of a colour of styles.css; the picture is a document of its own, which has none of its variables. */
const colorOf = (token: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${token}`)

/** Icon of ui/icon.svg in the brand's colour, with dots: red for unseen notifications, yellow below it for unsent messages. */
const withDots = (dots: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${colorOf('brand')}"/><path d="M8 9.5A2.5 2.5 0 0 1 10.5 7h11A2.5 2.5 0 0 1 24 9.5v6a2.5 2.5 0 0 1-2.5 2.5H15l-4 3.5V18h-.5A2.5 2.5 0 0 1 8 15.5z" fill="white"/><path d="M6 24.5h20" stroke="white" stroke-width="2.5" stroke-linecap="round"/>${dots}</svg>`
const dotAt = (y: number, token: string) =>
  `<circle cx="25" cy="${y}" r="6.5" fill="${colorOf(token)}" stroke="white" stroke-width="2"/>`

let plain: string | undefined

/** Shows the dots on the tab's icon, and the number on the icon of an installed app where the system supports badges. */
export function setFavicon(count: number, isUnsent: boolean) {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return
  plain ??= link.href
  const dots = `${count > 0 ? dotAt(7, 'danger') : ''}${isUnsent ? dotAt(25, 'away') : ''}`
  link.href = dots ? `data:image/svg+xml,${encodeURIComponent(withDots(dots))}` : plain
  if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => undefined)
}
