/** Runs `work` once the browser has nothing better to do; Safari, which does not tell, after a second. Answers how to call it off. */
export function whenIdle(work: () => unknown): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 1000)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(() => void work())
  return () => cancelIdleCallback(asked)
}
