import { computed, signal } from '@preact/signals-react'
import { useEffect } from 'react'
import type { FirstSteps, Gap } from '../../src/features/automation/first-steps/model'
import { api, unwrapResponse } from '../lib/api'
import { createLiveValue } from '../lib/live-value'
import { useLive } from '../lib/realtime'
import { keys, readStored, writeStored } from '../lib/storage'

export type Step = FirstSteps['steps'][number]

const live = createLiveValue<Step[] | null>(null)
/** Null until the first response; a failed request leaves it as it is. */
export const steps = live.value
/** Places where numbers, queues and people are not connected; empty until the first response. */
export const gaps = signal<Gap[]>([])
const isHidden = signal(false)
/** True while the list is to be shown: some step is not done, and the user did not hide the list. */
export const isShown = computed(() => !isHidden.value && (steps.value?.some(({ done }) => !done) ?? false))

let timer: ReturnType<typeof setTimeout> | undefined
/** Events of this time in ms cause one request. */
const refreshMs = 1000

export async function loadSteps() {
  clearTimeout(timer)
  timer = undefined
  let loaded: Gap[] = []
  const request = async () => {
    const answer = await unwrapResponse<FirstSteps>(api['first-steps'].get())
    loaded = answer.gaps ?? []
    return answer.steps
  }
  if (await live.load(request).catch(() => false)) gaps.value = loaded
}

/** Asks again once for all events until then. */
function refreshSoon() {
  timer ??= setTimeout(loadSteps, refreshMs)
}

/** Like `refreshSoon`, while the event may change a step; gaps do not depend on it. */
function refreshSteps() {
  const isDone = steps.peek()?.every(({ done }) => done) ?? false
  if (!isHidden.peek() && !isDone) refreshSoon()
}

export function hideSteps() {
  isHidden.value = true
  writeStored(keys.firstSteps, 'hidden')
}

/** Loads the steps and follows events while the component is mounted. */
export function useSteps() {
  useLive(
    {
      whatsapp: refreshSoon,
      queue: refreshSoon,
      user: refreshSoon,
      setting: refreshSteps,
      quickMessage: refreshSteps,
      ticket: refreshSteps,
    },
    loadSteps,
  )
  useEffect(() => {
    isHidden.value = readStored(keys.firstSteps) === 'hidden'
    void loadSteps()
  }, [])
}
