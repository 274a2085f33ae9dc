const intervalMs = 5 * 60 * 1000

/**
 * Reports to the server whether this tab has the focus, at once, at each change and every 5 minutes. While a tab has
 * the focus the server sends no push notifications.
 */
export function createFocusReports(send: (event: string, data: unknown) => void) {
  let timer: ReturnType<typeof setInterval> | undefined
  const report = () => send('userStatus', { focused: document.hasFocus() })
  const stop = () => {
    clearInterval(timer)
    for (const name of ['focus', 'blur']) window.removeEventListener(name, report)
  }
  const start = () => {
    stop()
    for (const name of ['focus', 'blur']) window.addEventListener(name, report)
    timer = setInterval(report, intervalMs)
    report()
  }
  return { start, stop }
}
