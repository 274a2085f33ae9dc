/**
 * Chooses the one tab that plays sounds and shows notifications: the focused one, else the oldest (held by a Web Lock).
 */
let isOldest = typeof navigator === 'undefined' || !('locks' in navigator)
let isAnotherInFront = false

export const isNotifyingTab = () => document.hasFocus() || (isOldest && !isAnotherInFront)

/**
 * Joins the election; the returned function leaves the exchange of focus states. The lock is kept until the tab closes.
 */
export function electNotifyingTab() {
  waitForOldest()
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const tabs = new BroadcastChannel('balcao-front')
  const announceFocus = () => tabs.postMessage(document.hasFocus())
  const announceClosed = () => tabs.postMessage(false)
  tabs.onmessage = ({ data }) => {
    isAnotherInFront = data === true
  }
  window.addEventListener('focus', announceFocus)
  window.addEventListener('blur', announceFocus)
  window.addEventListener('pagehide', announceClosed)
  announceFocus()
  return () => {
    window.removeEventListener('focus', announceFocus)
    window.removeEventListener('blur', announceFocus)
    window.removeEventListener('pagehide', announceClosed)
    tabs.close()
  }
}

let isWaiting = false
function waitForOldest() {
  if (isOldest || isWaiting) return
  isWaiting = true
  void navigator.locks.request('balcao-rings', () => {
    isOldest = true
    return new Promise(() => {})
  })
}
