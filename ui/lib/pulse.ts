/** How often a silent line is asked whether it is alive, and how long it may take to say so, ms (docs/adr/0022). */
export const pulse = { every: 20_000, patience: 10_000 }

/** Watches one line after another. `ask` goes out over it; `onDead` is called when nothing at all came back. */
export function createPulse({ ask, onDead }: { ask: () => void; onDead: () => void }) {
  let timer: ReturnType<typeof setInterval> | undefined
  let deadTimer: ReturnType<typeof setTimeout> | undefined

  /** Whatever comes shows that the line lives. */
  const felt = () => {
    clearTimeout(deadTimer)
    deadTimer = undefined
  }
  /** Something is due: a greeting, or an answer. */
  const awaitLife = () => {
    deadTimer ??= setTimeout(onDead, pulse.patience)
  }
  const askNow = () => {
    ask()
    awaitLife()
  }
  const stop = () => {
    clearInterval(timer)
    felt()
  }
  const start = () => {
    stop()
    timer = setInterval(askNow, pulse.every)
  }
  return { felt, awaitLife, askNow, start, stop }
}
