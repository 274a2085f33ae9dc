import { batch, signal } from '@preact/signals-react'
import { useEffect } from 'react'
import type { Dashboard } from '../../../src/features/dashboard/model'
import type { AppError } from '../../../src/shared/errors'
import { api, ask } from '../../lib/api'
import { asFailure, isAborted } from '../../lib/failure'
import { useLive } from '../../lib/realtime'

export type Choice = { days: number } | { date_from: string; date_to: string }
/** The last … days (specification §9). */
export const usualDays = [3, 7, 15, 30, 60, 90]

export const choice = signal<Choice>({ days: 7 })
/** Null until the first answer. */
export const report = signal<Dashboard | null>(null)
export const failure = signal<AppError | null>(null)
export const loading = signal(false)

/** However much happens, figures are asked for again only so often, ms. */
const refreshEvery = 10_000
let asked = 0
let askedAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** A refresh nobody asked for fails without a word: what is shown stays, and the next one tries again. */
export async function load({ quietly = false } = {}) {
  clearTimeout(timer)
  timer = undefined
  const mine = ++asked
  askedAt = Date.now()
  loading.value = !quietly
  try {
    const found = await ask(api.dashboard.get({ query: choice.peek() }))
    if (mine === asked) show(found, null)
  } catch (thrown) {
    if (mine === asked && !isAborted(thrown) && !quietly) show(report.peek(), asFailure(thrown))
  } finally {
    if (mine === asked) loading.value = false
  }
}

const show = (found: Dashboard | null, problem: AppError | null) =>
  batch(() => {
    report.value = found
    failure.value = problem
  })

export function choose(next: Choice) {
  choice.value = next
  void load()
}

/** Something happened: soon, and once for all that happens until then. */
export function refreshSoon() {
  timer ??= setTimeout(() => load({ quietly: true }), Math.max(0, askedAt + refreshEvery - Date.now()))
}

function leave() {
  asked++
  clearTimeout(timer)
  timer = undefined
  show(null, null)
}

/** The figures for as long as the page is there. */
export function useReport() {
  useLive({ ticket: refreshSoon, user: refreshSoon, queue: refreshSoon }, () => load({ quietly: true }))
  useEffect(() => {
    void load()
    return leave
  }, [])
}
