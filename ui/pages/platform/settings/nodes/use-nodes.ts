import i18n from 'i18next'
import { useCallback, useEffect, useState } from 'react'
import type { Node, NodeList } from '../../../../../src/features/provider/nodes/model'
import type { AppError } from '../../../../../src/shared/errors'
import { confirm } from '../../../../components/confirm'
import { api, unwrapResponse } from '../../../../lib/api'
import { asFailure } from '../../../../lib/failure'
import { toastError, toastSuccess } from '../../../../lib/toast'

/** Intervals in ms at which the nodes are read again: that of their heartbeat, and one while a node is being emptied. */
const [interval, shortInterval] = [5000, 1000]

/** The processes of the installation, read again while the page is open, and the change of one. */
export function useNodes() {
  const [list, setList] = useState<NodeList | null>(null)
  const [failure, setFailure] = useState<AppError | null>(null)
  const load = useCallback(async () => {
    try {
      setList(await unwrapResponse(api.nodes.get()))
      setFailure(null)
    } catch (thrown) {
      setFailure(asFailure(thrown))
    }
  }, [])
  const isEmptying = list?.nodes.some(isBusyDrained) ?? false
  useEffect(() => void load(), [load])
  useEffect(() => {
    const timer = setInterval(load, isEmptying ? shortInterval : interval)
    return () => clearInterval(timer)
  }, [load, isEmptying])
  const change = async (node: Node) => {
    if (!(await mayChange(node))) return
    const state = node.state === 'drained' ? 'serving' : 'drained'
    await unwrapResponse(api.nodes({ id: node.id }).put({ state })).then((changed) => {
      setList(changed)
      toastSuccess(i18n.t(state === 'drained' ? 'nodes.drainStarted' : 'nodes.received', { name: node.name }))
    }, toastError)
  }
  return { list, failure, load, change }
}

/** True for a drained node that still has sessions or jobs. */
export const isBusyDrained = ({ state, sessions, jobs }: Node) => state === 'drained' && sessions + (jobs ?? 0) > 0

/** Asks before a node is emptied; receiving it again needs no question. */
const mayChange = async ({ state, name }: Node) =>
  state === 'drained' ||
  confirm({
    title: i18n.t('nodes.drainTitle', { name }),
    text: i18n.t('nodes.drainText'),
    action: i18n.t('nodes.drain'),
  })
