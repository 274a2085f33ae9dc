import { log } from '../../../../core/log'
import { ParseFailure } from '../../../../core/parsers/contract'
import type { Scope } from '../../../../core/scope'
import type { NodeData } from '../../../../shared/flow/node'
import { askService, makeRequest } from '../runs/request'
import { openHeader } from '../secrets'
import type { TrialFields, TrialRequest } from './model'

/** Makes a request as a run would, with the stored secrets of its headers. @throws ERR_BUDGET */
export const tryRequest = async (scope: Scope, flowId: number, request: TrialRequest) =>
  makeRequest(scope, await openRequest(scope, flowId, request))

/**
 * Makes a request as a run would, and lists the fields of its JSON answer, which a worker parses. Stores nothing.
 * @throws ERR_BUDGET; ERR_RATE_LIMIT when too many answers wait for a worker; ERR_NOT_READY while the server stops
 */
export async function tryFields(scope: Scope, flowId: number, request: TrialRequest): Promise<TrialFields> {
  const opened = await openRequest(scope, flowId, request)
  const answer = await askService(scope, opened).catch((err) => {
    log.info({ err, companyId: scope.companyId, flowId }, 'the tried request of a flow failed')
    return null
  })
  if (!answer) return { isSuccess: false, status: null, fields: [] }
  const { status } = answer
  const bytes = new TextEncoder().encode(answer.text())
  const fields = await scope.ports.parsers.run(scope.companyId, 'flow.fields', { bytes }).catch(noFields)
  return { isSuccess: status >= 200 && status < 300, status, fields }
}

/** No fields for an answer that is no JSON, is nested too deep or takes too long. */
function noFields(error: unknown) {
  if (error instanceof ParseFailure || error instanceof SyntaxError) return []
  throw error
}

/** Counts the call, and opens the secrets of the headers for the host of the address. */
async function openRequest(scope: Scope, flowId: number, request: TrialRequest): Promise<NodeData['request']> {
  scope.ports.budgets.spend('trialCall', { companyId: scope.companyId })
  const headers = await Array.fromAsync(
    request.headers,
    async ({ name, value }): Promise<[string, string]> => [name, await openHeader(scope, flowId, value, request.url)],
  )
  return { ...request, headers }
}
