import { idOfCursor } from '../../../../core/http/cursor'
import type { Scope } from '../../../../core/scope'
import { pageSizes } from '../../../../shared/limits'
import type { PromptCall, PromptCallQuery } from '../model'

const size = pageSizes.other

/** A page of the company's calls to language models, newest first. @throws ERR_VALIDATION for an invalid cursor */
export async function listCalls(scope: Scope, { cursor, pageNumber = 1 }: PromptCallQuery) {
  const rows = await callRows(scope)
    .where('prompt_calls.id', '<', idOfCursor(cursor) ?? Number.MAX_SAFE_INTEGER)
    .orderBy('prompt_calls.id', 'desc')
    .limit(size + 1)
    .offset(cursor === undefined ? (pageNumber - 1) * size : 0)
    .execute()
  const hasMore = rows.length > size
  const calls = rows.slice(0, size).map(toCall)
  return { calls, hasMore, next: hasMore ? String(calls.at(-1)?.id) : null }
}

const callRows = ({ db }: Scope) =>
  db
    .select('prompt_calls')
    .leftJoin('prompts', 'prompts.id', 'prompt_calls.promptId')
    .leftJoin('tickets', 'tickets.id', 'prompt_calls.ticketId')
    .select(['prompt_calls.id', 'prompt_calls.startedAt', 'prompt_calls.kind', 'prompt_calls.model'])
    .select(['prompt_calls.outcome', 'prompt_calls.inputTokens', 'prompt_calls.outputTokens', 'prompt_calls.cost'])
    .select([
      'prompt_calls.durationMs',
      'prompt_calls.detail',
      'prompt_calls.characters',
      'prompts.id as promptId',
      'prompts.name as promptName',
    ])
    .select(['tickets.id as ticketId', 'tickets.uuid as ticketUuid'])

type CallRow = Awaited<ReturnType<ReturnType<typeof callRows>['execute']>>[number]

const toCall = ({ promptId, promptName, ticketId, ticketUuid, ...call }: CallRow): PromptCall => ({
  ...call,
  prompt: promptId === null ? null : { id: promptId, name: promptName ?? '' },
  ticket: ticketId === null ? null : { id: ticketId, uuid: ticketUuid ?? '' },
})
