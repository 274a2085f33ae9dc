import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { AppError } from '../../src/shared/errors'
import { asFailure, isAborted } from './failure'

type ListState = 'idle' | 'loading' | 'ready' | 'failed'
/** Requests and applies a page; `isCurrent` is false once a later request replaced this one. */
export type PageRequest = (isCurrent: () => boolean) => Promise<void>

/** State of a list's requests. Only the latest request counts; responses to earlier ones are dropped. */
export function createRequests() {
  const state = signal<ListState>('idle')
  const failure = signal<AppError | null>(null)
  /** Number of the latest request. */
  let latest = 0
  let running: Promise<void> | null = null
  let last: PageRequest | null = null

  const attempt = async (work: PageRequest) => {
    const number = ++latest
    const isCurrent = () => number === latest
    batch(() => {
      state.value = 'loading'
      failure.value = null
    })
    try {
      await work(isCurrent)
      if (isCurrent()) state.value = 'ready'
    } catch (thrown) {
      if (!isCurrent() || isAborted(thrown)) return
      batch(() => {
        failure.value = asFailure(thrown)
        state.value = 'failed'
      })
    }
  }

  /** Runs a request; resolves when it has succeeded or failed and never throws. */
  const run = (work: PageRequest): Promise<void> => {
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
    /** Request in flight, or null. Checks `state` too, because effects of `state` run before `running` is reset. */
    inFlight: () => (state.peek() === 'loading' ? running : null),
    /** Repeats a failed request; null if the last one did not fail. */
    retry: () => (last && state.peek() === 'failed' ? run(last) : null),
    /** Drops the response of the request in flight and returns to `idle`. */
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
