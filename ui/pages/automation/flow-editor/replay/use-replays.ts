import { useCallback, useEffect, useState } from 'react'
import type {
  FlowReplay,
  FlowReplayResult,
  ReplayInput,
} from '../../../../../src/features/automation/flows/replays/model'
import type { AppError } from '../../../../../src/shared/errors'
import { api, unwrapResponse } from '../../../../lib/api'
import { asFailure } from '../../../../lib/failure'
import { createLiveValue } from '../../../../lib/live-value'
import { useLive } from '../../../../lib/realtime'
import { toastError } from '../../../../lib/toast'
import { useValue } from '../../../../lib/use-value'
import type { FlowDocument } from '../editor/document'

export type Replays = ReturnType<typeof useReplays>

/** The newest replay of a flow, with its progress. */
export function useReplays(document: FlowDocument) {
  const { id: flowId } = document
  const [live] = useState(() => createLiveValue<FlowReplayResult | null>(null))
  const shown = useValue(live.value)
  const [isLoaded, setLoaded] = useState(false)
  const [isStarting, setStarting] = useState(false)
  const [failure, setFailure] = useState<AppError | null>(null)
  /** Shows a replay, unless a newer state of it or a newer replay is on screen: events overtake responses. */
  const show = useCallback(
    (replay: FlowReplayResult) =>
      live.change((now) => (now && (now.id > replay.id || isBehind(replay, now)) ? now : replay)),
    [live],
  )
  const reload = useCallback(async () => {
    setFailure(null)
    try {
      if (await live.load(() => loadNewest(flowId))) setLoaded(true)
    } catch (thrown) {
      setFailure(asFailure(thrown))
    }
  }, [flowId, live])
  useEffect(() => void reload(), [reload])
  const receive = async ({ id, flowId: changed }: FlowReplay) => {
    if (changed !== flowId || (shown && id < shown.id)) return
    const replay = await loadReplay(id).catch(() => null)
    if (replay) show(replay)
  }
  useLive({ flowReplay: ({ replay }) => void receive(replay) }, reload)
  const start = async (input: ReplayInput) => {
    setStarting(true)
    try {
      if (document.editor.isChanged.peek() && !(await document.save())) return
      show(await unwrapResponse<FlowReplayResult>(api.flowbuilder.flow({ id: flowId }).replays.post(input)))
    } catch (thrown) {
      toastError(thrown)
    } finally {
      setStarting(false)
    }
  }
  const cancel = async (id: number) => {
    try {
      show(await unwrapResponse<FlowReplayResult>(api.flowbuilder.replays({ id }).cancel.post()))
    } catch (thrown) {
      toastError(thrown)
    }
  }
  return { shown, isLoaded, isStarting, failure, reload, start, cancel }
}

async function loadNewest(flowId: number): Promise<FlowReplayResult | null> {
  const call = api.flowbuilder.flow({ id: flowId }).replays.get()
  return (await unwrapResponse<{ replays: FlowReplayResult[] }>(call)).replays[0] ?? null
}

const loadReplay = (id: number) => unwrapResponse<FlowReplayResult>(api.flowbuilder.replays({ id }).get())

/** True for an answer that is older than what is on screen. */
const isBehind = (next: FlowReplayResult, now: FlowReplayResult) =>
  next.id === now.id && (next.done < now.done || (now.status !== 'running' && next.status === 'running'))
