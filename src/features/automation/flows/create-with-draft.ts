import type { Scope } from '../../../core/scope'
import { limits } from '../../../shared/limits'
import { cutText } from '../../../shared/text'
import { readContent } from './content'
import { storeDraft } from './drafts'
import type { Flow, FlowContent } from './model'
import { auditAndPublish, insertFlow, isTaken } from './service'

/**
 * Creates a flow with a draft under the name, or under `name 2` and so on when it is taken. Call within a transaction.
 * @throws ERR_FLOW_INVALID with the first fault
 */
export async function createFlowWithDraft(scope: Scope, name: string, content: FlowContent): Promise<Flow> {
  const definition = readContent(content)
  const id = await insertFlow(scope, await firstFreeName(scope, name))
  await storeDraft(scope, id, content, definition)
  return auditAndPublish(scope, 'create', null, id)
}

async function firstFreeName(scope: Scope, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const ending = number === 1 ? '' : ` ${number}`
    const free = `${cutText(name.trim(), limits.flowName.max - ending.length)}${ending}`
    if (!(await isTaken(scope, free))) return free
  }
}
