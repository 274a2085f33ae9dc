const interval = 5 * 60 * 1000

/**
 * Tells whether this tab is in front of its person, for then nothing need be pushed to them: at once, at each change
 * and every 5 minutes.
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
    timer = setInterval(report, interval)
    report()
  }
  return { start, stop }
}
