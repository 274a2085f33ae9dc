/**
 * Runs `work` when the browser is idle; in Safari, which has no idle callback, after 1 s. Returns the cancel function.
 */
export function whenIdle(work: () => unknown): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 1000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(() => void work())
  return () => cancelIdleCallback(handle)
}
