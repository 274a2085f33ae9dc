import type { PauseIfDue } from './turns'

interface Emitter {
  emit(event: string, ...values: unknown[]): boolean
}

/** Events of the connection itself, kept in their order. */
const connectionEvents = new Set(['message', 'close', 'error'])

/**
 * Passes the frames of a socket on a few at a time: Bun reads all that has arrived in one turn of the event loop, which
 * can be thousands of frames. The close event waits behind the frames before it, because they may carry its reason.
 */
export function paceFrames(ws: Emitter, pauseIfDue: PauseIfDue) {
  const emit = ws.emit.bind(ws)
  const waiting: [event: string, ...values: unknown[]][] = []
  let isPaused = false
  const resumeAfter = async (pause: Promise<void>) => {
    isPaused = true
    await pause
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      emit(...next)
      await pauseIfDue()
    }
    isPaused = false
  }
  ws.emit = (event, ...values) => {
    if (!connectionEvents.has(event)) return emit(event, ...values)
    const pause = isPaused ? undefined : pauseIfDue()
    if (!isPaused && !pause) return emit(event, ...values)
    waiting.push([event, ...values])
    if (pause) void resumeAfter(pause)
    return true
  }
}
