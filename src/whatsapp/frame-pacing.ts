import type { PauseIfDue } from './turns'

interface Emitter {
  emit(event: string, value?: unknown, more?: unknown): boolean
}

/** Events of the connection itself. They keep their order: frames before a close event may contain its reason. */
const isOfConnection = (event: string) => event === 'message' || event === 'close' || event === 'error'

/**
 * Passes the frames of a socket on a few at a time: Bun reads all that has arrived in one turn of the event loop, which
 * can be thousands of frames.
 * @returns drops the frames that wait, for a socket that has ended
 */
export function paceFrames(ws: Emitter, pauseIfDue: PauseIfDue): () => void {
  const emit = ws.emit.bind(ws)
  const waiting: [event: string, value: unknown, more: unknown][] = []
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
  // No rest parameters: Baileys emits some 20 events for each frame.
  ws.emit = (event, value, more) => {
    if (!isOfConnection(event)) return emit(event, value, more)
    const pause = isPaused ? undefined : pauseIfDue()
    if (!isPaused && !pause) return emit(event, value, more)
    waiting.push([event, value, more])
    if (pause) void resumeAfter(pause)
    return true
  }
  return () => {
    waiting.length = 0
  }
}
