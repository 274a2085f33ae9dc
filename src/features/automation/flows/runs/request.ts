import { log } from '../../../../core/log'
import type { Scope } from '../../../../core/scope'
import type { NodeData, NodeOf } from '../../../../shared/flow/node'
import { maxValue, toValue, type Values } from '../../../../shared/flow/render'
import type { FlowEvent } from '../../../../shared/flow/run'
import { step } from '../../../../shared/flow/step'
import type { RequestProblem } from '../../../../shared/flow/trial-line'
import { DeepJsonError, parseJson } from '../../../../shared/json'
import { jsonExcerpts } from '../../../../shared/json-excerpt'
import { openHeader } from '../secrets'
import { readGraph, type StoredRun } from './rows'
import { readWorld } from './world'

/** Makes the request of the node at which a run waits. A request that fails leads to the node's second way out. */
export async function answerRequest(scope: Scope, stored: StoredRun): Promise<FlowEvent> {
  const request = await requestOf(scope, stored)
  if (!request) return { kind: 'answer', isSuccess: false, variables: {} }
  const { isSuccess, variables } = await makeRequest(scope, request, stored.id)
  return { kind: 'answer', isSuccess, variables }
}

interface RequestResult {
  isSuccess: boolean
  /** Null without an answer. */
  status: number | null
  problem: RequestProblem | null
  variables: Values
}

/**
 * Makes a request whose variables are filled in. An answer whose JSON is nested too deep is a failure. Never call in a
 * transaction.
 */
export async function makeRequest(
  scope: Scope,
  request: NodeData['request'],
  flowRunId?: number,
): Promise<RequestResult> {
  let status: number | null = null
  try {
    const answer = await askService(scope, request)
    status = answer.status
    const isSuccess = status >= 200 && status < 300
    return { isSuccess, status, problem: null, variables: isSuccess ? savedValues(answer.text(), request) : {} }
  } catch (err) {
    log.info({ err, companyId: scope.companyId, flowRunId }, 'the request of a flow failed')
    const problem = err instanceof DeepJsonError ? 'tooDeep' : null
    return { isSuccess: false, status, problem, variables: {} }
  }
}

/** Sends a request whose variables are filled in; its address and answer have the bounds of `ports.outside`. */
export function askService(scope: Scope, { url, method, headers, body }: NodeData['request']) {
  const sent = { url, method, headers: Object.fromEntries(headers), ...(hasBody(method) && body !== '' && { body }) }
  return scope.ports.outside(sent)
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

/** The node with the secrets of its headers opened for the host of its address. */
async function openHeaders(scope: Scope, flowId: number, node: NodeOf<'request'>): Promise<NodeOf<'request'>> {
  const { url, headers } = node.data
  const opened = await Array.fromAsync(
    headers,
    async ([name, value]): Promise<[string, string]> => [name, await openHeader(scope, flowId, value, url)],
  )
  return { ...node, data: { ...node.data, headers: opened } }
}

/**
 * Values of a JSON answer by the node's paths; a path that leads nowhere gives an empty value.
 * @throws DeepJsonError
 */
function savedValues(text: string, { saves }: NodeData['request']): Values {
  const json = jsonOf(text)
  const excerpt = jsonExcerpts(maxValue)
  const asText = (value: unknown) =>
    typeof value === 'string' ? value : value === undefined || value === null ? '' : excerpt(value)
  return Object.fromEntries(
    saves.filter(({ key }) => key !== '').map(({ path, key }) => [key, toValue(asText(valueAt(json, path)))]),
  )
}

function jsonOf(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof DeepJsonError) throw error
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
