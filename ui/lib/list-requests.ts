import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { AppError } from '../../src/shared/errors'
import { asFailure, isAborted } from './failure'

export type ListState = 'idle' | 'loading' | 'ready' | 'failed'
/** Asks the server; `mine` is false once a later question made its answer worthless. */
type Work = (mine: () => boolean) => Promise<void>

/** The questions a list asks the server, the last of which counts. */
export function createRequests() {
  const state = signal<ListState>('idle')
  const failure = signal<AppError | null>(null)
  /** Raised by every fresh start, so that an answer to an older question is dropped. */
  let latest = 0
  let running: Promise<void> | null = null
  let last: Work | null = null

  const attempt = async (work: Work) => {
    const asked = ++latest
    batch(() => {
      state.value = 'loading'
      failure.value = null
    })
    try {
      await work(() => asked === latest)
      if (asked === latest) state.value = 'ready'
    } catch (thrown) {
      if (asked !== latest || isAborted(thrown)) return
      batch(() => {
        failure.value = asFailure(thrown)
        state.value = 'failed'
      })
    }
  }

  /** Resolves with the answer or its failure; never throws. */
  const run = (work: Work): Promise<void> => {
    last = work
    const request: Promise<void> = attempt(work).finally(() => {
      if (running === request) running = null
    })
    running = request
    return request
  }

  return {
    state: state as ReadonlySignal<ListState>,
    failure: failure as ReadonlySignal<AppError | null>,
    run,
    /** What is on its way, or null: so it is for whoever hears of `state` the moment it changes. */
    inFlight: () => (state.peek() === 'loading' ? running : null),
    /** Asks once more what failed; null when nothing did. */
    retry: () => (last && state.peek() === 'failed' ? run(last) : null),
    /** Nobody waits for an answer any longer. */
    cancel() {
      latest++
      running = last = null
      batch(() => {
        failure.value = null
        state.value = 'idle'
      })
    },
  }
}
