import { log } from '../../core/log'
import type { Scope } from '../../core/scope'
import type { NodeData, NodeOf } from '../../shared/flow/node'
import { toValue, type Values } from '../../shared/flow/render'
import type { FlowEvent } from '../../shared/flow/run'
import { idOfMark, originOf } from '../../shared/flow/secrets'
import { step } from '../../shared/flow/step'
import { openSecret } from '../flows/secrets'
import { readGraph, type StoredRun } from './rows'
import { readWorld } from './world'

/** Makes the request of the node at which a run waits. A request that fails leads to the node's second way out. */
export async function answerRequest(scope: Scope, stored: StoredRun): Promise<FlowEvent> {
  const request = await requestOf(scope, stored)
  if (!request) return { kind: 'answer', isSuccess: false, variables: {} }
  const { isSuccess, variables } = await makeRequest(scope, request, stored.id)
  return { kind: 'answer', isSuccess, variables }
}

/** Makes a request whose variables are filled in. Without an answer `status` is null. Never call in a transaction. */
export async function makeRequest(scope: Scope, request: NodeData['request'], flowRunId?: number) {
  try {
    const { url, method, headers, body } = request
    const sent = { url, method, headers: Object.fromEntries(headers), ...(hasBody(method) && body !== '' && { body }) }
    const answer = await scope.ports.outside(sent)
    const { status } = answer
    const isSuccess = status >= 200 && status < 300
    return { isSuccess, status, variables: isSuccess ? savedValues(answer.text(), request) : {} }
  } catch (err) {
    log.info({ err, companyId: scope.companyId, flowRunId }, 'the request of a flow failed')
    return { isSuccess: false, status: null, variables: {} }
  }
}

const hasBody = (method: string) => method !== 'GET' && method !== 'DELETE'

/** The request of the current node with its variables filled in, as the step that entered the node made it. */
async function requestOf(
  scope: Scope,
  { run, flowId, versionId, ticketId }: StoredRun,
): Promise<NodeData['request'] | undefined> {
  const graph = await readGraph(scope, versionId)
  const stored = graph.node(run.nodeId)
  const world = await readWorld(scope, ticketId, [0])
  if (stored?.kind !== 'request' || !world) return undefined
  const node = await openHeaders(scope, flowId, stored)
  const alone = { start: node, node: () => node, next: () => undefined }
  const entered = step(alone, { ...run, state: 'timer', nodeId: null, steps: 0 }, { kind: 'start' }, world)
  const effect = entered.effects.find((each) => each.kind === 'request')
  return effect?.kind === 'request' ? effect.request : undefined
}

/** The node with the secrets of its headers. A host with variables, which a customer could choose, gets none. */
async function openHeaders(scope: Scope, flowId: number, node: NodeOf<'request'>): Promise<NodeOf<'request'>> {
  const address = originOf(node.data.url)
  const open = (value: string) => (address.includes('{{') ? '' : openSecret(scope, flowId, { value, address }))
  const headers = await Array.fromAsync(
    node.data.headers,
    async ([name, value]): Promise<[string, string]> => [
      name,
      idOfMark(value) === undefined ? value : await open(value),
    ],
  )
  return { ...node, data: { ...node.data, headers } }
}

/** Values of a JSON answer by the node's paths; a path that leads nowhere gives an empty value. */
function savedValues(text: string, { saves }: NodeData['request']): Values {
  const json = parseJson(text)
  return Object.fromEntries(
    saves.filter(({ key }) => key !== '').map(({ path, key }) => [key, toValue(asText(valueAt(json, path)))]),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const valueAt = (json: unknown, path: string): unknown =>
  path
    .split('.')
    .filter((name) => name !== '')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      json,
    )

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
