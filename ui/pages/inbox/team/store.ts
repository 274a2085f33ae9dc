import { batch, signal } from '@preact/signals-react'
import { useEffect } from 'react'
import type { Team } from '../../../../src/features/inbox/team/model'
import type { AppError } from '../../../../src/shared/errors'
import { api, unwrapResponse } from '../../../lib/api'
import { asFailure, isAborted } from '../../../lib/failure'
import { useLive } from '../../../lib/realtime'

/** Null until the first response. */
export const team = signal<Team | null>(null)
export const failure = signal<AppError | null>(null)

/** Minimum time between two refreshes caused by events, in ms. */
const minRefreshMs = 3000
let latestRequest = 0
let requestedAt = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Loads the team. With `quietly` a failure keeps the shown figures; the next event tries again. */
export async function loadTeam({ quietly = false } = {}) {
  clearTimeout(timer)
  timer = undefined
  const mine = ++latestRequest
  requestedAt = Date.now()
  try {
    const found = await unwrapResponse(api.team.get())
    if (mine === latestRequest) setTeam(found, null)
  } catch (thrown) {
    if (mine === latestRequest && !isAborted(thrown) && !quietly) setTeam(team.peek(), asFailure(thrown))
  }
}

const setTeam = (newTeam: Team | null, problem: AppError | null) =>
  batch(() => {
    team.value = newTeam
    failure.value = problem
  })

/** Schedules one refresh for all events until then. */
function refreshSoon() {
  timer ??= setTimeout(() => loadTeam({ quietly: true }), Math.max(0, requestedAt + minRefreshMs - Date.now()))
}

function resetTeam() {
  latestRequest++
  clearTimeout(timer)
  timer = undefined
  setTeam(null, null)
}

const reload = () => loadTeam({ quietly: true })

/** Loads and refreshes the team while the page is mounted. */
export function useTeam() {
  useLive(
    { ticket: refreshSoon, appMessage: refreshSoon, team: refreshSoon, user: refreshSoon, queue: refreshSoon },
    reload,
  )
  useEffect(() => {
    void loadTeam()
    return resetTeam
  }, [])
}
