import { signal } from '@preact/signals-react'
import i18n from 'i18next'
import type { Flow } from '../../../../src/features/automation/flows/model'
import { confirm } from '../../../components/confirm'
import { api, unwrapResponse } from '../../../lib/api'
import { asFailure } from '../../../lib/failure'
import { byFlowName } from '../../../lib/flows'
import { createList } from '../../../lib/list'
import { useLive } from '../../../lib/realtime'
import { flowToastMs, toastError, toastSuccess, toastWarning } from '../../../lib/toast'

let searchParam = ''

/** Flows that match the search, by name. */
export const foundFlows = createList<Flow>({
  async load(cursor) {
    const { flows, ...page } = await unwrapResponse(api.flowbuilder.get({ query: { searchParam, cursor } }))
    return { rows: flows, ...page }
  },
  compare: byFlowName,
  pagedBy: byFlowName,
})

export function searchFlows(text: string) {
  searchParam = text
  foundFlows.clear()
  void foundFlows.more()
}

/** Subscribes the list to events; a search is loaded again, because the server decides its matches. */
export function useFlowsLive() {
  useLive(
    {
      flow(event) {
        if (event.action === 'delete') return foundFlows.drop(event.flowId)
        if (searchParam !== '') return void foundFlows.reload()
        foundFlows.receiveEvent(event.flow)
      },
    },
    foundFlows.reload,
  )
}

const succeed = (text: string) => toastSuccess(text, flowToastMs)

/** Creates or renames a flow, and returns it. @throws AppError */
export async function saveFlowName(flow: Flow | null, name: string) {
  const saved = await unwrapResponse<Flow>(
    flow ? api.flowbuilder.put({ flowId: flow.id, name }) : api.flowbuilder.post({ name }),
  )
  foundFlows.receiveEvent(saved)
  succeed(i18n.t('flowList.saved'))
  return saved
}

/** Switches a flow on or off. */
export async function switchFlow({ id, active }: Flow) {
  try {
    foundFlows.receiveEvent(await unwrapResponse<Flow>(api.flowbuilder.put({ flowId: id, active: !active })))
    succeed(i18n.t(active ? 'flowList.deactivated' : 'flowList.activated'))
  } catch (thrown) {
    toastError(thrown)
  }
}

export async function duplicateFlow({ id }: Flow) {
  try {
    foundFlows.receiveEvent(await unwrapResponse<Flow>(api.flowbuilder.duplicate.post({ flowId: id })))
    succeed(i18n.t('flowList.duplicated'))
  } catch (thrown) {
    toastError(thrown)
  }
}

/** Names of what starts a flow, by kind. */
export interface FlowUsers {
  phrases: string[]
  connections: string[]
  integrations: string[]
  campaigns: string[]
}
/** Flow whose deletion was refused, with what starts it. */
export const flowInUse = signal<{ name: string; users: FlowUsers } | null>(null)

/** Deletes a flow after confirmation; shows what starts it when that prevents the deletion. */
export async function removeFlow({ id, name }: Flow) {
  const isConfirmed = await confirm({
    title: i18n.t('flowList.deleteTitle', { name }),
    text: i18n.t('flowList.deleteText'),
    action: i18n.t('common.delete'),
    danger: true,
  })
  if (!isConfirmed) return
  try {
    await unwrapResponse(api.flowbuilder({ id }).delete())
    foundFlows.drop(id)
    succeed(i18n.t('flowList.deleted'))
  } catch (thrown) {
    const { code, detail } = asFailure(thrown)
    if (code !== 'ERR_FLOW_IN_USE') return toastError(thrown)
    const { conversations: count } = detail as { conversations?: number }
    if (count === undefined) flowInUse.value = { name, users: detail as unknown as FlowUsers }
    else toastWarning(i18n.t('flowList.talking', { count }))
  }
}
