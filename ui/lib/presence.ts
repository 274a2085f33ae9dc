const every = 5 * 60 * 1000

/**
 * Tells whether this tab is in front of its person, for then nothing need be pushed to them: at once, at each change
 * and every 5 minutes.
 */
export function createPresence(tell: (event: string, data: unknown) => void) {
  let timer: ReturnType<typeof setInterval> | undefined
  const say = () => tell('userStatus', { focused: document.hasFocus() })
  const stop = () => {
    clearInterval(timer)
    for (const name of ['focus', 'blur']) window.removeEventListener(name, say)
  }
  const start = () => {
    stop()
    for (const name of ['focus', 'blur']) window.addEventListener(name, say)
    timer = setInterval(say, every)
    say()
  }
  return { start, stop }
}
