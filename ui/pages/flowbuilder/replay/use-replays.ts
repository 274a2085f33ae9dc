import { useCallback, useEffect, useState } from 'react'
import type { FlowReplay, FlowReplayResult, ReplayInput } from '../../../../src/features/flow-replays/model'
import type { AppError } from '../../../../src/shared/errors'
import { api, unwrapResponse } from '../../../lib/api'
import { asFailure } from '../../../lib/failure'
import { useLive } from '../../../lib/realtime'
import { toastError } from '../../../lib/toast'
import type { FlowDocument } from '../editor/document'

export type Replays = ReturnType<typeof useReplays>

/** The newest replay of a flow, with its progress. */
export function useReplays(document: FlowDocument) {
  const { id: flowId } = document
  const [shown, setShown] = useState<FlowReplayResult | null>(null)
  const [isLoaded, setLoaded] = useState(false)
  const [isStarting, setStarting] = useState(false)
  const [failure, setFailure] = useState<AppError | null>(null)
  /** Shows a replay, unless a newer state of it or a newer replay is on screen: events overtake responses. */
  const show = useCallback(
    (replay: FlowReplayResult) =>
      setShown((now) => (now && (now.id > replay.id || isBehind(replay, now)) ? now : replay)),
    [],
  )
  const reload = useCallback(async () => {
    setFailure(null)
    try {
      const call = api.flowbuilder.flow({ id: flowId }).replays.get()
      const { replays } = await unwrapResponse<{ replays: FlowReplayResult[] }>(call)
      if (replays[0]) show(replays[0])
      else setShown(null)
      setLoaded(true)
    } catch (thrown) {
      setFailure(asFailure(thrown))
    }
  }, [flowId, show])
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

const loadReplay = (id: number) => unwrapResponse<FlowReplayResult>(api.flowbuilder.replays({ id }).get())

/** True for an answer that is older than what is on screen. */
const isBehind = (next: FlowReplayResult, now: FlowReplayResult) =>
  next.id === now.id && (next.done < now.done || (now.status !== 'running' && next.status === 'running'))
