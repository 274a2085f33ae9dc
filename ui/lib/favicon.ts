/** Icon of ui/icon.svg with dots: red for unseen notifications, yellow below it for unsent messages. */
const withDots = (dots: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b7a4b"/><path d="M8 9.5A2.5 2.5 0 0 1 10.5 7h11A2.5 2.5 0 0 1 24 9.5v6a2.5 2.5 0 0 1-2.5 2.5H15l-4 3.5V18h-.5A2.5 2.5 0 0 1 8 15.5z" fill="#fff"/><path d="M6 24.5h20" stroke="#fff" stroke-width="2.5" stroke-linecap="round"/>${dots}</svg>`
const newsDot = '<circle cx="25" cy="7" r="6.5" fill="#e5484d" stroke="#fff" stroke-width="2"/>'
const unsentDot = '<circle cx="25" cy="25" r="6.5" fill="#f5a524" stroke="#fff" stroke-width="2"/>'

let plain: string | undefined

/** Shows the dots on the tab's icon, and the number on the icon of an installed app where the system supports badges. */
export function setFavicon(count: number, isUnsent: boolean) {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return
  plain ??= link.href
  const dots = `${count > 0 ? newsDot : ''}${isUnsent ? unsentDot : ''}`
  link.href = dots ? `data:image/svg+xml,${encodeURIComponent(withDots(dots))}` : plain
  if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => undefined)
}
