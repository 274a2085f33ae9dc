import { getSchemaValidator } from 'elysia'
import { log } from '../../../core/log'
import { AppError } from '../../../shared/errors'
import { recordAuditEntry } from '../../platform/audit/record'
import type { Tool, ToolCaller } from './tool'

/** Answer of a tool as the protocol has it: JSON as text, which every client reads. */
export interface ToolResult {
  content: { type: 'text'; text: string }[]
  isError?: boolean
  [field: string]: unknown
}

/**
 * Calls a tool. The audit log has the call before it runs: the key and the tool, of changing ones also the conversation,
 * never a text. A refusal is a result with its code, as the protocol asks, so that the model reads it and can do otherwise.
 */
export async function callTool(caller: ToolCaller, tool: Tool, input: unknown): Promise<ToolResult> {
  try {
    caller.countCall()
    const fields = wrongFields(tool, input)
    await recordCall(caller, tool, fields.length === 0 ? input : {})
    if (fields.length > 0) throw new AppError('ERR_VALIDATION', { fields })
    return { content: [{ type: 'text', text: JSON.stringify(await tool.run(caller, input as never)) }] }
  } catch (error) {
    if (error instanceof AppError) return refusal({ error: error.code, ...error.detail })
    log.error({ err: error, tool: tool.name }, 'a tool of the MCP server failed unexpectedly')
    return refusal({ error: 'ERR_INTERNAL_SERVER_ERROR' })
  }
}

const refusal = (reason: object): ToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(reason) }],
  isError: true,
})

/** Checkers of the tools, made at the first call of each: making one compiles the schema. */
const checkers = new WeakMap<Tool, ReturnType<typeof getSchemaValidator>>()

function checkerOf(tool: Tool) {
  const made = checkers.get(tool) ?? getSchemaValidator(tool.input, { additionalProperties: false, normalize: false })
  checkers.set(tool, made)
  return made
}

/** Names of fields that the tool's schema refuses; at most five. */
function wrongFields(tool: Tool, input: unknown): string[] {
  const checker = checkerOf(tool)
  if (checker.Check(input)) return []
  const fields = new Set<string>()
  for (const { path } of checker.Errors(input)) {
    fields.add(path.slice(1).replaceAll('/', '.').slice(0, maxFieldName) || 'arguments')
    if (fields.size === maxFields) break
  }
  return [...fields]
}
const maxFields = 5
const maxFieldName = 100

/** A line for each call of a tool that changes; reading ones are folded, because a model may read all day. */
async function recordCall(caller: ToolCaller, { name, readOnly }: Tool, input: unknown) {
  if (readOnly) return caller.noteRead(name)
  const { scope: outer, key } = caller
  caller.countChange()
  const { conversationId, proposalId } = input as { conversationId?: number; proposalId?: number }
  const after = { ...(conversationId && { ticketId: conversationId }), ...(proposalId && { proposalId }) }
  await outer.transaction((scope) =>
    recordAuditEntry(scope, {
      action: 'call',
      entity: 'apiKey',
      entityId: key.id,
      name: `${key.name}: ${name}`,
      after,
    }),
  )
}
