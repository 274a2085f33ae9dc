const inFlight = new Map<string, Promise<void>>()

/**
 * Runs an action unless one with the same key is in flight, and returns the promise of the one in flight: keys and menus
 * can be pressed again before the response, and buttons that share an action do not know each other's state.
 */
export function shareRequest(key: string, action: () => Promise<void>): Promise<void> {
  const running = inFlight.get(key)
  if (running) return running
  const started = action().finally(() => inFlight.delete(key))
  inFlight.set(key, started)
  return started
}
