/**
 * Of several open tabs one tells of news: the one in front of its person, who may be looking at it already; while none
 * is in front, the oldest.
 */
let isOldest = typeof navigator === 'undefined' || !('locks' in navigator)
let isAnotherInFront = false

export const isNotifyingTab = () => document.hasFocus() || (isOldest && !isAnotherInFront)

/** The answer takes this tab out of the talk of the others; its place in the queue it keeps until it is closed. */
export function electNotifyingTab() {
  waitForOldest()
  if (typeof BroadcastChannel === 'undefined') return () => {}
  const tabs = new BroadcastChannel('balcao-front')
  const say = () => tabs.postMessage(document.hasFocus())
  const gone = () => tabs.postMessage(false)
  tabs.onmessage = ({ data }) => {
    isAnotherInFront = data === true
  }
  window.addEventListener('focus', say)
  window.addEventListener('blur', say)
  window.addEventListener('pagehide', gone)
  say()
  return () => {
    window.removeEventListener('focus', say)
    window.removeEventListener('blur', say)
    window.removeEventListener('pagehide', gone)
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
