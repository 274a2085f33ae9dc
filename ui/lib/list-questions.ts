import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { AppError } from '../../src/shared/errors'
import { asFailure, isAborted } from './failure'

export type ListState = 'idle' | 'loading' | 'ready' | 'failed'
/** Asks the server; `mine` is false once a later question made its answer worthless. */
type Work = (mine: () => boolean) => Promise<void>

/** The questions a list asks the server, the last of which counts. */
export function createQuestions() {
  const state = signal<ListState>('idle')
  const failure = signal<AppError | null>(null)
  /** Raised by every fresh start, so that an answer to an older question is dropped. */
  let question = 0
  let busy: Promise<void> | null = null
  let last: Work | null = null

  const attempt = async (work: Work) => {
    const asked = ++question
    batch(() => {
      state.value = 'loading'
      failure.value = null
    })
    try {
      await work(() => asked === question)
      if (asked === question) state.value = 'ready'
    } catch (thrown) {
      if (asked !== question || isAborted(thrown)) return
      batch(() => {
        failure.value = asFailure(thrown)
        state.value = 'failed'
      })
    }
  }

  /** Resolves with the answer or its failure; never throws. */
  const ask = (work: Work): Promise<void> => {
    last = work
    const running: Promise<void> = attempt(work).finally(() => {
      if (busy === running) busy = null
    })
    busy = running
    return running
  }

  return {
    state: state as ReadonlySignal<ListState>,
    failure: failure as ReadonlySignal<AppError | null>,
    ask,
    /** What is on its way, or null: so it is for whoever hears of `state` the moment it changes. */
    onItsWay: () => (state.peek() === 'loading' ? busy : null),
    /** Asks once more what failed; null when nothing did. */
    retry: () => (last && state.peek() === 'failed' ? ask(last) : null),
    /** Nobody waits for an answer any longer. */
    forget() {
      question++
      busy = last = null
      batch(() => {
        failure.value = null
        state.value = 'idle'
      })
    },
  }
}
